import type { DemoConsole } from './console.ts'

const name = '夜班值守'

/** An MSP publishes one night shift role to all its customers. */
export async function publishNightShift(msp: DemoConsole): Promise<void> {
  const { items } = await msp.call('POST /api/v1/auth/role/lists', { search: name })
  if (items.length > 0) return
  const { roleId } = await msp.call('POST /api/v1/auth/role', {
    name,
    description: '夜间查看设备与网点，必要时重启',
    dataScope: 'company',
    codes: [
      'DMS_SERVER_MANAGE_WORKBENCH',
      'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
      'DMS_SERVER_OUTLET_VIEW',
      'DMS_SERVER_DEVICE_VIEW',
      'DMS_SERVER_DEVICE_REBOOT',
      'DMS_SERVER_DEVICE_EXCHANGE_VIEW',
    ],
  })
  await msp.call('PUT /api/v1/auth/role/:roleId/publication', { roleId, toAll: true, companyIds: [] })
}
