import type { syslogApi } from '@netward/contract'
import type * as codes from '@netward/contract/syslog-codes'
import type { SyslogSeverity } from '@netward/contract/syslog-values'
import type { DomainTexts } from '../domain-texts.ts'

export const syslog = {
  at: '接收时间',
  device: '设备',
  company: '租户',
  outlet: '网点',
  severity: '级别',
  severities: {
    emergency: '紧急',
    alert: '警报',
    critical: '严重',
    error: '错误',
    warning: '警告',
    notice: '通知',
    info: '信息',
    debug: '调试',
  } satisfies Record<SyslogSeverity, string>,
  facility: '设施',
  app: '模块',
  text: '内容',
  search: '内容或模块',
  searchLabel: '搜索',
  from: '起始时间',
  to: '结束时间',
  live: '实时刷新',
  chart: '各级别日志数量',
  groups: { severe: '严重及以上', error: '错误', warning: '警告', other: '通知及以下' },
  dropped: '因发送过快丢弃 {{count}} 条',
  total: '共 {{count}} 条',
  none: '所选时间内没有日志',
  noneHint: '默认显示最近24小时，日志保留7天。请在设备上将日志服务器指向本平台。',
  tab: '日志',
}

export const texts = {
  errors: {},
  permissions: {
    DMS_SERVER_DEVICE_SYSLOG: { name: '查看设备日志', allows: '查看设备发送的Syslog日志' },
  },
  actions: {},
  groups: {},
  titles: { syslog: '设备日志' },
} satisfies DomainTexts<typeof codes, typeof syslogApi>
