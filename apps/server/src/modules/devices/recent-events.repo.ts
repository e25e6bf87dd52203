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

/** Which rows of the timeline, in which order. */
interface Rows {
  readonly matching: Sql
  readonly order: Sql
}

/**
 * The newest rows of the timeline that fit, of the whole scope: from one index for a company and for the platform,
 * and for an MSP from one for each MSP at or below it.
 */
function newest({ scope }: Reader, { matching, order }: Rows, most: Sql): Sql {
  const from = (owner: Sql, seen: Sql = sql``) => sql`
    select t.id, t.at, t.kind, t.device_id, t.company_id, t.detail from device_timeline t ${seen}
    where ${owner} and ${matching} order by ${order} limit ${most}`
  if (scope.kind === 'company') {
    // Leaves out what stands on devices outside of a role's outlets.
    const seen = sql`cross join lateral (${oneDevice(sql`t.device_id`)}) d`
    return from(sql`t.company_id = ${scope.companyId}::bigint`, seen)
  }
  if (scope.kind === 'platform') return from(sql`true`)
  return sql`select t.* from visible_msps() m(id) cross join lateral (${from(sql`t.msp_id = m.id`)}) t`
}

const worthTelling: Rows = {
  matching: sql`event_worth_telling(t.kind, t.detail)`,
  order: sql`t.id desc`,
}
const failedOfLate: Rows = {
  matching: sql`t.kind = 'command.failed' and t.at > now() - interval '24 hours'`,
  order: sql`t.at desc, t.id desc`,
}

export const recentEventsRepo = {
  newest: (ctx: Reader, limit: number) => page(ctx, worthTelling, limit, 0),

  /** Commands that failed within a day. */
  failed: (ctx: Reader, limit: number, offset: number) => page(ctx, failedOfLate, limit, offset),

  async countFailed(ctx: Reader): Promise<{ total: number; totalCapped: boolean }> {
    const found = newest(ctx, failedOfLate, sql.lit(countCap + 1))
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select 1 from (${found}) t limit ${sql.lit(countCap + 1)}) counted`.execute(
      ctx.db,
    )
    return capped(rows[0]!.n)
  },

  /** How many gateways stand aside, and why. */
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

/** Without values of parameters and names of templates: what is inside of a device shows its own page, which asks its company first. */
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
