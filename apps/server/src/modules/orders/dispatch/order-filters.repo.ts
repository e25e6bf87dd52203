import { noRegion } from '@netward/contract/outlet-region'
import { type RawBuilder, sql } from 'kysely'

/** Nobody has responded in time, or solved it. */
export const overdue: RawBuilder<unknown> = sql`(o.resolved_at is null and o.resolve_due < now()
  or o.responded_at is null and o.respond_due < now())`

/** Resolved by its deadline; a suspended order has none. */
export const inTime = punctual('resolved_at', 'resolve_due')
export const late = missed('resolved_at', 'resolve_due')
export const respondedInTime = punctual('responded_at', 'respond_due')
export const respondedLate = missed('responded_at', 'respond_due')

function punctual(done: string, due: string): RawBuilder<unknown> {
  return sql`(o.state <> 'cancelled' and ${sql.ref(`o.${done}`)} <= ${sql.ref(`o.${due}`)})`
}

function missed(done: string, due: string): RawBuilder<unknown> {
  const [at, by] = [sql.ref(`o.${done}`), sql.ref(`o.${due}`)]
  return sql`(o.state <> 'cancelled' and case when ${at} is null then ${by} < now() else ${at} > ${by} end)`
}

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
