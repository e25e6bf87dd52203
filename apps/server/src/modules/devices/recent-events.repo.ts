import { type RawBuilder, sql } from 'kysely'
import { capped, countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { oneDevice } from './device-rows.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface RecentEvent {
  id: string
  at: string
  kind: string
  device_id: string
  device_name: string
  company_name: string
  detail: Record<string, unknown>
}

type Sql = RawBuilder<unknown>

/** Which timeline rows, in which order. */
interface Rows {
  readonly matching: Sql
  readonly order: Sql
}

/**
 * The newest matching timeline rows of the whole scope: from one index for a company and for the platform;
 * for an MSP, from one per MSP at or below it.
 */
function newest({ scope }: Reader, { matching, order }: Rows, most: Sql): Sql {
  const from = (owner: Sql, seen: Sql = sql``) => sql`
    select t.id, t.at, t.kind, t.device_id, t.company_id, t.detail from device_timeline t ${seen}
    where ${owner} and ${matching} order by ${order} limit ${most}`
  if (scope.kind === 'company') {
    // Excludes entries of devices outside a role's outlets.
    const seen = sql`cross join lateral (${oneDevice(sql`t.device_id`)}) d`
    return from(sql`t.company_id = ${scope.companyId}::bigint`, seen)
  }
  if (scope.kind === 'platform') return from(sql`true`)
  return sql`select t.* from visible_msps() m(id) cross join lateral (${from(sql`t.msp_id = m.id`)}) t`
}

const worthListing: Rows = {
  matching: sql`event_worth_listing(t.kind, t.detail)`,
  order: sql`t.id desc`,
}
const recentlyFailed: Rows = {
  matching: sql`t.kind = 'command.failed' and t.at > now() - interval '24 hours'`,
  order: sql`t.at desc, t.id desc`,
}

export const recentEventsRepo = {
  newest: (ctx: Reader, limit: number) => page(ctx, worthListing, limit, 0),

  /** Commands that failed within a day. */
  failed: (ctx: Reader, limit: number, offset: number) => page(ctx, recentlyFailed, limit, offset),

  async countFailed(ctx: Reader): Promise<{ total: number; totalCapped: boolean }> {
    const found = newest(ctx, recentlyFailed, sql.lit(countCap + 1))
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select 1 from (${found}) t limit ${sql.lit(countCap + 1)}) counted`.execute(
      ctx.db,
    )
    return capped(rows[0]!.n)
  },

  /** How many gateways are set aside, and why. */
  countGuarded({ db }: Reader): Promise<{ quarantined: number; duplicate: number }> {
    return db
      .selectFrom('device')
      .where('state', '=', 'claimed')
      .where('guard', '<>', 'none')
      .select([
        sql<number>`(count(*) filter (where guard = 'quarantined'))::int`.as('quarantined'),
        sql<number>`(count(*) filter (where guard = 'duplicate'))::int`.as('duplicate'),
      ])
      .executeTakeFirstOrThrow()
  },
}

/**
 * Without parameter values and template names: device contents are shown on its own page, which checks with
 * its company first.
 */
async function page(ctx: Reader, wanted: Rows, limit: number, offset: number): Promise<RecentEvent[]> {
  const { rows } = await sql<RecentEvent>`
    select t.id, t.at, t.kind, t.device_id, d.name as device_name, t.detail - '{drift,templates}'::text[] as detail,
      coalesce(visible_company_name(t.company_id), '') as company_name
    from (select * from (${newest(ctx, wanted, sql`${limit + offset}`)}) t
      order by ${wanted.order} limit ${limit} offset ${offset}) t
    cross join lateral (${oneDevice(sql`t.device_id`)}) d
    order by ${wanted.order}`.execute(ctx.db)
  return rows
}
