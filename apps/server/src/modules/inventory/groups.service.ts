import type { InputOf, inventoryApi, OutputOf } from '@netward/contract'
import { capped, countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { batchesOfAllTypes } from '../devices/index.ts'
import { buildRepo, type Group } from './build.repo.ts'
import { devicesOf } from './inventory.service.ts'

type Asked = InputOf<typeof inventoryApi.groupInventory>

const shownGroups = 12
const columnOf = {
  brand: 'manufacturer',
  modelName: 'model_name',
  softwareVersion: 'software_version',
} as const

/** Of the tally, whatever the number of devices; where it does not know the filter, of the devices themselves. */
export async function groupInventory(
  ctx: RequestContext,
  { by, ...filters }: Asked,
): Promise<OutputOf<typeof inventoryApi.groupInventory>> {
  const { search, outletId, advisoryId, firstSeenFrom, firstSeenTo } = filters
  const others = [search, outletId, advisoryId, firstSeenFrom, firstSeenTo].filter(
    (one) => one !== undefined && one !== '',
  )
  const column = columnOf[by]
  if (others.length === 0 && !ctx.scope.isPartial) {
    const groups = await buildRepo.groups(ctx, column, filters)
    return { groups: groups.slice(0, shownGroups), total: sumOf(groups), totalCapped: false }
  }
  const counts = new Map<string, number>()
  const query = devicesOf({ ...filters, page: 1, pageSize: 50, sort: 'name' })
  for await (const devices of batchesOfAllTypes(ctx, query, countCap + 1))
    for (const device of devices) counts.set(device[column], (counts.get(device[column]) ?? 0) + 1)
  const groups = [...counts].map(([value, count]) => ({ value, count }))
  return {
    groups: groups
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, shownGroups),
    ...capped(sumOf(groups)),
  }
}

const sumOf = (groups: readonly Group[]) => groups.reduce((sum, { count }) => sum + count, 0)
