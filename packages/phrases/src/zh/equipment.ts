import type { equipmentApi, snmpApi } from '@netward/contract'
import type { DeviceDriver, DeviceType } from '@netward/contract/device-values'
import type * as codes from '@netward/contract/equipment-codes'
import type { DomainTexts } from '../domain-texts.ts'

export const equipment = {
  name: '设备名称',
  nameEmpty: '请填写设备名称',
  type: '设备类型',
  types: {
    switch: '交换机',
    router: '路由器',
    firewall: '防火墙',
    wireless_controller: '无线控制器',
    wireless_ap: '无线AP',
    security_gateway: '安全网关',
    printer: '打印机',
    cash_register: '收银机',
    access_control: '门禁',
    smart_cpe: '智能CPE',
    other: '其他',
  } satisfies Record<DeviceType, string>,
  driver: '管理方式',
  replaced: '已更换',
  replacedBy: '该设备已更换为',
  replaces: '该设备替换了',
  drivers: {
    cwmp: 'TR-069',
    snmp: 'SNMP',
    probe: 'Ping / TCP',
    none: '仅登记',
  } satisfies Record<DeviceDriver, string>,
  ipAddress: 'IP 地址',
  port: '端口',
  portHint: 'SNMP 默认 161；Ping / TCP 选填，检测该 TCP 端口',
  credential: 'SNMP 凭据',
  outlet: '网点',
  brand: '品牌',
  modelName: '型号',
  serialNumber: '序列号',
  macAddress: 'MAC 地址',
  note: '备注',
  presence: '在线状态',
  company: '所属租户',
  softwareVersion: '软件版本',
  lastSeenAt: '最近连接时间',
  worst: '最差指标',
  tags: '标签',
  createdAt: '添加时间',
  details: '设备信息',
  exportLabel: '设备列表',
  import: {
    outlet: '选填，网点名称或编码',
  },
}

export const texts = {
  errors: {
    'equipment.address_taken': '该网点已有使用此 IP 地址和端口的设备',
    'equipment.address_missing': '请填写 IP 地址',
    'equipment.interface_not_found': '所选端口已不存在，请刷新列表',
    'snmp.credential_not_found': 'SNMP 凭据不存在',
    'snmp.credential_name_taken': '该凭据名称已存在',
    'snmp.secret_missing': '请填写所选版本需要的团体字或口令',
    'snmp.trial_not_found': '探测结果不存在或已过期',
    'snmp.too_many_trials': '正在进行的探测过多，请稍后再试',
  },
  permissions: {
    DMS_SERVER_DEVICE_CREDENTIAL: {
      name: '管理 SNMP 凭据',
      allows: '新增、修改、删除 SNMP 凭据；口令不可查看',
    },
  },
  actions: {
    'equipment.added': '添加设备',
    'equipment.deleted': '删除设备',
    'equipment.edited': '编辑设备',
    'equipment.exported': '导出设备列表',
    'equipment.imported': '导入设备',
    'equipment.poll_requested': '立即采集设备',
    'equipment.ports_marked': '标记重要端口',
    'snmp.address_tried': '探测地址',
    'snmp.credential_created': '新增 SNMP 凭据',
    'snmp.credential_deleted': '删除 SNMP 凭据',
    'snmp.credential_edited': '编辑 SNMP 凭据',
    'snmp.credential_moved': '调整 SNMP 凭据顺序',
  },
  groups: {
    equipment: '设备',
    snmp: 'SNMP 凭据',
  },
  titles: {
    deviceList: '设备列表',
    equipmentDetail: '设备详情',
    snmpCredentials: 'SNMP 凭据',
  },
} satisfies DomainTexts<typeof codes, typeof equipmentApi | typeof snmpApi>
