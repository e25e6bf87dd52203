import type { OrderType } from '@netward/contract/work-order-values'
import { sql } from 'kysely'
import type { Context, PanelQuery, Question, Span } from '../asked.ts'
import { all, iso, placed, shareOf, type Sql, stepsFrom } from './conditions.repo.ts'

/** Orders of the reader, in the companies that they see. */
const own = (ctx: Context, question: Question): Sql =>
  all([sql`o.assignee_id = ${ctx.scope.personId}::bigint`, placed(ctx, 'o', question)])

const mine = { assignee: 'me', standing: 'all' } as const
const resolvedIn = ({ from, to }: Span) => ({ resolvedFrom: iso(from), resolvedTo: iso(to) })
const overdue = sql`(o.resolved_at is null and o.resolve_due < now() or o.responded_at is null and o.respond_due < now())`

const ownOrders: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{ open: number; today: number; overdue: number }>`
    select count(*)::int as open, count(*) filter (where ${overdue})::int as overdue,
      count(*) filter (where o.resolved_at is null and (o.resolve_due at time zone ${question.timeZone})::date = (now() at time zone ${question.timeZone})::date)::int as today
    from work_order o where o.open and ${own(ctx, question)}`.execute(ctx.db)
  const { open = 0, today = 0, overdue: late = 0 } = rows[0] ?? {}
  return {
    rows: [
      {
        key: 'all',
        values: [open, today, late],
        opens: [{ assignee: 'me' }, null, { assignee: 'me', overdue: 'yes' }],
        tone: late > 0 ? 'bad' : 'good',
      },
    ],
  }
}

const resolvedBy = (who: Sql, { from, to }: Span) => sql<{ n: number; intime: number; clocks: number }>`
  select count(*)::int as n, count(*) filter (where o.resolved_at <= o.resolve_due)::int as intime,
    count(o.resolve_due)::int as clocks
  from work_order o where o.resolved_at >= ${from}::timestamptz and o.resolved_at < ${to}::timestamptz and ${who}`

const ownResolved: PanelQuery = async (ctx, question) => {
  const who = own(ctx, question)
  const [now, before] = await Promise.all([
    resolvedBy(who, question).execute(ctx.db),
    resolvedBy(who, question.before).execute(ctx.db),
  ])
  const values = ({ rows }: typeof now) => {
    const { n = 0, intime = 0, clocks = 0 } = rows[0] ?? {}
    return [n, shareOf(intime, clocks)]
  }
  return {
    rows: [
      {
        key: 'all',
        values: values(now),
        before: values(before),
        opens: [{ ...mine, ...resolvedIn(question) }],
      },
    ],
  }
}

const ownRatings: PanelQuery = async (ctx, question) => {
  const { from, to } = question
  const { rows } = await sql<{ mean: number | null; n: number }>`
    select avg(o.score)::float8 as mean, count(o.score)::int as n from work_order o
    where o.resolved_at >= ${from}::timestamptz and o.resolved_at < ${to}::timestamptz and ${own(ctx, question)}`.execute(
    ctx.db,
  )
  const { mean = null, n = 0 } = rows[0] ?? {}
  return {
    note: n < 5 ? 'too_few' : null,
    rows: [
      {
        key: 'all',
        values: [n < 5 ? null : mean, n],
        opens: [null, { ...mine, rated: 'yes', ...resolvedIn(question) }],
      },
    ],
  }
}

const ownFlow: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{ begins: string; ends: string; created: number; resolved: number }>`
    with o as materialized (
      select o.created_at, o.resolved_at from work_order o
      where (o.created_at >= ${question.from}::timestamptz or o.resolved_at >= ${question.from}::timestamptz) and ${own(ctx, question)})
    select s.begins, s.ends, n.* from ${stepsFrom(question)} s cross join lateral (
      select count(*) filter (where o.created_at >= s.begins and o.created_at < s.ends)::int as created,
        count(*) filter (where o.resolved_at >= s.begins and o.resolved_at < s.ends)::int as resolved from o) n
    order by s.begins`.execute(ctx.db)
  return {
    rows: rows.map(({ begins, ends, created, resolved }) => ({
      key: iso(begins),
      at: iso(begins),
      values: [created, resolved],
      opens: [
        { ...mine, from: iso(begins), to: iso(ends) },
        { ...mine, resolvedFrom: iso(begins), resolvedTo: iso(ends) },
      ],
    })),
  }
}

/** Created in the period, by type and priority. */
const ownTypes: PanelQuery = async (ctx, question) => {
  const { from, to } = question
  const { rows } = await sql<{ type: OrderType; priority: number; n: number }>`
    select o.type, o.priority, count(*)::int as n from work_order o
    where o.created_at >= ${from}::timestamptz and o.created_at < ${to}::timestamptz and ${own(ctx, question)}
    group by 1, 2 order by 1`.execute(ctx.db)
  return {
    rows: [...new Set(rows.map(({ type }) => type))].map((type) => ({
      key: type,
      label: ctx.phrase(`orders.types.${type}`),
      values: [1, 2, 3, 4].map(
        (priority) => rows.find((row) => row.type === type && row.priority === priority)?.n ?? 0,
      ),
      opens: [1, 2, 3, 4].map((priority) => ({
        ...mine,
        type: [type],
        priority: [String(priority)],
        from: iso(from),
        to: iso(to),
      })),
    })),
  }
}

const acts = ['alarms', 'terminals', 'changes'] as const

/** What the reader did beside orders. */
const ownActs: PanelQuery = async (ctx, { from, to }) => {
  const { rows } = await sql<Record<(typeof acts)[number], number>>`
    select (select count(*)::int from alarm_event e where e.kind = 'acknowledged' and e.actor_id = ${ctx.scope.personId}::bigint
        and e.at >= ${from}::timestamptz and e.at < ${to}::timestamptz) as alarms,
      (select count(*)::int from terminal_session s where s.person_id = ${ctx.scope.personId}::bigint
        and s.created_at >= ${from}::timestamptz and s.created_at < ${to}::timestamptz) as terminals,
      (select count(*)::int from device_command c where c.created_by = ${ctx.scope.personId}::bigint
        and c.created_at >= ${from}::timestamptz and c.created_at < ${to}::timestamptz) as changes`.execute(
    ctx.db,
  )
  return {
    rows: acts.map((act) => ({
      key: act,
      label: ctx.phrase(`panels.acts.${act}`),
      values: [rows[0]?.[act] ?? 0],
    })),
  }
}

/** Names by name, not by rank: there is no public ranking. */
const people: PanelQuery = async (ctx, question) => {
  const { from, to } = question
  const { rows } = await sql<{
    id: string
    name: string
    open: number
    overdue: number
    resolved: number
    intime: number
    clocks: number
    ratings: number
    mean: number | null
  }>`
    with o as materialized (
      select o.*, o.resolved_at >= ${from}::timestamptz and o.resolved_at < ${to}::timestamptz as in_period from work_order o
      where o.assignee_id is not null and (o.open or o.resolved_at >= ${from}::timestamptz) and ${placed(ctx, 'o', question)})
    select o.assignee_id as id, max(o.assignee_name) as name, count(*) filter (where o.open)::int as open,
      count(*) filter (where o.open and ${overdue})::int as overdue, count(*) filter (where o.in_period)::int as resolved,
      count(*) filter (where o.in_period and o.resolved_at <= o.resolve_due)::int as intime,
      count(o.resolve_due) filter (where o.in_period)::int as clocks, count(o.score) filter (where o.in_period)::int as ratings,
      (avg(o.score) filter (where o.in_period))::float8 as mean
    from o group by o.assignee_id order by name, id limit 200`.execute(ctx.db)
  return {
    rows: rows.map((row) => ({
      key: row.id,
      label: row.name,
      values: [
        row.open,
        row.overdue,
        row.resolved,
        shareOf(row.intime, row.clocks),
        row.ratings < 5 ? null : row.mean,
      ],
      opens: [
        { assignee: row.id },
        { assignee: row.id, overdue: 'yes' },
        { assignee: row.id, standing: 'all', ...resolvedIn(question) },
      ],
    })),
  }
}

export const peopleQueries = {
  own_orders: ownOrders,
  own_resolved: ownResolved,
  own_ratings: ownRatings,
  own_flow: ownFlow,
  own_types: ownTypes,
  own_acts: ownActs,
  people,
} satisfies Readonly<Record<string, PanelQuery>>
