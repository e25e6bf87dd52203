import { sql } from 'kysely'
import type { PanelQuery, Span } from '../asked.ts'
import { iso, placed, shareOf, stepsFrom } from './conditions.repo.ts'

/** Of a customer's ratings a mean is shown from so many on (operations.md §6). */
const leastRatings = 5

const spanFilter = ({ from, to }: Span, name: string) => ({
  [`${name}From`]: iso(from),
  [`${name}To`]: iso(to),
})

const ordersOpen: PanelQuery = async (ctx, question) => {
  const { to } = question.before
  const { rows } = await sql<{ open: number; overdue: number; before: number }>`
    select count(*) filter (where o.open)::int as open,
      count(*) filter (where o.open and (o.resolved_at is null and o.resolve_due < now()
        or o.responded_at is null and o.respond_due < now()))::int as overdue,
      count(*) filter (where o.created_at <= ${to}::timestamptz
        and coalesce(o.closed_at > ${to}::timestamptz, o.open))::int as before
    from work_order o where (o.open or o.closed_at > ${to}::timestamptz) and ${placed(ctx, 'o', question)}`.execute(
    ctx.db,
  )
  const { open = 0, overdue = 0, before = 0 } = rows[0] ?? {}
  return {
    rows: [
      {
        key: 'all',
        values: [open, overdue],
        before: [before, null],
        opens: [{}, { overdue: 'yes' }],
        tone: overdue > 0 ? 'bad' : 'good',
      },
    ],
  }
}

/** In time ÷ orders whose deadline lies in the period. */
const ordersInTime: PanelQuery = async (ctx, question) => {
  const count = ({ from, to }: Span) => sql<{ intime: number; late: number }>`
    select count(*) filter (where o.resolved_at <= o.resolve_due)::int as intime,
      count(*) filter (where case when o.resolved_at is null then o.resolve_due < now() else o.resolved_at > o.resolve_due end)::int as late
    from work_order o where o.resolve_due >= ${from}::timestamptz and o.resolve_due < ${to}::timestamptz
      and o.state <> 'cancelled' and ${placed(ctx, 'o', question)}`
  const [now, before] = await Promise.all([
    count(question).execute(ctx.db),
    count(question.before).execute(ctx.db),
  ])
  const values = ({ rows }: typeof now) => {
    const { intime = 0, late = 0 } = rows[0] ?? {}
    return [shareOf(intime, intime + late), late]
  }
  return {
    rows: [
      {
        key: 'all',
        values: values(now),
        before: values(before),
        opens: [null, { standing: 'all', inTime: 'no', ...spanFilter(question, 'due') }],
      },
    ],
  }
}

/** Of what was resolved in the period. */
const satisfaction: PanelQuery = async (ctx, question) => {
  const count = ({ from, to }: Span) => sql<{ mean: number | null; ratings: number; resolved: number }>`
    select avg(o.score)::float8 as mean, count(o.score)::int as ratings, count(*)::int as resolved
    from work_order o where o.resolved_at >= ${from}::timestamptz and o.resolved_at < ${to}::timestamptz
      and ${placed(ctx, 'o', question)}`
  const [now, before] = await Promise.all([
    count(question).execute(ctx.db),
    count(question.before).execute(ctx.db),
  ])
  const values = ({ rows }: typeof now) => {
    const { mean = null, ratings = 0, resolved = 0 } = rows[0] ?? {}
    return [ratings < leastRatings ? null : mean, ratings, shareOf(ratings, resolved)]
  }
  const shown = values(now)
  return {
    note: shown[0] === null ? 'too_few' : null,
    rows: [
      {
        key: 'all',
        values: shown,
        before: values(before),
        opens: [null, { standing: 'all', rated: 'yes', ...spanFilter(question, 'resolved') }],
      },
    ],
  }
}

/** Backlog: not closed at the end of the step. */
const ordersFlow: PanelQuery = async (ctx, question) => {
  const { from } = question
  const { rows } = await sql<{
    begins: string
    ends: string
    created: number
    resolved: number
    backlog: number
  }>`
    with o as materialized (
      select o.created_at, o.resolved_at, o.closed_at, o.open from work_order o
      where (o.open or o.closed_at >= ${from}::timestamptz or o.created_at >= ${from}::timestamptz
        or o.resolved_at >= ${from}::timestamptz) and ${placed(ctx, 'o', question)})
    select s.begins, s.ends, n.*
    from ${stepsFrom(question)} s cross join lateral (
      select count(*) filter (where o.created_at >= s.begins and o.created_at < s.ends)::int as created,
        count(*) filter (where o.resolved_at >= s.begins and o.resolved_at < s.ends)::int as resolved,
        count(*) filter (where o.created_at < s.ends and coalesce(o.closed_at >= s.ends, o.open))::int as backlog
      from o) n
    order by s.begins`.execute(ctx.db)
  return {
    rows: rows.map((row) => ({
      key: iso(row.begins),
      at: iso(row.begins),
      values: [row.created, row.resolved, row.backlog],
      opens: [
        { standing: 'all', from: iso(row.begins), to: iso(row.ends) },
        { standing: 'all', resolvedFrom: iso(row.begins), resolvedTo: iso(row.ends) },
      ],
    })),
  }
}

/** Shares in time by priority, with the target that service levels usually promise. */
const usualTarget = 0.95

const orderLevels: PanelQuery = async (ctx, question) => {
  const { from, to } = question
  const { rows } = await sql<{ priority: number; intime: number; late: number }>`
    select o.priority, count(*) filter (where o.resolved_at <= o.resolve_due)::int as intime,
      count(*) filter (where case when o.resolved_at is null then o.resolve_due < now() else o.resolved_at > o.resolve_due end)::int as late
    from work_order o where o.resolve_due >= ${from}::timestamptz and o.resolve_due < ${to}::timestamptz
      and o.state <> 'cancelled' and ${placed(ctx, 'o', question)} group by o.priority`.execute(ctx.db)
  return {
    rows: [1, 2, 3, 4].map((priority) => {
      const { intime = 0, late = 0 } = rows.find((row) => row.priority === priority) ?? {}
      const share = shareOf(intime, intime + late)
      return {
        key: `P${priority}`,
        label: `P${priority}`,
        values: [share, usualTarget, late],
        opens: [
          null,
          null,
          { standing: 'all', inTime: 'no', priority: [String(priority)], ...spanFilter(question, 'due') },
        ],
        tone: share === null ? 'quiet' : share >= usualTarget ? 'good' : 'bad',
      }
    }),
  }
}

export const orderQueries = {
  order_levels: orderLevels,
  orders_open: ordersOpen,
  orders_in_time: ordersInTime,
  satisfaction,
  orders_flow: ordersFlow,
} satisfies Readonly<Record<string, PanelQuery>>
