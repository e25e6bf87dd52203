import type { InputOf, OutputOf, overviewApi } from '@netward/contract'
import { type RawBuilder, sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Global = OutputOf<typeof overviewApi.globalOverview>
type Network = OutputOf<typeof overviewApi.networkOverview>
type Customer = OutputOf<typeof overviewApi.pageCustomers>['items'][number]
type CustomerQuery = InputOf<typeof overviewApi.pageCustomers>

const mostListed = 10

const ofScope = ({ scope }: Reader, column: RawBuilder<unknown>) =>
  scope.kind === 'company' ? sql`${column} = ${scope.companyId}::bigint` : sql`true`

/** Row-level security shows what is in sight; each part is read in the data scope of its permission. */
export const overviewRepo = {
  async outlets(reader: Reader): Promise<NonNullable<Global['outlets']>> {
    const { rows } = await sql<NonNullable<Global['outlets']>>`
      select count(*) filter (where band = 'good')::int as good, count(*) filter (where band = 'fair')::int as fair,
        count(*) filter (where band = 'poor')::int as poor, count(*) filter (where band = 'unknown')::int as unknown
      from outlet_health where ${ofScope(reader, sql`company_id`)}`.execute(reader.db)
    return rows[0]!
  },

  async alarms(reader: Reader): Promise<NonNullable<Global['alarms']>> {
    const { rows } = await sql<NonNullable<Global['alarms']>>`
      select count(*) filter (where severity = 'critical')::int as critical,
        count(*) filter (where severity = 'major')::int as major,
        count(*) filter (where severity not in ('critical', 'major'))::int as others
      from alarm where state = 'active' and behind_id is null and ${ofScope(reader, sql`company_id`)}`.execute(
      reader.db,
    )
    return rows[0]!
  },

  async orders(reader: Reader): Promise<NonNullable<Global['orders']>> {
    const { rows } = await sql<NonNullable<Global['orders']>>`
      select count(*)::int as open, count(*) filter (where ${isOverdue})::int as overdue
      from work_order o where o.open and ${ofScope(reader, sql`o.company_id`)}`.execute(reader.db)
    return rows[0]!
  },

  async customerCount({ db }: Reader): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from company where kind = 'company'`.execute(db)
    return rows[0]?.n ?? 0
  },

  /** Campaigns that run, the latest first. */
  async campaigns({ db }: Reader): Promise<NonNullable<Global['campaigns']>> {
    const { rows } = await sql<NonNullable<Global['campaigns']>[number]>`
      select id, name, visible_company_name(company_id) as "companyName", targets, verified, failed from campaign
      where ended_at is null and state = 'running' order by started_at desc nulls last, id desc
      limit ${sql.lit(mostListed)}`.execute(db)
    return rows
  },

  async licences({ db }: Reader): Promise<NonNullable<Global['licences']>> {
    const { rows } = await sql<NonNullable<Global['licences']>[number]>`
      select company_id as "companyId", visible_company_name(company_id) as "companyName", kind, quantity,
        ends_at as "endsAt"
      from licence where revoked_at is null and ends_at > now() and ends_at < now() + interval '30 days'
      order by ends_at, id limit ${sql.lit(mostListed)}`.execute(db)
    return rows
  },

  /**
   * One look at an index for each figure of a company; those of a page alone where the order is one of the company's own.
   * @param withOrders whether the caller may see work orders
   */
  async customers(
    { db }: Reader,
    query: CustomerQuery,
    withOrders: boolean,
  ): Promise<{ items: Customer[]; total: number }> {
    const { search = '', band = [], page, pageSize } = query
    const where = [
      sql`c.kind = 'company'`,
      ...(search === ''
        ? []
        : [sql`(strpos(lower(c.name), lower(${search})) > 0 or strpos(c.code, lower(${search})) > 0)`]),
    ]
    const overdue = withOrders
      ? sql`(select count(*)::int from work_order o where o.company_id = c.id and o.open and ${isOverdue})`
      : sql`null::int`
    const { rows } = await sql<Customer & { total: number }>`
      with k as (
        select c.id, c.name, c.code, c.status, c.expires_at as "endsAt", h.score, h.outlets, h.offline,
          case when h.offline > 0 or h.poor then 'poor' when h.score is null then 'unknown'
            when h.score >= 90 then 'good' when h.score >= 75 then 'fair' else 'poor' end as band,
          (select count(*)::int from alarm a where a.company_id = c.id and a.state = 'active' and a.severity = 'critical'
            and a.behind_id is null) as critical,
          ${overdue} as overdue, e.quota, e.kind as "quotaKind"
        from company c
        cross join lateral (
          select min(h.score)::int as score, count(*)::int as outlets, count(*) filter (where h.offline)::int as offline,
            coalesce(bool_or(h.band = 'poor'), false) as poor
          from outlet_health h where h.company_id = c.id) h
        left join lateral (
          select e.kind, (e.used::float8 / nullif(e.granted, 0)) as quota from entitlement e
          where e.company_id = c.id and e.granted is not null order by 2 desc nulls last limit 1) e on true
        where ${sql.join(where, sql` and `)}
      ), chosen as (
        select * from k where ${band.length === 0 ? sql`true` : sql`band = any (${band}::text[])`}
      )
      select (select count(*)::int from (select 1 from chosen limit ${sql.lit(countCap + 1)}) n) as total, chosen.*
      from chosen order by ${orderOf(query.sort)} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(
      db,
    )
    const items = rows.map(
      ({ id, name, code, status, outlets, score, band: worst, offline, critical, overdue: late, ...row }) => {
        const { quota, quotaKind, endsAt } = row
        return {
          id,
          name,
          code,
          status,
          outlets,
          score,
          band: worst,
          offline,
          critical,
          overdue: late,
          quota,
          quotaKind,
          endsAt,
        }
      },
    )
    return { items, total: rows[0]?.total ?? 0 }
  },

  async lines(reader: Reader): Promise<NonNullable<Network['lines']>> {
    const { rows } = await sql<NonNullable<Network['lines']>>`
      select s.*, h.loss, h.rtt from (
        select count(*) filter (where state = 'up')::int as up, count(*) filter (where state = 'down')::int as down,
          count(*) filter (where state = 'blind')::int as blind,
          count(*) filter (where state = 'unmeasured')::int as unmeasured
        from line_standing where ${ofScope(reader, sql`company_id`)}) s
      cross join (
        select (sum(loss_mean * tests) / nullif(sum(tests), 0))::float8 as loss,
          (sum(rtt_mean * tests) / nullif(sum(tests) filter (where rtt_mean is not null), 0))::float8 as rtt
        from line_hour where hour > now() - interval '24 hours' and ${ofScope(reader, sql`company_id`)}) h`.execute(
      reader.db,
    )
    return rows[0]!
  },

  async configuration(reader: Reader): Promise<NonNullable<Network['configuration']>> {
    const { rows } = await sql<NonNullable<Network['configuration']>>`
      select (select count(*)::int from device where configuration = 'drifted' and state = 'claimed' and ${ofScope(reader, sql`company_id`)}) as drifted,
        (select count(*)::int from device where configuration = 'failed' and state = 'claimed' and ${ofScope(reader, sql`company_id`)}) as failed,
        (select count(*)::int from device where configuration = 'conflict' and state = 'claimed' and ${ofScope(reader, sql`company_id`)}) as conflict,
        (select coalesce(sum(outdated), 0)::int from outlet_health where ${ofScope(reader, sql`company_id`)}) as outdated`.execute(
      reader.db,
    )
    return rows[0]!
  },

  async changes(reader: Reader): Promise<NonNullable<Network['changes']>> {
    const { rows } = await sql<NonNullable<Network['changes']>>`
      select (select count(*)::int from device where state = 'claimed' and claimed_at > now() - interval '24 hours'
          and ${ofScope(reader, sql`company_id`)}) as added, n.* from (
        select count(*) filter (where kind = 'neighbour.new')::int as appeared,
          count(*) filter (where kind = 'neighbour.gone')::int as vanished,
          count(*) filter (where kind = 'neighbour.moved')::int as moved
        from device_timeline where kind in ('neighbour.new', 'neighbour.gone', 'neighbour.moved')
          and at > now() - interval '24 hours' and ${ofScope(reader, sql`company_id`)}) n`.execute(reader.db)
    return rows[0]!
  },
}

const isOverdue = sql`(o.resolved_at is null and o.resolve_due < now() or o.responded_at is null and o.respond_due < now())`

const columns: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`name`,
  score: sql`score`,
  offline: sql`offline`,
  critical: sql`critical`,
  overdue: sql`overdue`,
  quota: sql`quota`,
  endsAt: sql`"endsAt"`,
}

function orderOf(sort: CustomerQuery['sort']): RawBuilder<unknown> {
  const column = columns[sort.replace('-', '')] ?? sql`name`
  return sort.startsWith('-') ? sql`${column} desc nulls last, name, id` : sql`${column} nulls last, name, id`
}
