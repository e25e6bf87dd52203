import { serviceReportLimits } from '@netward/contract/service-report-values'
import { sql } from 'kysely'
import { readAvailability, readDays, readWorstOutlets } from './availability.repo.ts'
import type {
  AlarmRow,
  FirmwareRow,
  KeptFigures,
  OrderRow,
  OutageRow,
  PeriodFigures,
  Shares,
} from './figures.ts'
import type { Days } from './periods.ts'
import { many, one, outagesIn, type Reader, spanOf, type Span, type Sql, within } from './span.repo.ts'

const rowLimit = sql.lit(serviceReportLimits.rows)
const minutesOf = (from: Sql, to: Sql) => sql`extract(epoch from ${to} - ${from})::float8 / 60`

async function periodFigures(
  reader: Reader,
  span: Span,
  outlets: PeriodFigures['outlets'],
): Promise<PeriodFigures> {
  const { company } = span
  return {
    outlets,
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

const countOf = async (reader: Reader, rows: Sql): Promise<number> =>
  (await one<{ n: number }>(reader, sql`select count(*)::int as n from (${rows}) counted`)).n

const outageRows = (reader: Reader, span: Span) =>
  many<OutageRow>(
    reader,
    sql`select coalesce(t.name, '') as outlet, l.name as line, o.began_at as "beganAt", o.ended_at as "endedAt",
        o.down_minutes as minutes, o.cause, o.responsibility
      from (select o.*, l.name, l.outlet_id from ${outagesIn(span)}) o
      join internet_line l on l.company_id = o.company_id and l.id = o.line_id
      left join outlet t on t.company_id = l.company_id and t.id = l.outlet_id
      order by o.began_at, o.id limit ${rowLimit}`,
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
      order by a.raised_at, a.id limit ${rowLimit}`,
  )

const orderRows = (reader: Reader, span: Span) =>
  many<OrderRow>(
    reader,
    sql`select o.number::text, o.title, o.type, o.priority::int, o.state, coalesce(t.name, '') as outlet, o.created_at as "createdAt",
        o.resolved_at as "resolvedAt", o.resolve_due as "resolveDue", o.score::int
      from work_order o left join outlet t on t.company_id = o.company_id and t.id = o.outlet_id
      where o.company_id = ${span.company} and (${within(sql`o.created_at`, span)} or ${within(sql`o.resolved_at`, span)})
      order by o.created_at, o.id limit ${rowLimit}`,
  )

export const figuresRepo = {
  /** Of the company acted in, which must be seen whole. `days` and the period before, in its time zone. */
  async read(reader: Reader, days: Days, before: Days, zone: string): Promise<KeptFigures> {
    const [span, earlier] = [spanOf(reader, days, zone), spanOf(reader, before, zone)]
    const { company } = span
    const availability = await readAvailability(reader, span, days)
    return {
      format: 1,
      now: await periodFigures(reader, span, availability.all),
      before: await periodFigures(reader, earlier, (await readAvailability(reader, earlier, before)).all),
      worst: await readWorstOutlets(reader, span, availability),
      days: await readDays(reader, span, days, availability),
      shares: await sharesOf(reader, span),
      repeatedThings: await countOf(
        reader,
        sql`select from alarm a where a.company_id = ${company} and a.subject_id is not null
          and ${within(sql`a.raised_at`, span)} group by a.subject_id, a.rule having count(*) >= 2`,
      ),
      cutOffOutlets: await countOf(
        reader,
        sql`select from (select outlet_id from internet_line where company_id = ${company} and outlet_id is not null
            group by outlet_id having count(*) = 1) t
          where exists (select from ${outagesIn(span)} and l.outlet_id = t.outlet_id)`,
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
