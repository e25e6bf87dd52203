import { sql } from 'kysely'
import type { ShippedRuleCode } from '@netward/contract/shipped-rules'
import type { PanelQuery, Question, Span } from '../asked.ts'
import { iso, placed, type Sql, stepsFrom } from './conditions.repo.ts'

const severities = ['critical', 'major', 'minor', 'warning'] as const

/** As its list shows them: without those that another alarm explains. */
const roots = (ctx: Parameters<PanelQuery>[0], question: Question): Sql =>
  sql`a.behind_id is null and ${placed(ctx, 'a', question)}`

/** Active now, and at the same moment of the period before. */
const alarmsActive: PanelQuery = async (ctx, question) => {
  const count = (condition: Sql) => sql<{ severity: string; n: number }>`
    select a.severity, count(*)::int as n from alarm a
    where a.severity in ('critical', 'major') and ${condition} and ${roots(ctx, question)} group by a.severity`
  const { to } = question.before
  const [now, before] = await Promise.all([
    count(sql`a.state = 'active'`).execute(ctx.db),
    count(
      sql`a.raised_at <= ${to}::timestamptz and coalesce(a.cleared_at > ${to}::timestamptz, a.state = 'active')`,
    ).execute(ctx.db),
  ])
  const values = ({ rows }: typeof now) =>
    ['critical', 'major'].map((severity) => rows.find((row) => row.severity === severity)?.n ?? 0)
  const [critical = 0, major = 0] = values(now)
  return {
    rows: [
      {
        key: 'all',
        values: [critical, major],
        before: values(before),
        opens: [{ severity: ['critical'] }, { severity: ['major'] }],
        tone: critical > 0 ? 'critical' : major > 0 ? 'major' : 'good',
      },
    ],
  }
}

const alarmsRaised: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<Record<(typeof severities)[number], number> & { begins: string; ends: string }>`
    select s.begins, s.ends, ${sql.join(
      severities.map(
        (severity) =>
          sql`count(a.id) filter (where a.severity = ${sql.lit(severity)})::int as ${sql.ref(severity)}`,
      ),
    )}
    from ${stepsFrom(question)} s left join lateral (
      select a.id, a.severity from alarm a
      where a.raised_at >= s.begins and a.raised_at < s.ends and ${roots(ctx, question)}) a on true
    group by s.begins, s.ends order by s.begins`.execute(ctx.db)
  return {
    rows: rows.map((row) => ({
      key: iso(row.begins),
      at: iso(row.begins),
      values: severities.map((severity) => row[severity]),
      opens: severities.map((severity) => ({
        state: 'all',
        severity: [severity],
        from: iso(row.begins),
        to: iso(row.ends),
      })),
    })),
  }
}

const mostRules = 10

/** By rule, the most frequent first. */
const alarmCategories: PanelQuery = async (ctx, question) => {
  const { from, to } = question
  const { rows } = await sql<{ rule: string; name: string | null; n: number }>`
    select a.rule, max(a.rule_name) as name, count(*)::int as n from alarm a
    where a.raised_at >= ${from}::timestamptz and a.raised_at < ${to}::timestamptz and ${roots(ctx, question)}
    group by a.rule order by n desc, a.rule limit ${sql.lit(mostRules)}`.execute(ctx.db)
  return {
    rows: rows.map(({ rule, name, n }) => ({
      key: rule,
      label: ruleName(ctx, rule, name),
      values: [n],
      opens: [{ state: 'all', rule: [rule], from: iso(from), to: iso(to) }],
    })),
  }
}

const ruleName = (ctx: Parameters<PanelQuery>[0], rule: string, name: string | null): string =>
  name ?? ctx.phrase(`alarms.rules.names.${rule as ShippedRuleCode}`)

const mostEvents = 20

/** The newest first. */
const alarmEvents: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{
    id: string
    at: string
    cleared: boolean
    severity: (typeof severities)[number] | 'indeterminate'
    rule: string
    name: string | null
    label: string
    outlet: string | null
  }>`
    select a.id, a.raised_at as at, a.state = 'cleared' as cleared, a.severity, a.rule, a.rule_name as name, a.label,
      visible_outlet_name(a.outlet_id) as outlet
    from alarm a where ${roots(ctx, question)} order by a.raised_at desc, a.id desc limit ${sql.lit(mostEvents)}`.execute(
    ctx.db,
  )
  return {
    rows: rows.map((row) => ({
      key: row.id,
      at: iso(row.at),
      label: ruleName(ctx, row.rule, row.name),
      group: row.outlet,
      values: [],
      tone:
        row.cleared || row.severity === 'indeterminate'
          ? 'quiet'
          : row.severity === 'warning'
            ? 'minor'
            : row.severity,
      page: { kind: 'alarm', id: row.id },
    })),
  }
}

const minutes = (from: string, to: string) => sql.raw(`extract(epoch from ${to} - ${from}) / 60`)

/** Minutes until the acknowledgement that so many of `alarm a` keep. */
const atShare = (share: number): Sql =>
  sql`percentile_cont(${sql.lit(share)}) within group (order by (${minutes('a.raised_at', 'a.acknowledged_at')})::float8)`

/** Critical and major alarms: mean minutes until they are acknowledged, and until they are cleared. */
const alarmTimes: PanelQuery = async (ctx, question) => {
  const read = ({ from, to }: Span) => sql<{
    acknowledged: number | null
    p50: number | null
    p90: number | null
    cleared: number | null
    waiting: number
  }>`
    select (avg(${minutes('a.raised_at', 'a.acknowledged_at')}) filter (where a.raised_at >= ${from}::timestamptz))::float8 as acknowledged,
      ${atShare(0.5)} filter (where a.raised_at >= ${from}::timestamptz) as p50,
      ${atShare(0.9)} filter (where a.raised_at >= ${from}::timestamptz) as p90,
      (avg(${minutes('a.raised_at', 'a.cleared_at')}) filter (where a.cleared_at >= ${from}::timestamptz
        and a.cleared_at < ${to}::timestamptz and not a.flapping))::float8 as cleared,
      count(*) filter (where a.raised_at >= ${from}::timestamptz and a.acknowledged_at is null and a.state = 'active')::int as waiting
    from alarm a where a.severity in ('critical', 'major') and a.raised_at < ${to}::timestamptz
      and (a.raised_at >= ${from}::timestamptz or a.cleared_at >= ${from}::timestamptz) and ${roots(ctx, question)}`
  const [now, before] = await Promise.all([
    read(question).execute(ctx.db),
    read(question.before).execute(ctx.db),
  ])
  const times = ({ rows: [row] }: typeof now) => [
    row?.acknowledged ?? null,
    row?.p50 ?? null,
    row?.p90 ?? null,
    row?.cleared ?? null,
  ]
  return {
    rows: [
      {
        key: 'all',
        values: [...times(now), now.rows[0]?.waiting ?? 0],
        before: [...times(before), null],
        opens: [
          null,
          null,
          null,
          null,
          {
            severity: ['critical', 'major'],
            acknowledged: 'no',
            from: iso(question.from),
            to: iso(question.to),
          },
        ],
      },
    ],
  }
}

const alarmCourse: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{
    begins: string
    acknowledged: number | null
    p50: number | null
    p90: number | null
    cleared: number | null
  }>`
    with a as materialized (
      select a.raised_at, a.acknowledged_at, a.cleared_at, a.flapping from alarm a
      where a.severity in ('critical', 'major') and a.raised_at < ${question.to}::timestamptz
        and (a.raised_at >= ${question.from}::timestamptz or a.cleared_at >= ${question.from}::timestamptz)
        and ${roots(ctx, question)})
    select s.begins, n.* from ${stepsFrom(question)} s cross join lateral (
      select (avg(${minutes('a.raised_at', 'a.acknowledged_at')}) filter (where a.raised_at >= s.begins and a.raised_at < s.ends))::float8 as acknowledged,
        ${atShare(0.5)} filter (where a.raised_at >= s.begins and a.raised_at < s.ends) as p50,
        ${atShare(0.9)} filter (where a.raised_at >= s.begins and a.raised_at < s.ends) as p90,
        (avg(${minutes('a.raised_at', 'a.cleared_at')}) filter (where a.cleared_at >= s.begins and a.cleared_at < s.ends and not a.flapping))::float8 as cleared
      from a) n
    order by s.begins`.execute(ctx.db)
  return {
    rows: rows.map(({ begins, acknowledged, p50, p90, cleared }) => ({
      key: iso(begins),
      at: iso(begins),
      values: [acknowledged, p50, p90, cleared],
    })),
  }
}

/** Announced work that is now, or begins within 7 days. */
const maintenance: PanelQuery = async (ctx, question) => {
  const { companyId } = question.filters
  const { rows } = await sql<{ id: string; name: string; at: string; now: boolean; company: string | null }>`
    select m.id, m.name, m.starts_at as at, m.starts_at <= now() as now, visible_company_name(m.company_id) as company
    from maintenance_window m where m.ends_at > now() and m.starts_at < now() + interval '7 days'
      and ${companyId === undefined ? sql`true` : sql`m.company_id = ${companyId}::bigint`}
    order by m.starts_at, m.id limit 50`.execute(ctx.db)
  return {
    rows: rows.map((row) => ({
      key: row.id,
      at: iso(row.at),
      label: row.name,
      group: row.company,
      values: [],
      tone: row.now ? 'warning' : 'quiet',
    })),
  }
}

export const alarmQueries = {
  maintenance,
  alarms_active: alarmsActive,
  alarms_raised: alarmsRaised,
  alarm_categories: alarmCategories,
  alarm_events: alarmEvents,
  alarm_times: alarmTimes,
  alarm_course: alarmCourse,
} satisfies Readonly<Record<string, PanelQuery>>
