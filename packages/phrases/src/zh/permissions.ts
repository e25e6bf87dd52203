import type { BuiltInRole } from '@netward/contract/permissions'

/** What the built-in roles are for, and areas of permissions. */
export const permissions = {
  builtIn: {
    platform_administrator: '平台方的全部权限',
    administrator: '本企业的全部权限',
    engineer: '认领、配置、重启设备，管理网点',
    management_layer: '查看设备、网点、运营中心和操作日志',
    execution_layer: '查看设备与网点，重启设备',
    user_layer: '只能查看设备与网点',
  } satisfies Record<BuiltInRole, string>,
  areas: {
    workbench: '工作台',
    equipment: '设备',
    outlets: '网点',
    alarms: '告警',
    operations: '运营中心',
    tenants: '租户',
    catalogue: '产品与套餐',
    licences: '授权',
    roles: '角色',
    people: '组织与成员',
    acting: '代管',
    applications: '应用',
    settings: '系统设置',
  },
}
