import { enoughWithinTarget } from '@netward/contract/line-quality-values'
import { sql } from 'kysely'
import { hadOutage } from '../../lines/index.ts'
import type { Context, PanelQuery, Question, Span } from '../asked.ts'
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

type Kind = 'outlet' | 'line' | 'device'

const dayMs = 86_400_000
/** What customers usually ask for. */
const usualTarget = 0.999

/** Rows of what is counted over time, in the period: hours, or days for periods that began before those that are kept. */
const rows = (ctx: Context, kind: Kind, span: Span, question: Question, isOld = !areHoursKept(span)): Sql => {
  const table = isOld ? 'rollup_day' : 'rollup_hour'
  return sql`${sql.table(table)} r where r.kind = ${kind} and ${placed(ctx, 'r', question)}
    and r.at >= date_trunc(${sql.lit(isOld ? 'day' : 'hour')}, ${span.from}::timestamptz) and r.at < ${span.to}::timestamptz`
}

/**
 * Sums by hour: of whole companies where the reader sees them whole and the page is narrowed by nothing within them, otherwise of what
 * stands there (ARCHITECTURE, "Speed").
 */
const byHour = (ctx: Context, kind: Kind, span: Span, question: Question, more: Sql | null): Sql => {
  const { companyId: _, ...within } = question.filters
  const isNarrowed = Object.values(within).some((value) => value !== undefined && value.length > 0)
  if (ctx.scope.isPartial || isNarrowed || !areHoursKept(span))
    return sql`${rows(ctx, kind, span, question)}${more === null ? sql`` : sql` and ${more}`}`
  return sql`rollup_company_hour r where r.kind = ${kind} and ${ofCompany(ctx, 'r', question)}
    and r.at >= date_trunc('hour', ${span.from}::timestamptz) and r.at < ${span.to}::timestamptz`
}

interface Sums {
  readonly counted: number
  readonly good: number
  readonly expected: number
}

const sums = sql`coalesce(sum(r.counted), 0)::float8 as counted, coalesce(sum(r.good), 0)::float8 as good,
  coalesce(sum(r.expected), 0)::float8 as expected`

async function sumOf(
  ctx: Context,
  kind: Kind,
  span: Span,
  question: Question,
  more: Sql | null,
): Promise<Sums> {
  const found = await sql<Sums>`select ${sums} from ${byHour(ctx, kind, span, question, more)}`.execute(
    ctx.db,
  )
  return found.rows[0] ?? { counted: 0, good: 0, expected: 0 }
}

/** Of the shares of devices of these types. */
export async function onlineShares(
  ctx: Context,
  question: Question,
): Promise<{ now: number | null; before: number | null }> {
  const { type = [] } = question.filters
  const ofType = type.length === 0 ? null : sql`r.part = any (${type}::text[])`
  const [now, before] = await Promise.all([
    sumOf(ctx, 'device', question, question, ofType),
    sumOf(ctx, 'device', question.before, question, ofType),
  ])
  return { now: shareOf(now.good, now.counted), before: shareOf(before.good, before.counted) }
}

/** Longer periods are read by days: hours of each type at each outlet are many. */
const longestHours = 8 * dayMs

/** The online share of each type of device, over the period and in its steps; null: nothing counted there. */
export async function onlineByType(
  ctx: Context,
  question: Question,
): Promise<Map<string, { over: number | null; steps: (number | null)[] }>> {
  const isLong = question.to.getTime() - question.from.getTime() > longestHours || !areHoursKept(question)
  const found = await sql<{ part: string; counted: number | null; good: number | null }>`
    with r as materialized (select r.part, r.at, sum(r.counted)::float8 as counted, sum(r.good)::float8 as good
      from ${rows(ctx, 'device', question, question, isLong)} group by r.part, r.at)
    select p.part, n.counted, n.good from (select distinct part from r) p cross join ${stepsFrom(question)} s cross join lateral (
      select sum(r.counted) as counted, sum(r.good) as good from r
      where r.part = p.part and r.at >= date_trunc('hour', s.begins) and r.at < s.ends) n
    order by p.part, s.begins`.execute(ctx.db)
  const sum = (all_: readonly (number | null)[]) => all_.reduce<number>((total, one) => total + (one ?? 0), 0)
  return new Map(
    [...Map.groupBy(found.rows, ({ part }) => part)].map(([part, steps]) => [
      part,
      {
        over: shareOf(sum(steps.map(({ good }) => good)), sum(steps.map(({ counted }) => counted))),
        steps: steps.map(({ good, counted }) => shareOf(good ?? 0, counted ?? 0)),
      },
    ]),
  )
}

/** Lines of an ISP: the part of a row of a line is its id. */
const ofLines = (question: Question): Sql | null =>
  ofIsp(question).length === 0
    ? null
    : sql`r.part in (select l.id::text from internet_line l where ${all(ofIsp(question))})`

const availability =
  (kind: 'outlet' | 'line'): PanelQuery =>
  async (ctx, question) => {
    const more = kind === 'line' ? ofLines(question) : null
    const { from, to } = question
    const [now, before, interrupted, outages, corrected] = await Promise.all([
      sumOf(ctx, kind, question, question, more),
      sumOf(ctx, kind, question.before, question, more),
      sql<{ n: number }>`select count(*)::int as n from internet_line l
        where ${all([placed(ctx, 'l', question), ...ofIsp(question), hadOutage(iso(from), iso(to))])}`.execute(
        ctx.db,
      ),
      sql<{
        n: number
      }>`select count(*)::int as n from line_outage g join internet_line l on l.company_id = g.company_id and l.id = g.line_id
        where g.began_at < ${to}::timestamptz and coalesce(g.ended_at, 'infinity') > ${from}::timestamptz and g.second_view <> 'disagrees'
          and ${all([placed(ctx, 'l', question), ...ofIsp(question)])}`.execute(ctx.db),
      sql`select from rollup_correction r where r.kind = ${kind} and ${placed(ctx, 'r', question)}
      and r.at >= ${from}::timestamptz and r.at < ${to}::timestamptz limit 1`.execute(ctx.db),
    ])
    const values = ({ counted, good }: Sums) => [shareOf(good, counted), counted - good]
    const share = shareOf(now.good, now.counted)
    return {
      coverage: shareOf(Math.min(now.counted, now.expected), now.expected),
      note: corrected.rows.length > 0 ? 'corrected' : null,
      rows: [
        {
          key: 'all',
          values: [...values(now), outages.rows[0]?.n ?? 0, interrupted.rows[0]?.n ?? 0],
          before: [...values(before), null, null],
          opens: [
            null,
            null,
            { counted: 'yes', from: iso(from), to: iso(to) },
            { outageFrom: iso(from), outageTo: iso(to) },
          ],
          tone: share === null ? 'quiet' : share >= usualTarget ? 'good' : 'bad',
        },
      ],
    }
  }

/** By hours or days: steps without anything counted are gaps. */
const availabilityCourse: PanelQuery = async (ctx, question) => {
  const found = await sql<{ begins: string; counted: number | null; good: number | null }>`
    with r as materialized (select r.at, sum(r.counted)::float8 as counted, sum(r.good)::float8 as good
      from ${byHour(ctx, 'outlet', question, question, null)} group by r.at)
    select s.begins, n.* from ${stepsFrom(question)} s cross join lateral (
      select sum(r.counted) as counted, sum(r.good) as good from r
      where r.at >= date_trunc('hour', s.begins) and r.at < s.ends) n
    order by s.begins`.execute(ctx.db)
  return {
    rows: found.rows.map(({ begins, counted, good }) => ({
      key: iso(begins),
      at: iso(begins),
      values: [shareOf(good ?? 0, counted ?? 0), usualTarget],
    })),
  }
}

/** As the list of lines judges the last day or week: its number, and the list itself. */
const judgedDays = ({ from, to }: Span): 1 | 7 | null => {
  const days = (to.getTime() - from.getTime()) / dayMs
  if (Math.abs(to.getTime() - Date.now()) > 600_000) return null
  return Math.abs(days - 1) < 0.01 ? 1 : Math.abs(days - 7) < 0.01 ? 7 : null
}

interface Judged {
  /** Lines. */
  readonly within: number
  readonly measured: number
  /** When the oldest of them was judged; null: counted now */
  readonly at: string | null
}

/**
 * 线路达标率: minutes within target of those that are judged, as modules/lines judges lines. Those that are measured less often than every five
 * minutes are left out.
 */
const linesWithin: PanelQuery = async (ctx, question) => {
  const read = async (span: Span): Promise<Judged> => {
    const found = await sql<Omit<Judged, 'at'>>`
      select count(*) filter (where n.within >= ${sql.lit(enoughWithinTarget)} * n.judged)::int as within, count(*)::int as measured
      from (select r.part, sum(r.within)::float8 as within, sum(r.judged)::float8 as judged
        from ${rows(ctx, 'line', span, question)} and ${ofLines(question) ?? sql`true`} group by r.part) n
      join line_standing s on s.line_id = n.part::bigint
      where n.judged > 0 and s.measured_by is distinct from 'gateway' and s.week_target is distinct from 'seldom'`.execute(
      ctx.db,
    )
    return { at: null, ...(found.rows[0] ?? { within: 0, measured: 0 }) }
  }
  const judged = judgedDays(question)
  const [now, before] = await Promise.all([
    judged === null ? read(question) : readJudged(ctx, question, judged),
    read(question.before),
  ])
  const values = ({ within, measured }: Judged) => [shareOf(within, measured), measured - within, measured]
  return {
    asOf: now.at,
    rows: [
      {
        key: 'all',
        values: values(now),
        before: values(before),
        opens: judged === null ? [] : [null, { [judged === 1 ? 'dayTarget' : 'weekTarget']: ['outside'] }],
      },
    ],
  }
}

async function readJudged(ctx: Context, question: Question, days: 1 | 7): Promise<Judged> {
  const target = sql.ref(days === 1 ? 's.day_target' : 's.week_target')
  const { rows: found } = await sql<{ within: number; outside: number; at: string | null }>`
    select count(*) filter (where ${target} = 'within')::int as within, count(*) filter (where ${target} = 'outside')::int as outside,
      min(s.judged_at) as at
    from line_standing s join internet_line l on l.id = s.line_id
    where ${target} in ('within', 'outside') and ${all([placed(ctx, 'l', question), ...ofIsp(question)])}`.execute(
    ctx.db,
  )
  const { within = 0, outside = 0, at = null } = found[0] ?? {}
  return { within, measured: within + outside, at }
}

export const availabilityQueries = {
  outlet_availability: availability('outlet'),
  line_availability: availability('line'),
  availability_course: availabilityCourse,
  lines_within: linesWithin,
} satisfies Readonly<Record<string, PanelQuery>>
