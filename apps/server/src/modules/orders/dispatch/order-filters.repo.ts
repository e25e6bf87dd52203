import { noRegion } from '@netward/contract/outlet-region'
import { type RawBuilder, sql } from 'kysely'

/** Nobody has responded in time, or solved it. */
export const overdue: RawBuilder<unknown> = sql`(o.resolved_at is null and o.resolve_due < now()
  or o.responded_at is null and o.respond_due < now())`

/** Resolved by its deadline; a suspended order has none. */
export const inTime: RawBuilder<unknown> = sql`(o.state <> 'cancelled' and o.resolved_at <= o.resolve_due)`
export const late: RawBuilder<unknown> = sql`(o.state <> 'cancelled'
  and case when o.resolved_at is null then o.resolve_due < now() else o.resolved_at > o.resolve_due end)`

/** Orders that engineers can take; `mine`: those that fit the caller. */
export const inPool = (whose: 'any' | 'mine'): RawBuilder<unknown> =>
  whose === 'any'
    ? sql`o.pooled_at is not null`
    : sql`o.pooled_at is not null and exists (
        select from own_engineer() e where (e.skills = '{}' or o.category = any (e.skills))
          and (e.regions = '{}' or exists (select from outlet t cross join unnest(e.regions) r
            where t.company_id = o.company_id and t.id = o.outlet_id and (t.region = r or starts_with(t.region, r || '/')))))`

/** Orders of sites in a region or below it; `/`: of sites without one, or without a site. */
export const inRegion = (region: string): RawBuilder<unknown> =>
  region === noRegion
    ? sql`not exists (select from outlet t where t.company_id = o.company_id and t.id = o.outlet_id and t.region <> '')`
    : sql`exists (select from outlet t where t.company_id = o.company_id and t.id = o.outlet_id
        and (t.region = ${region} or starts_with(t.region, ${region} || '/')))`
