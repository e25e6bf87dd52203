import type { equipmentApi, InputOf } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { deviceExportRepo } from './device-export.repo.ts'
import { type DevicePage, deviceListRepo } from './device-list.repo.ts'
import type { DeviceQuery, ListedDevice } from './device-rows.repo.ts'
import { type Counts, summaryRepo, type TypeCount } from './summary.repo.ts'

export type AnyTypeQuery = InputOf<typeof equipmentApi.pageEquipment> &
  Pick<DeviceQuery, 'addedSince' | 'addedBefore' | 'advisoryId'>
export type AnyDevice = ListedDevice

/** Columns that the list of smart CPE names otherwise. */
const sameColumn: Readonly<Record<string, string>> = { lastSeenAt: 'lastInformAt', createdAt: 'claimedAt' }

function inOneForm(query: AnyTypeQuery): DeviceQuery {
  const column = query.sort.replace('-', '')
  const sort = `${query.sort.startsWith('-') ? '-' : ''}${sameColumn[column] ?? column}`
  return { ...query, sort, of: 'all' }
}

/** Devices of every type. */
export function pageAllTypes(ctx: RequestContext, query: AnyTypeQuery): Promise<DevicePage> {
  return deviceListRepo.page(ctx, inOneForm(query))
}

export function batchesOfAllTypes(
  ctx: RequestContext,
  query: AnyTypeQuery,
  most: number,
): AsyncGenerator<ListedDevice[]> {
  return deviceExportRepo.batches(ctx, inOneForm(query), most)
}

/** How many there are, and of which types. */
export async function countAllTypes(ctx: RequestContext): Promise<Counts & { types: TypeCount[] }> {
  return { ...(await summaryRepo.count(ctx, 'all')), types: await summaryRepo.countTypes(ctx) }
}

/** How many there are, and the brands and models in use. */
export async function summariseAllTypes(
  ctx: RequestContext,
): Promise<Counts & { types: TypeCount[]; brands: string[]; models: string[] }> {
  const [counts, types, brands, models] = await Promise.all([
    summaryRepo.count(ctx, 'all'),
    summaryRepo.countTypes(ctx),
    summaryRepo.brands(ctx),
    summaryRepo.models(ctx, '', 'all'),
  ])
  return { ...counts, types, brands: brands.filter((brand) => brand !== ''), models: models.filter(Boolean) }
}
