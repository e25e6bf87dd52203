import type { InputOf, inventoryApi, OutputOf } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { advisoryMarks } from '../advisories/index.ts'
import { type AnyDevice, type AnyTypeQuery, pageAllTypes } from '../devices/index.ts'

export type InventoryQuery = InputOf<typeof inventoryApi.pageInventory>
type Page = OutputOf<typeof inventoryApi.pageInventory>
type Row = Page['items'][number]

/** As the list of all types asks. */
export function devicesOf({ firstSeenFrom, firstSeenTo, sort, ...query }: InventoryQuery): AnyTypeQuery {
  const same = sort.endsWith('firstSeenAt')
    ? sort.startsWith('-')
      ? ('-createdAt' as const)
      : ('createdAt' as const)
    : (sort as AnyTypeQuery['sort'])
  return {
    ...query,
    sort: same,
    ...(firstSeenFrom !== undefined && { addedSince: firstSeenFrom }),
    ...(firstSeenTo !== undefined && { addedBefore: firstSeenTo }),
  }
}

export async function pageInventory(ctx: RequestContext, query: InventoryQuery): Promise<Page> {
  const { items, total } = await pageAllTypes(ctx, devicesOf(query))
  const marks = await advisoryMarks(
    ctx,
    items.map(({ id }) => id),
  )
  return {
    items: items.map((row) => ({ ...presented(row), advisories: marks.get(row.id) ?? null })),
    ...capped(total),
  }
}

function presented(row: AnyDevice): Omit<Row, 'advisories'> {
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    name: row.name,
    type: row.type as Row['type'],
    presence: row.presence as Row['presence'],
    brand: row.manufacturer,
    modelName: row.model_name,
    hardwareVersion: row.hardware_version,
    softwareVersion: row.software_version,
    serialNumber: row.serial_number,
    macAddress: row.mac_address,
    ipAddress: row.ip_address,
    outletId: row.outlet_id,
    outletName: row.outlet_name,
    firstSeenAt: row.claimed_at,
    lastSeenAt: row.last_inform_at,
  }
}
