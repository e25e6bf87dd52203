import { sql } from 'kysely'
import {
  type DeviceQuery,
  type ListedDevice,
  named,
  type Reader,
  oneDevice,
  shownColumns,
} from './device-rows.repo.ts'
import { searchTerm } from './search-term.ts'

/**
 * Whether search_devices beats a walk along an index in the requested order: the query needs operators that
 * are not leakproof, or filters a wide scope by columns outside that index.
 */
export function searches({ scope }: Reader, query: DeviceQuery): boolean {
  if (searchTerm(query.search) !== null || (query.tag ?? []).length > 0) return true
  if (scope.kind === 'company' || query.companyId !== undefined) return false
  const filters = [
    query.presence,
    query.modelName,
    query.softwareVersion,
    query.guard,
    query.type,
    query.configuration,
    query.brand,
    query.driver,
    query.polling,
    query.level === undefined ? undefined : [query.level],
    // Few devices: gathered by the outlet's index.
    query.outletId,
    query.addedSince,
    query.addedBefore,
    query.advisoryId,
    query.region,
    query.departmentId,
    query.firmware,
  ].filter((filter) => filter !== undefined && filter.length > 0)
  if (filters.length !== 1) return filters.length > 1
  if (query.modelName !== undefined) return query.sort !== 'serialNumber' && query.sort !== '-serialNumber'
  const inOrder =
    query.presence ?? query.configuration ?? (query.level === undefined ? undefined : [query.level])
  return !(query.sort.endsWith('name') && inOrder?.length === 1)
}

export const deviceSearchRepo = {
  /**
   * Through the definer function that may use the trigram and tag indexes; `total` is capped at one above
   * 10,000.
   */
  async find(
    ctx: Reader,
    query: DeviceQuery,
    limit: number,
    offset: number,
  ): Promise<{ total: number; ids: string[] }> {
    const { presence, guard, type, tag, companyId, modelName, softwareVersion, outletId, configuration } =
      query
    const { of, brand, driver, polling, level, addedSince, addedBefore, advisoryId } = query
    const { region, departmentId, firmware } = query
    const filters = Object.entries({
      ...searchTerm(query.search),
      presence,
      guard,
      type,
      configuration,
      tag,
      companyId,
      modelName,
      softwareVersion,
      outletId,
      brand,
      driver,
      polling,
      level,
      addedSince,
      addedBefore,
      advisoryId,
      region,
      departmentId,
      firmware,
      of,
    }).filter(([, value]) => value !== undefined && (!Array.isArray(value) || value.length > 0))
    const found = await sql<{ total: number; ids: string[] }>`
      select total, ids from search_devices(${JSON.stringify(Object.fromEntries(filters))}::jsonb,
        ${query.sort.replace('-', '')}, ${query.sort.startsWith('-')}, ${limit}::int, ${offset}::int)`.execute(
      ctx.db,
    )
    return found.rows[0] ?? { total: 0, ids: [] }
  },

  /** The rows themselves pass the policies, in the order of `ids`. */
  async rows(ctx: Reader, ids: readonly string[]): Promise<ListedDevice[]> {
    if (ids.length === 0) return []
    const result = await sql<ListedDevice>`
      select ${shownColumns(ctx)} from unnest(${ids}::bigint[]) with ordinality o(id, n)
      cross join lateral (${oneDevice(sql`o.id`)}) d
      order by o.n`.execute(ctx.db)
    return named(ctx, result.rows)
  },
}
