import type { InputOf, outletApi } from '@netward/contract'
import { type OutletHealth } from '@netward/contract/outlet-values'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { filtersOf } from './outlet-filters.repo.ts'
import { healthText } from './outlet-health.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** Outlets of one region and one health. */
export interface RegionCount {
  region: string
  health: OutletHealth
  outlets: number
}

export const regionRepo = {
  /** Regions in use, of one company or the whole scope: by skip scan, at any number of outlets. */
  async used(ctx: Reader, companyId: string | undefined, most: number): Promise<string[]> {
    const where = sql.join([...filtersOf(ctx, { companyId }), sql`true`], sql` and `)
    const { rows } = await sql<{ region: string }>`
      with recursive used (region) as (
        (select o.region from outlet o where ${where} and o.region > '' order by o.region limit 1)
        union all
        select (select o.region from outlet o where ${where} and o.region > u.region order by o.region limit 1)
        from used u where u.region is not null)
      select region from used where region is not null limit ${most}::int`.execute(ctx.db)
    return rows.map(({ region }) => region)
  },

  /** Null if there are more than a count covers. */
  async counts(ctx: Reader, query: InputOf<typeof outletApi.outletRegions>): Promise<RegionCount[] | null> {
    const where = sql.join([...filtersOf(ctx, query), sql`true`], sql` and `)
    const { rows } = await sql<RegionCount>`
      with few as materialized (
        select o.id, o.region from outlet o where ${where} limit ${sql.lit(countCap + 1)}
      ), judged as (
        select o.region, ${healthText} as health
        from few o cross join lateral (
          select count(*) as devices, count(*) filter (where d.presence = 'online') as online,
            count(*) filter (where d.presence = 'overdue') as overdue,
            count(*) filter (where d.presence = 'offline') as offline
          from device d where d.outlet_id = o.id and d.state = 'claimed') d
        where (select count(*) from few) <= ${sql.lit(countCap)})
      select region, health, count(*)::int as outlets from judged group by 1, 2 order by 1, 2`.execute(ctx.db)
    if (rows.length > 0) return rows
    const any = await sql`select 1 from outlet o where ${where} limit 1`.execute(ctx.db)
    return any.rows.length === 0 ? [] : null
  },
}
