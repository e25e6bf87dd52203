import { serviceReportLimits } from '@netward/contract/service-report-values'
import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type {
  AlarmRow,
  DayRow,
  FirmwareRow,
  KeptFigures,
  OrderRow,
  OutageRow,
  OutletRow,
  PeriodFigures,
  Shares,
} from './figures.ts'
import type { Days } from './periods.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>

/** Moments of the days of a period in its time zone. */
interface Span {
  readonly company: Sql
  readonly from: Sql
  readonly to: Sql
  readonly zone: string
}

const rows = sql.lit(serviceReportLimits.rows)
const within = (column: Sql, { from, to }: Span) => sql`${column} >= ${from} and ${column} < ${to}`
const minutesOf = (from: Sql, to: Sql) => sql`extract(epoch from ${to} - ${from})::float8 / 60`

function spanOf({ scope }: Reader, days: Days, zone: string): Span {
  return {
    company: sql`${scope.companyId}::bigint`,
    from: sql`(${days.from}::date::timestamp at time zone ${zone}::text)`,
    to: sql`((${days.to}::date + 1)::timestamp at time zone ${zone}::text)`,
    zone,
  }
}

/** Hours of outlets: of each minute whether a line was up, and whether any was measured. */
const outletHours = (span: Span) => sql`
  select l.outlet_id, h.hour, bit_or(translate(h.minutes, 'uodb-', '11000')::bit(60)) as up,
    bit_or(translate(h.minutes, 'uodb-', '11100')::bit(60)) as known
  from line_hour h join internet_line l on l.company_id = h.company_id and l.id = h.line_id
  where h.company_id = ${span.company} and l.outlet_id is not null and ${within(sql`h.hour`, span)}
  group by l.outlet_id, h.hour`

/** Outages that began in the period and count: their gateway does not say otherwise. */
const outagesIn = (
  span: Span,
) => sql`line_outage o join internet_line l on l.company_id = o.company_id and l.id = o.line_id
  where o.company_id = ${span.company} and o.second_view <> 'disagrees' and ${within(sql`o.began_at`, span)}`

async function one<T>({ db }: Reader, query: RawBuilder<unknown>): Promise<T> {
  return (await (query as RawBuilder<T>).execute(db)).rows[0]!
}
async function many<T>({ db }: Reader, query: RawBuilder<unknown>): Promise<T[]> {
  return (await (query as RawBuilder<T>).execute(db)).rows
}

async function periodFigures(reader: Reader, span: Span): Promise<PeriodFigures> {
  const { company } = span
  return {
    outlets: await one(
      reader,
      sql`with hours as (${outletHours(span)})
        select count(distinct outlet_id)::int as measured, coalesce(sum(bit_count(up)), 0)::int as "upMinutes",
          coalesce(sum(bit_count(known)), 0)::int as "countedMinutes" from hours`,
    ),
    outages: await one(
      reader,
      sql`select count(*)::int as count, coalesce(sum(o.down_minutes), 0)::int as minutes from ${outagesIn(span)}`,
    ),
    alarms: await one(
      reader,
      sql`select count(*) filter (where raised and severity = 'critical')::int as critical,
          count(*) filter (where raised and severity = 'major')::int as major,
          count(*) filter (where raised and rank > 2)::int as lower,
          avg(${minutesOf(sql`raised_at`, sql`acknowledged_at`)}) filter (where raised and rank <= 2) as "acknowledgeMinutes",
          count(*) filter (where raised and rank <= 2 and acknowledged_at is null)::int as unacknowledged,
          avg(${minutesOf(sql`raised_at`, sql`cleared_at`)}) filter (where cleared) as "clearMinutes"
        from (
          select a.*, ${within(sql`a.raised_at`, span)} as raised, coalesce(${within(sql`a.cleared_at`, span)}, false) as cleared
          from alarm a where a.company_id = ${company} and a.behind_id is null
            and (${within(sql`a.raised_at`, span)} or ${within(sql`a.cleared_at`, span)})) a`,
    ),
    orders: await one(
      reader,
      sql`select count(*) filter (where ${within(sql`created_at`, span)})::int as created,
          count(*) filter (where ${within(sql`resolved_at`, span)})::int as resolved,
          count(*) filter (where created_at < ${span.to} and (resolved_at is null or resolved_at >= ${span.to}))::int as open,
          jsonb_build_object(
            'due', count(*) filter (where ${within(sql`respond_due`, span)}),
            'met', count(*) filter (where ${within(sql`respond_due`, span)} and responded_at <= respond_due)) as respond,
          jsonb_build_object(
            'due', count(*) filter (where ${within(sql`resolve_due`, span)}),
            'met', count(*) filter (where ${within(sql`resolve_due`, span)} and resolved_at <= resolve_due)) as resolve,
          avg(${minutesOf(sql`created_at`, sql`resolved_at`)}) filter (where ${within(sql`resolved_at`, span)}) as "resolveMinutes"
        from work_order o where o.company_id = ${company} and o.state <> 'cancelled'`,
    ),
    ratings: await one(
      reader,
      sql`select count(*)::int as answers, case when count(*) >= 5 then avg(score)::float8 end as mean from work_order_rating r
        where r.company_id = ${company} and ${within(sql`r.rated_at`, span)}`,
    ),
  }
}

const worstOutlets = (reader: Reader, span: Span) =>
  many<OutletRow>(
    reader,
    sql`with hours as (${outletHours(span)})
      select t.name, m.up as "upMinutes", m.known as "countedMinutes",
        (select count(*) from ${outagesIn(span)} and l.outlet_id = t.id)::int as outages,
        (select count(*) from alarm a where a.company_id = t.company_id and a.outlet_id = t.id
          and ${within(sql`a.raised_at`, span)})::int as alarms,
        (select count(*) from work_order w where w.company_id = t.company_id and w.outlet_id = t.id
          and ${within(sql`w.created_at`, span)})::int as orders
      from (select outlet_id, sum(bit_count(up))::int as up, sum(bit_count(known))::int as known from hours group by outlet_id) m
      join outlet t on t.company_id = ${span.company} and t.id = m.outlet_id
      where m.known > m.up order by m.known - m.up desc, t.id limit 3`,
  )

const daysOf = (reader: Reader, span: Span, { from, to }: Days) =>
  many<DayRow>(
    reader,
    sql`with hours as (${outletHours(span)}), measured as (
        select (hour at time zone ${span.zone}::text)::date as day, sum(bit_count(up))::int as up, sum(bit_count(known))::int as known
        from hours group by 1),
      raised as (select (a.raised_at at time zone ${span.zone}::text)::date as day, count(*)::int as n from alarm a
        where a.company_id = ${span.company} and a.behind_id is null and ${within(sql`a.raised_at`, span)} group by 1),
      created as (select (o.created_at at time zone ${span.zone}::text)::date as day, count(*)::int as n from work_order o
        where o.company_id = ${span.company} and ${within(sql`o.created_at`, span)} group by 1),
      resolved as (select (o.resolved_at at time zone ${span.zone}::text)::date as day, count(*)::int as n from work_order o
        where o.company_id = ${span.company} and ${within(sql`o.resolved_at`, span)} group by 1)
      select d.day::text, coalesce(m.up, 0) as "upMinutes", coalesce(m.known, 0) as "countedMinutes",
        coalesce(a.n, 0) as alarms, coalesce(c.n, 0) as created, coalesce(r.n, 0) as resolved
      from (select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day) d
      left join measured m using (day) left join raised a using (day) left join created c using (day)
      left join resolved r using (day) order by d.day`,
  )

async function sharesOf(reader: Reader, span: Span): Promise<Shares> {
  const found = await many<{ cause: string; responsibility: string; minutes: number }>(
    reader,
    sql`select o.cause, o.responsibility, sum(o.down_minutes)::int as minutes from ${outagesIn(span)} group by 1, 2`,
  )
  const sum = (of: 'cause' | 'responsibility') =>
    found.reduce<Record<string, number>>(
      (all, row) => ({ ...all, [row[of]]: (all[row[of]] ?? 0) + row.minutes }),
      {},
    )
  return { cause: sum('cause'), responsibility: sum('responsibility') }
}

const outageRows = (reader: Reader, span: Span) =>
  many<OutageRow>(
    reader,
    sql`select coalesce(t.name, '') as outlet, l.name as line, o.began_at as "beganAt", o.ended_at as "endedAt",
        o.down_minutes as minutes, o.cause, o.responsibility
      from (select o.*, l.name, l.outlet_id from ${outagesIn(span)}) o
      join internet_line l on l.company_id = o.company_id and l.id = o.line_id
      left join outlet t on t.company_id = l.company_id and t.id = l.outlet_id
      order by o.began_at, o.id limit ${rows}`,
  )

const alarmRows = (reader: Reader, span: Span) =>
  many<AlarmRow>(
    reader,
    sql`select coalesce(t.name, '') as outlet, coalesce(d.name, l.name, '') as subject, a.rule, a.rule_name as "ruleName", a.severity,
        a.raised_at as "raisedAt", a.acknowledged_at as "acknowledgedAt", a.cleared_at as "clearedAt"
      from alarm a left join device d on d.company_id = a.company_id and d.id = a.device_id
      left join internet_line l on l.company_id = a.company_id and l.id = a.line_id
      left join outlet t on t.company_id = a.company_id and t.id = a.outlet_id
      where a.company_id = ${span.company} and a.behind_id is null and ${within(sql`a.raised_at`, span)}
      order by a.raised_at, a.id limit ${rows}`,
  )

const orderRows = (reader: Reader, span: Span) =>
  many<OrderRow>(
    reader,
    sql`select o.number::text, o.title, o.type, o.priority::int, o.state, coalesce(t.name, '') as outlet, o.created_at as "createdAt",
        o.resolved_at as "resolvedAt", o.resolve_due as "resolveDue", o.score::int
      from work_order o left join outlet t on t.company_id = o.company_id and t.id = o.outlet_id
      where o.company_id = ${span.company} and (${within(sql`o.created_at`, span)} or ${within(sql`o.resolved_at`, span)})
      order by o.created_at, o.id limit ${rows}`,
  )

export const figuresRepo = {
  /** Of the company acted in, which must be seen whole. `days` and the period before, in its time zone. */
  async read(reader: Reader, days: Days, before: Days, zone: string): Promise<KeptFigures> {
    const span = spanOf(reader, days, zone)
    const { company } = span
    return {
      format: 1,
      now: await periodFigures(reader, span),
      before: await periodFigures(reader, spanOf(reader, before, zone)),
      worst: await worstOutlets(reader, span),
      days: await daysOf(reader, span, days),
      shares: await sharesOf(reader, span),
      repeated: await one(
        reader,
        sql`select count(*) filter (where n >= 2)::int as things, count(*)::int as all from (
          select count(*) as n from alarm a where a.company_id = ${company} and a.subject_id is not null
            and ${within(sql`a.raised_at`, span)} group by a.subject_id, a.rule) a`,
      ),
      singleLine: await one(
        reader,
        sql`select count(*)::int as outlets, count(*) filter (where outages > 0)::int as "withOutage" from (
          select t.outlet_id, (select count(*) from ${outagesIn(span)} and l.outlet_id = t.outlet_id) as outages
          from (select outlet_id from internet_line where company_id = ${company} and outlet_id is not null
            group by outlet_id having count(*) = 1) t) s`,
      ),
      quotas: await many(
        reader,
        sql`select e.kind, e.used, e.granted from entitlement e where e.company_id = ${company} and e.granted is not null
          order by e.kind`,
      ),
      changes: {
        ...(await one<{ configurations: number }>(
          reader,
          sql`select count(*)::int as configurations from configuration_version v
            where v.company_id = ${company} and ${within(sql`v.first_at`, span)}
              and exists (select from configuration_version e where e.company_id = v.company_id and e.device_id = v.device_id
                and e.id < v.id)`,
        )),
        firmware: await many<FirmwareRow>(
          reader,
          sql`select c.name, c.version, count(*)::int as upgraded from campaign_target t
            join campaign c on c.company_id = t.company_id and c.id = t.campaign_id
            where t.company_id = ${company} and t.state = 'verified' and ${within(sql`t.changed_at`, span)}
            group by c.id, c.name, c.version order by c.id limit 20`,
        ),
      },
      outages: await outageRows(reader, span),
      alarms: await alarmRows(reader, span),
      orders: await orderRows(reader, span),
    }
  },
}
