import { sql } from 'kysely'
import type { Context, PanelQuery, Question } from '../asked.ts'
import { all, placed, shareOf, type Sql } from './conditions.repo.ts'

/** Medians of a team say something of its people when they are fewer (operations.md §6). */
const leastPeople = 5

/** Orders resolved in the period, with hours: until the response, suspended, and the rest of the way to the resolution. */
const resolved = (ctx: Context, question: Question, who: Sql): Sql => sql`
  select o.assignee_id, extract(epoch from least(coalesce(o.responded_at, o.resolved_at), o.resolved_at) - o.created_at) / 3600 as response,
    p.customer, p.carrier, extract(epoch from o.resolved_at - o.created_at) / 3600 as total
  from work_order o cross join lateral (
    select coalesce(sum(h) filter (where reason = 'customer'), 0) as customer, coalesce(sum(h) filter (where reason = 'carrier'), 0) as carrier
    from (select p.reason, extract(epoch from least(coalesce(p.ends_at, o.resolved_at), o.resolved_at) - p.starts_at) / 3600 as h
      from work_order_pause p where p.company_id = o.company_id and p.order_id = o.id and p.starts_at < o.resolved_at) p) p
  where o.resolved_at >= ${question.from}::timestamptz and o.resolved_at < ${question.to}::timestamptz
    and ${all([who, placed(ctx, 'o', question)])}`

const mine = (ctx: Context): Sql => sql`o.assignee_id = ${ctx.scope.personId}::bigint`

/** Hours from creation to resolution, without those suspended. */
const ownDurations: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{ p50: number | null; p90: number | null; people: number; team: number | null }>`
    with o as (${resolved(ctx, question, sql`o.assignee_id is not null`)}),
      t as (select assignee_id, (total - customer - carrier)::float8 as h from o)
    select (percentile_cont(0.5) within group (order by h) filter (where assignee_id = ${ctx.scope.personId}::bigint))::float8 as p50,
      (percentile_cont(0.9) within group (order by h) filter (where assignee_id = ${ctx.scope.personId}::bigint))::float8 as p90,
      count(distinct assignee_id)::int as people, (percentile_cont(0.5) within group (order by h))::float8 as team from t`.execute(
    ctx.db,
  )
  const { p50 = null, p90 = null, people = 0, team = null } = rows[0] ?? {}
  return { rows: [{ key: 'all', values: [p50, p90, people < leastPeople ? null : team] }] }
}

/**
 * 一次解决率 of the reader (operations.md §6): resolved, never reopened or transferred, and no new order on the same thing and category
 * within 7 days. Orders that a cleared alarm closed do not count.
 */
const ownFirstFix: PanelQuery = async (ctx, question) => {
  const read = ({ from, to }: Question['before']) => sql<{ first: number; n: number; fresh: number }>`
    select count(*)::int as n, count(*) filter (where o.resolved_at > now() - interval '7 days')::int as fresh, count(*) filter (where
      not exists (select from work_order_event e where e.company_id = o.company_id and e.order_id = o.id
        and e.kind in ('reopen', 'transfer'))
      and not exists (select from work_order r where r.company_id = o.company_id and r.id <> o.id and r.category = o.category
        and r.created_at > o.resolved_at and r.created_at < o.resolved_at + interval '7 days' and r.state <> 'cancelled'
        and case when o.device_id is not null then r.device_id = o.device_id when o.line_id is not null then r.line_id = o.line_id
          else r.outlet_id = o.outlet_id end))::int as first
    from work_order o where o.resolved_at >= ${from}::timestamptz and o.resolved_at < ${to}::timestamptz
      and o.state <> 'cancelled' and not exists (select from work_order_event e where e.company_id = o.company_id and e.order_id = o.id
        and e.kind = 'closed_by_alarm') and ${all([mine(ctx), placed(ctx, 'o', question)])}`
  const [now, before] = await Promise.all([
    read(question).execute(ctx.db),
    read(question.before).execute(ctx.db),
  ])
  const values = ({ rows: [row] }: typeof now) => [shareOf(row?.first ?? 0, row?.n ?? 0), row?.n ?? 0]
  return {
    note: (now.rows[0]?.fresh ?? 0) > 0 ? 'provisional' : null,
    rows: [{ key: 'all', values: values(now), before: values(before) }],
  }
}

const parts = ['response', 'customer', 'carrier', 'work'] as const

const ownTime: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<Record<(typeof parts)[number], number>>`
    select coalesce(sum(response), 0)::float8 as response, coalesce(sum(customer), 0)::float8 as customer,
      coalesce(sum(carrier), 0)::float8 as carrier,
      coalesce(sum(greatest(total - response - customer - carrier, 0)), 0)::float8 as work
    from (${resolved(ctx, question, mine(ctx))}) o`.execute(ctx.db)
  return {
    rows: parts.map((part) => ({
      key: part,
      label: ctx.phrase(`panels.timeParts.${part}`),
      values: [rows[0]?.[part] ?? 0],
      tone: part === 'work' ? 'series' : 'quiet',
    })),
  }
}

/** Pieces that the reader issued for orders. */
const ownParts: PanelQuery = async (ctx, { from, to }) => {
  const { rows } = await sql<{ id: string; name: string; n: number; entries: number; own: boolean }>`
    select v.model_id::text as id, btrim(m.brand || ' ' || m.name) as name, sum(v.quantity)::int as n, count(*)::int as entries,
      v.company_id = ${ctx.scope.companyId}::bigint as own
    from part_movement v join part_model m on m.company_id = v.company_id and m.id = v.model_id
    where v.kind = 'issue' and v.actor_id = ${ctx.scope.personId}::bigint and v.at >= ${from}::timestamptz and v.at < ${to}::timestamptz
    group by 1, 2, v.company_id order by n desc, 1 limit 10`.execute(ctx.db)
  return {
    rows: rows.map(({ id, name, n, entries, own }) => ({
      key: id,
      label: name,
      values: [n, entries],
      // The ledger is of the company acted in.
      opens: own
        ? [
            null,
            { kind: ['issue'], actor: 'me', modelId: id, from: from.toISOString(), to: to.toISOString() },
          ]
        : [],
    })),
  }
}

export const ownQueries = {
  own_durations: ownDurations,
  own_first_fix: ownFirstFix,
  own_time: ownTime,
  own_parts: ownParts,
} satisfies Readonly<Record<string, PanelQuery>>
