import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import {
  bounded,
  type DeviceQuery,
  eachMsp,
  mergesByMsp,
  type ListedDevice,
  named,
  neverInformed,
  orderedRows,
  owned,
  type Reader,
  shownColumns,
  type Sql,
  sortsByLastInform,
  whereClause,
} from './device-rows.repo.ts'
import { hiddenFromAbove } from './hidden-from-above.repo.ts'
import { deviceSearchRepo, searches } from './device-search.repo.ts'

export interface DevicePage {
  items: ListedDevice[]
  /** Exact, or a number above `countCap`. */
  total: number
}

/** A walk meets this many faster than gathering and sorting them. */
const manyByInform = 2_000

export const deviceListRepo = {
  /** One page of the claimed devices in scope. Ties sort by id. */
  async page(ctx: Reader, query: DeviceQuery): Promise<DevicePage> {
    const offset = (query.page - 1) * query.pageSize
    if (searches(ctx, query) && !(await meetsManyByInform(ctx, query))) {
      const { total, ids } = await deviceSearchRepo.find(ctx, query, query.pageSize, offset)
      return { items: await deviceSearchRepo.rows(ctx, ids), total }
    }
    const found = await readPage(ctx, query, offset)
    const missing = query.pageSize - found.items.length
    if (!sortsByLastInform(query) || missing === 0 || found.total <= offset + found.items.length) return found
    return { ...found, items: [...found.items, ...(await readNever(ctx, query, found, missing, offset))] }
  },
}

/** One statement: each row carries the total. An empty page has no row for it. */
async function readPage(ctx: Reader, query: DeviceQuery, offset: number): Promise<DevicePage> {
  const total = countedTotal(ctx, query)
  const page = orderedRows(ctx, query, { limit: query.pageSize, offset, also: sql`, ${total} as total` })
  const { rows } = await sql<ListedDevice & { total: number }>`${page}`.execute(ctx.db)
  return { items: await named(ctx, rows), total: rows[0]?.total ?? (await readTotal(ctx, query)) }
}

async function readTotal(ctx: Reader, query: DeviceQuery): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${countedTotal(ctx, query)} as n`.execute(ctx.db)
  return rows[0]?.n ?? 0
}

/**
 * Above one company: whether a walk along the last Informs soon fills a page for a presence, by the tallies.
 * If few match, search_devices gathers them, since the walk might pass all others first.
 */
async function meetsManyByInform(ctx: Reader, query: DeviceQuery): Promise<boolean> {
  if (!sortsByLastInform(query) || searches(ctx, { ...query, presence: [] })) return false
  return (await readTotal(ctx, query)) >= manyByInform
}

async function readNever(
  ctx: Reader,
  query: DeviceQuery,
  found: DevicePage,
  missing: number,
  offset: number,
): Promise<ListedDevice[]> {
  const never = neverInformed(ctx, query)
  let skipped = 0
  if (found.items.length === 0) {
    const counted = await sql<{ n: number }>`select count(*)::int as n ${never}`.execute(ctx.db)
    skipped = Math.max(0, offset - (found.total - (counted.rows[0]?.n ?? 0)))
  }
  const result = await sql<ListedDevice>`
    select ${shownColumns(ctx, sql`null`)}
    from (select d.* ${never} order by d.id ${bounded(missing, skipped)}) d order by d.id`.execute(ctx.db)
  return named(ctx, result.rows)
}

/** From the tallies if they cover the filters, else by counting up to one above the cap. */
function countedTotal(ctx: Reader, query: DeviceQuery): Sql {
  const owner = owned(ctx, query, 'd')
  const some = (of: Sql) => sql`select 1 from device d
    where d.state = 'claimed' and ${of} ${whereClause(query)} limit ${sql.lit(countCap + 1)}`
  const counted = sql`(select count(*)::int from (${mergesByMsp(ctx, query) ? eachMsp('d', some) : some(owner)}) c)`
  const tallied = talliedFilters(query)
  if (tallied === null) return counted
  const ofCompany = sql`(select coalesce(sum(d.n), 0)::int from device_tally d where ${owner} ${tallied})`
  // The tallies cover whole companies.
  if (ctx.scope.kind === 'company') return ctx.scope.isPartial ? counted : ofCompany
  if (query.companyId !== undefined) return ofCompany
  // Of companies without the product nothing is shown from above.
  const ofMsps = sql`(select coalesce(sum(d.n), 0)::int from (
    select type, presence, guarded, n from device_tally_msp
    union all ${hiddenFromAbove(query.of)}) d
    where true ${tallied})`
  // An MSP's tally still includes a company that has just left it.
  return ctx.scope.kind === 'tree'
    ? sql`case when (select companies_leaving()) = '{}' then ${ofMsps} else ${counted} end`
    : ofMsps
}

/** Null if the tallies do not cover the filters. */
function talliedFilters(query: DeviceQuery): Sql | null {
  const { modelName, softwareVersion, outletId, level, brand = [], driver = [], polling = [] } = query
  const { type = [], configuration = [] } = query
  const { addedSince, addedBefore, advisoryId, region, departmentId, firmware = [] } = query
  if (
    [
      modelName,
      softwareVersion,
      outletId,
      level,
      addedSince,
      addedBefore,
      advisoryId,
      region,
      departmentId,
    ].some((one) => one !== undefined)
  )
    return null
  if (brand.length + driver.length + polling.length + configuration.length + firmware.length > 0) return null
  const presence = sql`${query.of === 'smart_cpe' ? sql`and d.type = 'smart_cpe'` : sql``}
    ${type.length > 0 ? sql`and d.type = any (${type}::text[])` : sql``}
    ${(query.presence ?? []).length > 0 ? sql`and d.presence = any (${query.presence}::text[])` : sql``}`
  const guard = new Set(query.guard)
  if (guard.size === 0 || guard.size === 3) return presence
  if (guard.size === 1 && guard.has('none')) return sql`${presence} and not d.guarded`
  if (guard.size === 2 && !guard.has('none')) return sql`${presence} and d.guarded`
  return null
}
