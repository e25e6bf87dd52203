import type { DemoConsole } from './console.ts'

/** What the companies of the demo sign in to the open API with, by their code. */
const nameOf: Record<string, string> = { yuelai: '酒店管理系统对接', haiyue: '数据中台对接' }

/** Activates device management for a company; its key is for whoever looks at it to make. */
export async function activateDevices(inside: DemoConsole, code: string): Promise<void> {
  const displayName = nameOf[code]
  if (displayName === undefined) return
  const offered = await inside.call('GET /api/v1/auth/application/products', {})
  const product = offered.find(({ productCode }) => productCode === 'device_management')
  if (product === undefined) return
  await inside.call('POST /api/v1/auth/application/activate', {
    productId: product.id,
    displayName,
    permissions: ['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_OUTLET_VIEW'],
  })
}
