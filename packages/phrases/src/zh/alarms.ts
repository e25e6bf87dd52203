import type { alarmApi, alarmRuleApi } from '@netward/contract'
import type {
  alarmClearings,
  alarmEventKinds,
  AlarmSeverity,
  ShippedRuleCode,
  WatchedState,
} from '@netward/contract/alarm-values'
import type * as codes from '@netward/contract/alarms-codes'
import type { DomainTexts } from '../domain-texts.ts'

export const alarms = {
  exportLabel: '告警',
  company: '所属租户',
  outlet: '网点',
  device: '设备',
  rule: '告警',
  part: '对象',
  severity: '级别',
  state: '状态',
  value: '触发值',
  raisedAt: '发生时间',
  clearedAt: '清除时间',
  acknowledgedBy: '确认人',
  assignee: '处理人',
  severities: {
    critical: '紧急',
    major: '重要',
    minor: '次要',
    warning: '提示',
    indeterminate: '未定',
  } satisfies Record<AlarmSeverity, string>,
  states: { active: '当前', cleared: '已清除' },
  because: {
    recovered: '已恢复正常',
    rule: '规则已停用、删除或不再适用',
    no_data: '长期无数据',
  } satisfies Record<(typeof alarmClearings)[number], string>,
  events: {
    raised: '产生告警',
    cleared: '告警清除',
    flapping: '开始震荡',
    settled: '震荡结束',
    no_data: '数据中断',
    data_again: '数据恢复',
    acknowledged: '确认告警',
    acknowledgement_ended: '确认到期',
    unacknowledged: '取消确认',
    muted: '静默至清除',
    unmuted: '取消静默',
    commented: '添加备注',
    assigned: '指派处理人',
    severity_set: '调整级别',
  } satisfies Record<(typeof alarmEventKinds)[number], string>,
  rules: {
    names: {
      gateway_offline: '网关离线',
      device_offline: '设备离线',
      snmp_silent: 'SNMP 无响应',
      cpu_high: 'CPU 使用率过高',
      disk_full: '存储空间不足',
      temperature_high: '温度过高',
      ups_on_battery: 'UPS 电池供电',
      port_down: '上联端口断开',
      interface_in_errors: '入方向错包',
      interface_out_errors: '出方向错包',
      supply_low: '耗材不足',
    } satisfies Record<ShippedRuleCode, string>,
    watched: { offline: '离线', snmp_silent: 'SNMP 无响应' } satisfies Record<WatchedState, string>,
  },
}

export const texts = {
  errors: {
    'alarm.not_found': '告警不存在',
    'alarm.cleared': '告警已清除',
    'alarm.assignee_not_found': '该租户没有此成员',
    'alarm.rule_not_found': '告警规则不存在',
    'alarm.rule_name_taken': '该规则名称已存在',
    'alarm.too_many_rules': '自定义规则最多 100 条',
  },
  permissions: {
    DMS_SERVER_ALARM: { name: '查看告警', allows: '查看当前和历史告警、告警规则' },
    DMS_SERVER_ALARM_EDIT: { name: '处理告警', allows: '确认、静默、备注、指派告警，调整级别' },
    DMS_SERVER_ALARM_RULE: { name: '管理告警规则', allows: '新增、修改、停用告警规则' },
  },
  actions: {
    'alarm.acted_on': '处理告警',
    'alarm.exported': '导出告警',
    'alarm_rule.added': '新增告警规则',
    'alarm_rule.deleted': '删除告警规则',
    'alarm_rule.edited': '修改告警规则',
    'alarm_rule.reset': '恢复默认告警规则',
  },
  groups: { alarm: '告警', alarm_rule: '告警规则' },
  titles: {},
} satisfies DomainTexts<typeof codes, typeof alarmApi | typeof alarmRuleApi>
