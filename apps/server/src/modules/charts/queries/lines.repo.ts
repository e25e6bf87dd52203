import type { LinkTestKind } from '@netward/contract/link-tests'
import type { Isp, lineTypes } from '@netward/contract/outlet-values'
import { cityOf } from '@netward/contract/cities'
import { sql } from 'kysely'
import type { Context, PanelQuery, Question } from '../asked.ts'
import {
  all,
  areHoursKept,
  iso,
  ofCompany,
  ofIsp,
  placed,
  shareOf,
  type Sql,
  stepsFrom,
} from './conditions.repo.ts'

const lines = (ctx: Context, question: Question): Sql => all([placed(ctx, 'l', question), ...ofIsp(question)])

/**
 * Whole hours of lines that were measured. Those that the rollups no longer have come from the minutes. The cast stands in a CTE of its
 * own: under row-level security no index of `internet_line` serves a condition with a cast that can fail.
 */
const hours = (ctx: Context, question: Question): Sql => {
  const [source, line, at] = areHoursKept(question)
    ? [sql`rollup_hour h where h.kind = 'line' and`, sql`h.part::bigint`, sql`h.at`]
    : [sql`line_hour h where`, sql`h.line_id`, sql`h.hour`]
  return sql`
    with m as materialized (
      select ${line} as line_id, ${at} as hour, h.tests, h.loss_mean, h.rtt_mean, h.p95_mean, h.jitter_mean from ${source}
        ${at} >= date_trunc('hour', ${question.from}::timestamptz) and ${at} < ${question.to}::timestamptz and h.tests > 0
        and ${ofCompany(ctx, 'h', question)})
    select l.id, l.name, l.isp, l.outlet_id, l.down_mbps, m.hour, m.tests, m.loss_mean, m.rtt_mean, m.p95_mean, m.jitter_mean
    from m join internet_line l on l.id = m.line_id where ${lines(ctx, question)}`
}

const mean = (column: string) =>
  sql.raw(
    `(sum(h.${column} * h.tests) / nullif(sum(h.tests) filter (where h.${column} is not null), 0))::float8`,
  )

/** Down minutes of the lines of an outlet, without outages that its gateway contradicts. */
const outletsDown: PanelQuery = async (ctx, question) => {
  const { from, to } = question
  const { rows } = await sql<{ id: string; name: string; minutes: number; outages: number }>`
    select l.outlet_id as id, visible_outlet_name(l.outlet_id) as name, count(*)::int as outages,
      sum(extract(epoch from least(coalesce(g.ended_at, now()), ${to}::timestamptz) - greatest(g.began_at, ${from}::timestamptz)) / 60)::float8 as minutes
    from line_outage g join internet_line l on l.company_id = g.company_id and l.id = g.line_id
    where g.began_at < ${to}::timestamptz and coalesce(g.ended_at, now()) > ${from}::timestamptz and g.second_view <> 'disagrees'
      and ${lines(ctx, question)}
    group by 1 order by minutes desc, 1 limit 10`.execute(ctx.db)
  return {
    rows: rows.map(({ id, name, minutes, outages }) => ({
      key: id,
      label: name,
      values: [minutes, outages],
      opens: [null, { outletId: id, counted: 'yes', from: iso(from), to: iso(to) }],
      tone: 'bad',
      page: { kind: 'outlet', id },
    })),
  }
}

const states = ['up', 'down', 'blind', 'unmeasured'] as const

const linesNow: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{ state: (typeof states)[number]; n: number }>`
    select s.state, count(*)::int as n from line_standing s join internet_line l on l.id = s.line_id
    where ${lines(ctx, question)} group by s.state`.execute(ctx.db)
  const values = states.map((state) => rows.find((row) => row.state === state)?.n ?? 0)
  return { rows: [{ key: 'all', values, opens: states.map((state) => ({ state: [state] })) }] }
}

const mostPoints = 500

const lineScatter: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{ id: string; name: string; isp: Isp; p95: number | null; loss: number | null }>`
    select h.id, min(h.name) as name, min(h.isp) as isp, ${mean('p95_mean')} as p95, ${mean('loss_mean')} / 100 as loss
    from (${hours(ctx, question)}) h group by h.id order by loss desc nulls last, p95 desc nulls last limit ${sql.lit(mostPoints + 1)}`.execute(
    ctx.db,
  )
  return {
    note: rows.length > mostPoints ? 'cut' : null,
    rows: rows.slice(0, mostPoints).map(({ id, name, isp, p95, loss }) => ({
      key: id,
      label: name,
      group: ctx.phrase(`outlets.isps.${isp}`),
      values: [p95, loss],
      page: { kind: 'line', id },
    })),
  }
}

type Spread = readonly (number | null)[] | null
const spread = (found: Spread, divisor = 1) =>
  [0, 1].map((place) => {
    const value = found?.[place] ?? null
    return value === null ? null : value / divisor
  })

/** Median and 95th percentile over lines. */
const lineCourse: PanelQuery = async (ctx, question) => {
  const over = (column: string) =>
    sql`(percentile_cont(array[0.5, 0.95]) within group (order by h.${sql.raw(column)}))::float8[]`
  const { rows } = await sql<{
    begins: string
    rtt: Spread
    jitter: Spread
    loss: Spread
  }>`
    with s as materialized (select s.begins, row_number() over (order by s.begins) as step from ${stepsFrom(question)} s),
    n as (select h.step, ${over('rtt_mean')} as rtt, ${over('jitter_mean')} as jitter, ${over('loss_mean')} as loss
      from (select h.*, width_bucket(h.hour, (select array_agg(date_trunc('hour', s.begins) order by s.step) from s)) as step
        from (${hours(ctx, question)}) h) h group by h.step)
    select s.begins, n.rtt, n.jitter, n.loss from s left join n on n.step = s.step order by s.step`.execute(
    ctx.db,
  )
  return {
    rows: rows.map((row) => ({
      key: iso(row.begins),
      at: iso(row.begins),
      values: [...spread(row.rtt), ...spread(row.loss, 100), ...spread(row.jitter)],
    })),
  }
}

/** Fewer lines say nothing of an ISP in a city (operations.md §7). */
const leastLines = 5

const ispCities: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{
    isp: Isp
    city: string | null
    region: string
    n: number
    p50: number | null
    p95: number | null
    loss: number | null
  }>`
    select h.isp, o.city, min(o.region) as region, count(distinct h.id)::int as n,
      (percentile_cont(0.5) within group (order by h.rtt_mean))::float8 as p50,
      (percentile_cont(0.95) within group (order by h.rtt_mean))::float8 as p95, ${mean('loss_mean')} / 100 as loss
    from (${hours(ctx, question)}) h join outlet o on o.id = h.outlet_id
    where o.city is not null group by h.isp, o.city having count(distinct h.id) >= ${sql.lit(leastLines)}
    order by loss desc nulls last, h.isp, o.city limit 50`.execute(ctx.db)
  return {
    rows: rows.map((row) => ({
      key: `${row.isp} ${row.city ?? ''}`,
      label: cityOf(row.city ?? '')?.name ?? '',
      group: ctx.phrase(`outlets.isps.${row.isp}`),
      values: [row.n, row.p50, row.p95, row.loss],
    })),
  }
}

/** Tests on demand and by schedule that are over and found something. */
const testKinds: PanelQuery = async (ctx, question) => {
  const { from, to } = question
  const { rows } = await sql<{ kind: LinkTestKind; runs: number; passed: number }>`
    select r.kind, count(*)::int as runs, count(*) filter (where r.passed)::int as passed
    from line_run r join internet_line l on l.company_id = r.company_id and l.id = r.line_id
    where r.created_at >= ${from}::timestamptz and r.created_at < ${to}::timestamptz and r.passed is not null and ${lines(ctx, question)}
    group by 1 order by runs desc, 1`.execute(ctx.db)
  return {
    rows: rows.map(({ kind, runs, passed }) => ({
      key: kind,
      label: ctx.phrase(`lines.testKinds.${kind}`),
      values: [shareOf(passed, runs), runs, runs - passed],
      opens: [
        null,
        { kind: [kind], passed: 'any', from: iso(from), to: iso(to) },
        { kind: [kind], passed: 'no', from: iso(from), to: iso(to) },
      ],
      tone: passed < runs ? 'warning' : 'good',
    })),
  }
}

const linesWorst: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{
    id: string
    name: string
    outlet: string | null
    mbps: number
    measured: number | null
    trend: (number | null)[]
    loss: number | null
    p95: number | null
    jitter: number | null
  }>`
    with h as materialized (${hours(ctx, question)}), worst as (
      select h.id, min(h.name) as name, min(h.outlet_id) as outlet_id, min(h.down_mbps)::float8 as mbps,
        ${mean('loss_mean')} / 100 as loss, ${mean('p95_mean')} as p95, ${mean('jitter_mean')} as jitter
      from h group by h.id order by loss desc nulls last, p95 desc nulls last, h.id limit 10),
    of_worst as materialized (select h.* from h where h.id in (select id from worst))
    select w.*, visible_outlet_name(w.outlet_id) as outlet,
      (select (avg(r.bits_per_second) / 1000000)::float8 from line_run r where r.line_id = w.id and r.kind = 'throughput'
        and r.created_at >= ${question.from}::timestamptz and r.created_at < ${question.to}::timestamptz
        and r.bits_per_second > 0 and r.test->>'direction' = 'down') as measured,
      array(select (select ${mean('loss_mean')} / 100 from of_worst h
          where h.id = w.id and h.hour >= date_trunc('hour', s.begins) and h.hour < s.ends)
        from ${stepsFrom(question)} s order by s.begins) as trend
    from worst w order by w.loss desc nulls last, w.p95 desc nulls last, w.id`.execute(ctx.db)
  return {
    rows: rows.map((row) => ({
      key: row.id,
      label: row.name,
      group: row.outlet,
      values: [row.loss, row.p95, row.jitter, row.mbps, row.measured],
      trend: row.trend,
      page: { kind: 'line', id: row.id },
    })),
  }
}

/** Use: the mean of the daily 95th percentiles of the last 30 days, of the lines of which it is known. */
const ispLines: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{
    isp: Isp
    type: (typeof lineTypes)[number]
    n: number
    mbps: number
    p95: number | null
    known: number | null
  }>`
    with u as materialized (select d.line_id, avg(d.down) / 100 as share from line_use_day d
      join internet_line l on l.company_id = d.company_id and l.id = d.line_id
      where d.day >= current_date - 30 and d.down is not null and ${lines(ctx, question)} group by d.line_id)
    select l.isp, l.type, count(*)::int as n, sum(l.down_mbps)::float8 as mbps, sum(l.down_mbps * u.share)::float8 as p95,
      sum(l.down_mbps) filter (where u.share is not null)::float8 as known
    from internet_line l left join u on u.line_id = l.id
    where ${lines(ctx, question)} group by 1, 2 order by n desc, 1, 2`.execute(ctx.db)
  return {
    rows: rows.map(({ isp, type, n, mbps, p95, known }) => ({
      key: `${isp} ${type}`,
      label: ctx.phrase(`outlets.isps.${isp}`),
      group: ctx.phrase(`outlets.lineTypes.${type}`),
      values: [n, mbps, p95, shareOf(p95 ?? 0, known ?? 0)],
      opens: [{ isp: [isp], type: [type] }],
    })),
  }
}

export const lineQueries = {
  outlets_down: outletsDown,
  lines_now: linesNow,
  line_scatter: lineScatter,
  line_course: lineCourse,
  isp_cities: ispCities,
  test_kinds: testKinds,
  lines_worst: linesWorst,
  isp_lines: ispLines,
} satisfies Readonly<Record<string, PanelQuery>>
