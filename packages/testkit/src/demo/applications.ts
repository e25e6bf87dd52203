import type { DemoConsole } from './console.ts'

/** Open API credentials of the demo's companies, by company code. */
const nameOf: Record<string, string> = { yuelai: '酒店管理系统对接', haiyue: '数据中台对接' }

/** Opens the API to the device management that came with a company's package; a visitor makes its key. */
export async function openDevices(inside: DemoConsole, code: string): Promise<void> {
  const displayName = nameOf[code]
  if (displayName === undefined) return
  const { items } = await inside.call('POST /api/v1/auth/application/lists', {})
  const application = items.find(({ productCode }) => productCode === 'device_management')
  if (application === undefined) return
  await inside.call('POST /api/v1/auth/application/edit', {
    applicationId: application.id,
    displayName,
    permissions: ['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_OUTLET_VIEW'],
  })
}
