import type { gatewayApi } from '@netward/contract'
import type * as codes from '@netward/contract/gateways-codes'
import type { DomainTexts } from '../domain-texts.ts'

/** Refused rows of an import of pre-registrations. */
export const gateways = {
  import: {
    serialMissing: '缺少序列号',
    serialTooLong: '序列号不能超过 64 个字符',
    ouiOrModel: 'OUI 和型号至少填写一项',
    ouiWrong: 'OUI 应为 6 位十六进制数',
    tooLong: '字段过长',
    twice: '与前面的行重复',
  },
}

export const texts = {
  errors: {
    'gateway.claim_refused': '认领未通过',
    'gateway.claim_not_asked': '该认领申请已处理或已失效',
    'pre_registration.limit': '未匹配的预登记数量不能超过套餐剩余设备数：{{open}} / {{most}}',
    'pre_registration.not_found': '预登记不存在',
  },
  permissions: {
    DMS_SERVER_DEVICE_CLAIM: { name: '认领设备', allows: '认领待认领设备' },
    DMS_SERVER_DEVICE_PRE_REGISTER: { name: '预登记设备', allows: '预登记和导入设备序列号' },
    DMS_SERVER_DEVICE_ENROLMENT: { name: '管理接入设置', allows: '查看和更换设备接入地址与凭据' },
    DMS_SERVER_DEVICE_CLAIM_APPROVE: {
      name: '审批设备认领',
      allows: '批准或驳回租户仅凭自身预登记发起的认领申请',
    },
    DMS_SERVER_DEVICE_POOL_VIEW: { name: '查看全部待认领设备', allows: '查看整个平台的待认领设备' },
  },
  actions: {
    'device.replaced': '更换设备',
    'enrolment.edited': '修改接入设置',
    'gateway.certificate_mismatch': '网关证书与上报身份不符',
    'gateway.certificate_refused': '拒绝网关证书',
    'enrolment.limit_reached': '接入数量达到上限',
    'enrolment.rotated': '更换接入凭据',
    'gateway.claim_refused': '认领网关被拒绝',
    'gateway.claimed': '认领网关',
    'gateway.enrolled': '网关自动接入',
    'gateway.claim_decided': '审批网关认领',
    'pre_registration.imported': '导入预登记',
    'pre_registration.removed': '删除预登记',
    'pre_registration.settled': '处理预登记冲突',
  },
  groups: {
    enrolment: '接入设置',
    gateway: '网关',
    pre_registration: '预登记',
  },
  titles: {
    unknownGateways: '待认领设备',
    scanLabel: '扫描标签',
    preRegistration: '预登记',
  },
} satisfies DomainTexts<typeof codes, typeof gatewayApi>
