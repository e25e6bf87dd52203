import { gatewayModels } from '../gateway/models.ts'
import { simulatedImage } from '../gateway/simulated-files.ts'
import { publishAdvisories } from './advisories.ts'
import { orderForms } from './order-forms.ts'
import { workOrders } from './orders.ts'
import { spareParts } from './parts.ts'
import { planRotas } from './rotas.ts'
import type { DemoConsole } from './console.ts'

/** The MSP's customers; its administrator acts in them. */
export interface DemoCustomers {
  readonly msp: DemoConsole
  readonly yuelai: DemoConsole
  readonly qinghe: DemoConsole
}

/**
 * Past work on connected gateways: a template that configures shops, advisories, an upgrade of the hotels, a diagnostic
 * of several gateways, a check. Existing items are skipped.
 */
export async function operate({ msp, yuelai, qinghe }: DemoCustomers): Promise<void> {
  await configureShops(qinghe)
  await publishAdvisories(msp)
  await planRotas(msp, yuelai)
  await orderForms(qinghe)
  await orderForms(yuelai)
  await workOrders(msp, qinghe)
  await spareParts(msp, qinghe)
  await upgradeHotels(msp, yuelai)
  await diagnose(qinghe)
}

/** The guest Wi-Fi is named after the shop; name servers are the same everywhere. */
async function configureShops(inside: DemoConsole): Promise<void> {
  const { total } = await inside.call('POST /api/v1/device/template/lists', { pageSize: 1 })
  if (total > 0) return
  const { manufacturer, modelName } = gatewayModels['tessera-tg5']
  const { templateId } = await inside.call('POST /api/v1/device/template', {
    name: '门店访客无线',
    selector: {
      models: [modelName],
      manufacturers: [manufacturer],
      softwareVersions: [],
      tags: ['主链路'],
      outletIds: [],
    },
    content: {
      values: [
        { path: 'Device.WiFi.SSID.2.SSID', value: '{{outlet.name}} 访客' },
        { path: 'Device.Time.Enable', value: 'true' },
      ],
      objects: [],
      notifications: [],
    },
    acknowledged: false,
  })
  await inside.call('POST /api/v1/device/template/:templateId/apply', { templateId, version: 1 })
}

/** The MSP releases a firmware; the customer's gateways of that model receive it, one first. */
async function upgradeHotels(msp: DemoConsole, inside: DemoConsole): Promise<void> {
  const { total } = await msp.call('POST /ota/api/v2/ota/firmware/lists', { pageSize: 1 })
  if (total > 0) return
  const { manufacturer, modelName, productClass, softwareVersion } = gatewayModels['lanyon-lr200']
  const version = '4.3.0'
  const { id: firmwareId } = await msp.call('POST /ota/api/v2/ota/firmware', {
    version,
    manufacturer,
    models: [modelName],
    minimumVersion: softwareVersion,
    notesZh: '改进双线路切换，修复访客无线偶发掉线。',
    notesEn: 'Switches between two lines faster; guests keep their Wi-Fi.',
    signedBy: manufacturer,
  })
  await msp.upload(
    `/ota/api/v2/ota/firmware/${firmwareId}/file`,
    `lr200-${version}.img`,
    simulatedImage({ productClass, version }, 2 ** 20),
  )
  await msp.call('POST /ota/api/v2/ota/firmware/:firmwareId/move', { firmwareId, move: 'release' })
  const { campaignId } = await inside.call('POST /ota/api/v2/ota/campaign', {
    name: `LR200 升级到 ${version}`,
    firmwareId,
    filters: { modelName },
    rings: [
      { kind: 'count', value: 1, soakMinutes: 0 },
      { kind: 'percent', value: 100, soakMinutes: 0 },
    ],
    timeZone: 'Asia/Shanghai',
    backup: 'try',
  })
  await inside.call('POST /ota/api/v2/ota/campaign/:campaignId/move', { campaignId, move: 'start' })
}

async function diagnose(inside: DemoConsole): Promise<void> {
  const { total } = await inside.call('POST /api/v1/device/batch/diagnostics/lists', { pageSize: 1 })
  if (total > 0) return
  const { items } = await inside.call('POST /api/v1/device/lists', { tag: ['主链路'], pageSize: 20 })
  const deviceIds = items.map(({ id }) => id)
  if (deviceIds.length === 0) return
  await inside.call('POST /api/v1/device/batch/diagnostics', {
    deviceIds: deviceIds.slice(0, 6),
    kind: 'ping',
    host: '203.0.113.10',
  })
  await inside.call('POST /api/v1/device/batch/check', { deviceIds: deviceIds.slice(-1) })
}
