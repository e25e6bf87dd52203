import { sql } from 'kysely'
import type { Context, PanelQuery, Question, Span } from '../asked.ts'
import { iso, placed, shareOf, type Sql, stepsFrom } from './conditions.repo.ts'

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

/** In time ÷ orders whose deadline lies in the period, with what moved deadlines. */
const ordersInTime: PanelQuery = async (ctx, question) => {
  const [now, before] = await Promise.all([
    clocks(ctx, question, question, 'resolve'),
    clocks(ctx, question.before, question, 'resolve'),
  ])
  const { rows } = await sql<{ suspended: number | null; by_hand: number; lowered: number }>`
    select (sum(p.paused) / nullif(sum(extract(epoch from coalesce(o.resolved_at, now()) - o.created_at)), 0))::float8 as suspended,
      count(*) filter (where o.due_by_hand)::int as by_hand, count(*) filter (where exists (select from work_order_event e
        where e.company_id = o.company_id and e.order_id = o.id and e.kind = 'edited' and e.detail ? 'lowered'))::int as lowered
    from work_order o cross join lateral (select coalesce(sum(extract(epoch from
        least(coalesce(p.ends_at, now()), coalesce(o.resolved_at, now())) - p.starts_at)) filter (where p.reason <> 'resolved'), 0) as paused
      from work_order_pause p where p.company_id = o.company_id and p.order_id = o.id) p
    where ${dueIn(ctx, question, question, 'resolve')}`.execute(ctx.db)
  const { suspended = null, by_hand: byHand = 0, lowered = 0 } = rows[0] ?? {}
  return {
    rows: [
      {
        key: 'all',
        values: [...now, suspended, byHand, lowered],
        before: [...before, null, null, null],
        opens: [null, { standing: 'all', inTime: 'no', ...spanFilter(question, 'due') }],
      },
    ],
  }
}

/** The same of the first response. */
const ordersResponded: PanelQuery = async (ctx, question) => {
  const [now, before] = await Promise.all([
    clocks(ctx, question, question, 'respond'),
    clocks(ctx, question.before, question, 'respond'),
  ])
  return {
    rows: [
      {
        key: 'all',
        values: now,
        before,
        opens: [null, { standing: 'all', respondedInTime: 'no', ...spanFilter(question, 'respondDue') }],
      },
    ],
  }
}

type Clock = 'respond' | 'resolve'

const dueIn = (
  ctx: Context,
  { from, to }: Span,
  question: Question,
  clock: Clock,
): Sql => sql`${sql.ref(`o.${clock}_due`)} >= ${from}::timestamptz
  and ${sql.ref(`o.${clock}_due`)} < ${to}::timestamptz and o.state <> 'cancelled' and ${placed(ctx, 'o', question)}`

/** The share in time, and how many were late. */
async function clocks(
  ctx: Context,
  span: Span,
  question: Question,
  clock: Clock,
): Promise<[number | null, number]> {
  const [done, due] = [
    sql.ref(clock === 'respond' ? 'o.responded_at' : 'o.resolved_at'),
    sql.ref(`o.${clock}_due`),
  ]
  const { rows } = await sql<{ intime: number; late: number }>`
    select count(*) filter (where ${done} <= ${due})::int as intime,
      count(*) filter (where case when ${done} is null then ${due} < now() else ${done} > ${due} end)::int as late
    from work_order o where ${dueIn(ctx, span, question, clock)}`.execute(ctx.db)
  const { intime = 0, late = 0 } = rows[0] ?? {}
  return [shareOf(intime, intime + late), late]
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
  orders_responded: ordersResponded,
  satisfaction,
  orders_flow: ordersFlow,
} satisfies Readonly<Record<string, PanelQuery>>
