import type { deviceApi, InputOf } from '@netward/contract'
import type { PhraseKey } from '@netward/phrases/server'
import type { CsvAnswer } from '../../platform/http/route.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import { deviceExportRepo } from './device-export.repo.ts'
import type { ListedDevice } from './device-rows.repo.ts'

const most = 100_000

/**
 * The list with its filters and order, regardless of the page. The audit log records who exported how many
 * rows.
 */
export async function exportDevices(
  ctx: RequestContext,
  query: InputOf<typeof deviceApi.exportDevices>,
): Promise<CsvAnswer> {
  const columns = columnsFor(ctx)
  const parts = [csvLine(columns.map(([heading]) => heading))]
  let rows = 0
  for await (const devices of deviceExportRepo.batches(ctx, { ...query, of: 'smart_cpe' }, most)) {
    rows += devices.length
    parts.push(devices.map((device) => csvLine(columns.map(([, cell]) => cell(device)))).join(''))
  }
  const { page: _page, pageSize: _pageSize, ...filters } = query
  await ctx.audit({ action: 'device.exported', subjectKind: 'device', detail: { filters, rows } })
  return { name: ctx.phrase('devices.exportLabel'), csv: parts.join('') }
}

type Column = readonly [heading: string, cell: (device: ListedDevice) => string | null]

function columnsFor(ctx: RequestContext): Column[] {
  const phrase = (key: PhraseKey) => ctx.phrase(key)
  const presence: Record<string, string> = {
    online: phrase('devices.presence.online'),
    overdue: phrase('devices.presence.overdue'),
    offline: phrase('devices.presence.offline'),
    unknown: phrase('devices.presence.unknown'),
  }
  const guard: Record<string, string> = {
    none: phrase('devices.guard.none'),
    quarantined: phrase('devices.guard.quarantined'),
    duplicate: phrase('devices.guard.duplicate'),
  }
  return [
    [phrase('devices.name'), (device) => device.name],
    [phrase('devices.company'), (device) => device.company_name],
    [phrase('devices.outlet'), (device) => device.outlet_name],
    [phrase('devices.presenceLabel'), (device) => presence[device.presence] ?? device.presence],
    [phrase('devices.guardLabel'), (device) => guard[device.guard] ?? device.guard],
    [phrase('devices.serialNumber'), (device) => device.serial_number],
    [phrase('devices.manufacturer'), (device) => device.manufacturer],
    [phrase('devices.oui'), (device) => device.oui],
    [phrase('devices.productClass'), (device) => device.product_class],
    [phrase('devices.modelName'), (device) => device.model_name],
    [phrase('devices.softwareVersion'), (device) => device.software_version],
    [phrase('devices.hardwareVersion'), (device) => device.hardware_version],
    [phrase('devices.ipAddress'), (device) => device.ip_address],
    [phrase('devices.macAddress'), (device) => device.mac_address],
    [phrase('devices.lastInformAt'), (device) => device.last_inform_at],
    [phrase('devices.claimedAt'), (device) => device.claimed_at],
    [phrase('devices.tags'), (device) => device.tags.join(' | ')],
  ]
}
