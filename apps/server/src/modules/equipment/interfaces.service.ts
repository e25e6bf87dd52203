import type { equipmentApi, InputOf, OutputOf } from '@netward/contract'
import { lookInto } from '../../platform/db/look-into.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { equipmentRepo } from './equipment.repo.ts'
import { interfaceRepo, type InterfaceRow } from './interface.repo.ts'
import {
  type InterfaceRates,
  rateMetrics,
  ratesOf,
  trendMetrics,
  trendsOf,
  unmeasured,
  useOf,
} from './interface-rates.ts'

type Query = InputOf<typeof equipmentApi.pageInterfaces>
type Page = OutputOf<typeof equipmentApi.pageInterfaces>

const day = 86_400_000
/** Half hours of a day. */
const trendPoints = 48

/**
 * Rates come from the metric store, all else from the last inventory. In two transactions: the order may depend on rates,
 * which another server may keep.
 */
export async function pageInterfaces(
  ctx: SeveralTransactions,
  store: MetricStore,
  query: Query,
): Promise<Page> {
  const now = Date.now()
  const byRate = !['index', 'name'].includes(query.sort.replace('-', ''))
  const { found, readRates } = await ctx.inTransaction(null, async (inside) => {
    await openDevice(inside, query.deviceId)
    const all = byRate ? await interfaceRepo.series(inside, query.deviceId, rateMetrics, null) : []
    return {
      found: await interfaceRepo.keys(inside, query.deviceId, query),
      readRates: await store.latest(inside.db, all),
    }
  })
  const allRates = ratesOf(await readRates(), now)
  const first = (query.page - 1) * query.pageSize
  const keys = found
    .toSorted(orderBy(query.sort, allRates))
    .slice(first, first + query.pageSize)
    .map(({ key }) => key)
  const read = await ctx.inTransaction(null, async (inside) => {
    await openDevice(inside, query.deviceId)
    const ofPage = byRate ? [] : await interfaceRepo.series(inside, query.deviceId, rateMetrics, keys)
    const trended = await interfaceRepo.series(inside, query.deviceId, trendMetrics, keys)
    return {
      rows: new Map((await interfaceRepo.rows(inside, query.deviceId, keys)).map((row) => [row.key, row])),
      readRates: await store.latest(inside.db, ofPage),
      readTrends: await store.range(inside.db, {
        series: trended,
        from: now - day,
        to: now,
        points: trendPoints,
        compare: false,
        timeZone: 'UTC',
      }),
    }
  })
  const rates = byRate ? allRates : ratesOf(await read.readRates(), now)
  const trends = trendsOf((await read.readTrends()).ranges)
  return {
    items: keys.flatMap((key) => {
      const row = read.rows.get(key)
      return row === undefined ? [] : [presentInterface(row, rates.get(key), trends.get(key) ?? [])]
    }),
    total: found.length,
    totalCapped: false,
  }
}

/** @throws AppError device.not_found, or what keeps the caller from its contents */
async function openDevice(ctx: RequestContext, deviceId: string): Promise<void> {
  const device = await equipmentRepo.find(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  await lookInto(ctx, device, 'DMS_SERVER_DEVICE_VIEW')
}

type Ordered = Pick<InterfaceRow, 'key' | 'index' | 'name' | 'speed'>

/** Interfaces without a value are last in both directions. */
function orderBy(
  sort: Query['sort'],
  rates: ReadonlyMap<string, InterfaceRates>,
): (a: Ordered, b: Ordered) => number {
  const direction = sort.startsWith('-') ? -1 : 1
  const column = sort.replace('-', '') as 'index' | 'name' | 'inRate' | 'outRate' | 'use' | 'errors'
  if (column === 'index') return (a, b) => direction * (a.index - b.index)
  if (column === 'name') return (a, b) => direction * a.name.localeCompare(b.name, 'en', { numeric: true })
  const valueOf = ({ key, speed }: Ordered) => {
    const of = rates.get(key)
    return of === undefined ? null : column === 'use' ? useOf(of, speed) : of[column]
  }
  return (a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return direction * (left - right) || a.index - b.index
  }
}

function presentInterface(
  { tagged_vlans: taggedVlans, ...row }: InterfaceRow,
  rates: InterfaceRates | undefined,
  trend: (number | null)[],
): Page['items'][number] {
  const known = rates ?? unmeasured
  return { ...row, taggedVlans, ...known, use: useOf(known, row.speed), trend }
}
