import type { InputOf, lineQualityApi, OutputOf } from '@netward/contract'
import type { LineProfile } from '@netward/contract/line-profiles'
import type { LineMeasurer } from '@netward/contract/line-quality-values'
import { type RawBuilder, sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { outletMatching, standsIn, withCompanyName } from '../outlets/index.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>
export type LineQuery = InputOf<typeof lineQualityApi.pageMeasuredLines>

type Means = OutputOf<typeof lineQualityApi.pageMeasuredLines>['items'][number]['now']

/** Without the means of the day and the week, and its hours. */
export type MeasuredLineRow = Omit<
  OutputOf<typeof lineQualityApi.pageMeasuredLines>['items'][number],
  'now' | 'day' | 'week' | 'hours'
> &
  Means

export interface LineDetailRow extends MeasuredLineRow {
  readonly chosenProfile: MeasuredLineRow['profile'] | null
  readonly ispHost: string
  readonly businessHost: string
  readonly timeZone: string
  readonly businessHours: string
  readonly createdAt: string
  readonly settings: Partial<LineProfile> | null
  readonly throughputAt: string | null
}

const profile = sql`coalesce(s.profile, line_profile_of(l.type))`

const columns = sql`l.id, l.company_id as "companyId", l.company_id, l.outlet_id as "outletId",
  (select o.name from outlet o where o.company_id = l.company_id and o.id = l.outlet_id) as "outletName", l.name, l.isp,
  l.isp_name as "ispName", l.type, l.down_mbps as "downMbps", l.up_mbps as "upMbps", ${profile} as profile, s.state, s.since,
  s.measured_at as "measuredAt", s.measured_by as "measuredBy",
  s.day_target as "dayTarget", s.week_target as "weekTarget", s.judged_at as "judgedAt", s.loss, s.rtt, s.jitter, s.mos`

const orders: Readonly<Record<LineQuery['sort'], Sql>> = {
  name: sql`l.name, l.id`,
  '-name': sql`l.name desc, l.id desc`,
  loss: sql`s.loss, s.line_id`,
  '-loss': sql`s.loss desc nulls last, s.line_id`,
  rtt: sql`s.rtt, s.line_id`,
  '-rtt': sql`s.rtt desc nulls last, s.line_id`,
  jitter: sql`s.jitter, s.line_id`,
  '-jitter': sql`s.jitter desc nulls last, s.line_id`,
  mos: sql`s.mos, s.line_id`,
  '-mos': sql`s.mos desc nulls last, s.line_id`,
}

const from = sql`internet_line l join line_standing s on s.line_id = l.id and s.company_id = l.company_id`

/** Of `internet_line l`: it was down for some of the time, and its gateway does not contradict. */
export const hadOutage = (since: string, until: string): Sql => sql`exists (
  select from line_outage g where g.company_id = l.company_id and g.line_id = l.id and g.second_view <> 'disagrees'
    and g.began_at < ${until}::timestamptz and coalesce(g.ended_at, 'infinity') > ${since}::timestamptz)`

async function conditionsOf(ctx: Reader, query: LineQuery): Promise<Sql> {
  const { outletId, companyId, isp = [], type = [], state = [], profile: profiles = [] } = query
  const { dayTarget = [], weekTarget = [], outageFrom, outageTo } = query
  const conditions: Sql[] = [
    ...(ctx.scope.kind === 'company'
      ? [sql`l.company_id = ${ctx.scope.companyId}::bigint and s.company_id = ${ctx.scope.companyId}::bigint`]
      : []),
    ...(companyId === undefined ? [] : [sql`l.company_id = ${companyId}::bigint`]),
    ...(outletId === undefined ? [] : [sql`l.outlet_id = ${outletId}::bigint`]),
    ...standsIn('l', query),
    ...(outageFrom === undefined && outageTo === undefined
      ? []
      : [hadOutage(outageFrom ?? '-infinity', outageTo ?? 'infinity')]),
    ...(isp.length === 0 ? [] : [sql`l.isp = any (${isp}::text[])`]),
    ...(type.length === 0 ? [] : [sql`l.type = any (${type}::text[])`]),
    ...(state.length === 0 ? [] : [sql`s.state = any (${state}::text[])`]),
    ...(dayTarget.length === 0 ? [] : [sql`s.day_target = any (${dayTarget}::text[])`]),
    ...(weekTarget.length === 0 ? [] : [sql`s.week_target = any (${weekTarget}::text[])`]),
    ...(profiles.length === 0 ? [] : [sql`${profile} = any (${profiles}::text[])`]),
    ...(await outletMatching(ctx, 'line', query.search)),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

const named = (ctx: Reader, rows: Sql) =>
  sql`select n.*, n.company_name as "companyName" from (${withCompanyName(ctx, rows)}) n`

export const measuredLineRepo = {
  async page(ctx: Reader, query: LineQuery): Promise<{ items: MeasuredLineRow[]; total: number }> {
    const where = await conditionsOf(ctx, query)
    const [counted, items] = await Promise.all([
      sql<{ n: number }>`select count(*)::int as n from (
        select 1 from ${from} where ${where} limit ${sql.lit(countCap + 1)}) counted`.execute(ctx.db),
      measuredLineRepo.some(ctx, where, query, query.pageSize, (query.page - 1) * query.pageSize),
    ])
    return { items, total: counted.rows[0]?.n ?? 0 }
  },

  async all(ctx: Reader, query: LineQuery, most: number): Promise<MeasuredLineRow[]> {
    return measuredLineRepo.some(ctx, await conditionsOf(ctx, query), query, most, 0)
  },

  async some(
    ctx: Reader,
    where: Sql,
    { sort }: Pick<LineQuery, 'sort'>,
    limit: number,
    offset: number,
  ): Promise<MeasuredLineRow[]> {
    const rows = sql`select ${columns}, row_number() over (order by ${orders[sort]}) as place from (
        select l.id as line_id from ${from} where ${where} order by ${orders[sort]} limit ${limit}::int offset ${offset}::int) p
      join internet_line l on l.id = p.line_id join line_standing s on s.line_id = l.id`
    return (
      await sql<MeasuredLineRow>`select * from (${named(ctx, rows)}) k order by k.place`.execute(ctx.db)
    ).rows
  },

  async find(ctx: Reader, lineId: string): Promise<LineDetailRow | undefined> {
    const rows = sql`select ${columns}, s.profile as "chosenProfile", s.throughput_at as "throughputAt", s.isp_host as "ispHost",
        s.business_host as "businessHost", o.time_zone as "timeZone", o.business_hours as "businessHours",
        l.created_at as "createdAt",
        (select p.settings from line_profile p where p.company_id = l.company_id and p.kind = ${profile}) as settings
      from ${from} join outlet o on o.company_id = l.company_id and o.id = l.outlet_id where l.id = ${lineId}`
    return (await sql<LineDetailRow>`${named(ctx, rows)}`.execute(ctx.db)).rows[0]
  },

  /** The company of a line that the caller sees. */
  async findCompany({ db }: Reader, lineId: string): Promise<string | undefined> {
    const { rows } = await sql<{ company_id: string }>`
      select s.company_id from line_standing s where s.line_id = ${lineId}`.execute(db)
    return rows[0]?.company_id
  },

  /** Means by the hour's own, weighted by how many minutes each counts. */
  async means({ db }: Reader, lineIds: readonly string[], days: number): Promise<Map<string, Means>> {
    const { rows } = await sql<Means & { id: string }>`
      select h.line_id as id, (sum(h.loss_mean * h.tests) / nullif(sum(h.tests), 0))::float8 as loss,
        (sum(h.rtt_mean * h.tests) / nullif(sum(h.tests) filter (where h.rtt_mean is not null), 0))::float8 as rtt,
        (sum(h.jitter_mean * h.tests) / nullif(sum(h.tests) filter (where h.jitter_mean is not null), 0))::float8 as jitter,
        (sum(h.mos_mean * h.tests) / nullif(sum(h.tests) filter (where h.mos_mean is not null), 0))::float8 as mos
      from line_hour h where h.line_id = any (${lineIds}::bigint[])
        and h.hour > now() - make_interval(days => ${days}) group by 1`.execute(db)
    return new Map(rows.map(({ id, ...means }) => [id, means]))
  },

  /** The last 24 hours of lines, a letter each: what most marks it. */
  async hours({ db }: Reader, lineIds: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await sql<{ id: string; hours: string }>`
      select l.id, (select string_agg(coalesce(k.letter, '-'), '' order by g) from generate_series(
          date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') g
        left join lateral (select case when strpos(h.minutes, 'd') > 0 then 'd' when strpos(h.minutes, 'b') > 0 then 'b'
            when length(replace(h.minutes, 'o', '')) < 60 - 3 then 'o'
            when h.minutes ~ '[uo]' then 'u' else '-' end as letter
          from line_hour h where h.line_id = l.id and h.hour = g) k on true) as hours
      from unnest(${lineIds}::bigint[]) l (id)`.execute(db)
    return new Map(rows.map(({ id, hours }) => [id, hours]))
  },

  /** Minutes of a line since a moment, in whole hours; hours without any are not there. */
  async minutes({ db }: Reader, lineId: string, since: Date): Promise<{ hour: string; minutes: string }[]> {
    const { rows } = await sql<{ hour: string; minutes: string }>`
      select h.hour, h.minutes from line_hour h where h.line_id = ${lineId} and h.hour >= date_trunc('hour', ${since}::timestamptz)
      order by h.hour`.execute(db)
    return rows
  },

  /** Approved work that covers a line's outlet. */
  async maintenance({ db }: Reader, lineId: string, since: Date): Promise<{ from: string; to: string }[]> {
    const { rows } = await sql<{ from: string; to: string }>`
      select w.starts_at as from, w.ends_at as to from internet_line l join maintenance_window w on w.company_id = l.company_id
      where l.id = ${lineId} and w.ends_at > ${since}::timestamptz and w.starts_at < now()
        and (not w.late or w.approved_at is not null) and (w.whole_company or l.outlet_id = any (w.outlet_ids))`.execute(
      db,
    )
    return rows
  },

  async tests({ db }: Reader, lineId: string) {
    const { rows } = await sql<{ target: string; at: string; result: Record<string, unknown> }>`
      select t.target, t.at, t.result from line_test t where t.line_id = ${lineId} order by t.target`.execute(
      db,
    )
    return rows
  },

  /** The last rate of each direction that a test found. */
  async throughput({ db }: Reader, lineId: string) {
    const { rows } = await sql<{
      direction: 'down' | 'up'
      bitsPerSecond: number
      at: string
      by: LineMeasurer
    }>`
      select distinct on (r.test->>'direction') r.test->>'direction' as direction, r.bits_per_second as "bitsPerSecond",
        r.ended_at as at, r.vantage as by
      from line_run r where r.line_id = ${lineId}::bigint and r.kind = 'throughput' and r.state = 'done'
        and r.bits_per_second > 0 order by r.test->>'direction', r.created_at desc`.execute(db)
    return rows
  },

  /** Bytes that tests of throughput moved since the month began where the outlet stands. */
  async movedInMonth({ db }: Reader, lineId: string, timeZone: string): Promise<number> {
    const { rows } = await sql<{ moved: number }>`
      select line_moved_in_month(${lineId}::bigint, ${timeZone})::float8 as moved`.execute(db)
    return rows[0]!.moved
  },

  async paths({ db }: Reader, lineId: string) {
    type Path = OutputOf<typeof lineQualityApi.listLinePaths>['items'][number]
    const { rows } = await sql<Omit<Path, 'reached' | 'hops' | 'rateLimited'> & { path: unknown }>`
      select p.id, p.at, p.target, p.moment, p.method, p.path from line_path p where p.line_id = ${lineId}
      order by p.at desc, p.id desc limit 100`.execute(db)
    return rows
  },

  /** Only in the company acted in. @returns what it was before; undefined: it is not there */
  async lock({ db, scope }: Reader, lineId: string) {
    const { rows } = await sql<{
      outletId: string
      name: string
      profile: string | null
      ispHost: string
      businessHost: string
    }>`select l.outlet_id as "outletId", l.name, s.profile, s.isp_host as "ispHost", s.business_host as "businessHost"
      from line_standing s join internet_line l on l.id = s.line_id
      where s.line_id = ${lineId} and s.company_id = ${scope.companyId} for update of s`.execute(db)
    return rows[0]
  },

  async update(
    { db }: Reader,
    lineId: string,
    set: { profile: string | null; ispHost: string; businessHost: string },
  ): Promise<void> {
    await sql`update line_standing set profile = ${set.profile}, isp_host = ${set.ispHost}, business_host = ${set.businessHost}
      where line_id = ${lineId}`.execute(db)
  },
}
