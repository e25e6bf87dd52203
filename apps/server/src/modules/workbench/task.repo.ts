import type { AlarmSeverity } from '@netward/contract/alarm-values'
import type { DoneKind, TaskKind } from '@netward/contract/task-values'
import type { OrderState } from '@netward/contract/states/work-order'
import { type RawBuilder, sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { alarms, ofAlarm, ofApproval, ofOrder, taskSources } from './task-sources.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>

export interface TaskRow {
  readonly kind: TaskKind
  readonly id: string
  readonly companyId: string
  readonly companyName: string
  readonly title: string
  readonly rotaId: string | null
  readonly number: number | null
  readonly priority: number | null
  readonly state: OrderState | null
  readonly severity: AlarmSeverity | null
  readonly rule: string | null
  readonly ruleName: string | null
}

type DoneAct = 'resolve' | 'close' | 'cancel' | 'cleared' | 'approved' | 'refused'

export interface KindCount {
  readonly kind: TaskKind
  readonly count: number
  readonly oldest: string
  readonly firstDue: string | null
}

export interface Chosen<Kind extends TaskKind = TaskKind> {
  /** Kinds whose list the person may open, and wants to see. */
  readonly kinds: readonly Kind[]
  readonly search: string
  readonly sort: string
  readonly limit: number
  readonly offset: number
}

const columns = sql`kind, id, company_id as "companyId", visible_company_name(company_id) as "companyName", title, rota_id as "rotaId", number,
  priority, state, severity, rule, rule_name as "ruleName"`

const waiting = (reader: Reader, kinds: readonly TaskKind[]) =>
  union(kinds.map((kind) => taskSources[kind].rows(reader)))

const finished = ({ scope }: Reader, kinds: readonly DoneKind[], from: string, to: string) =>
  union([
    ...(kinds.includes('order')
      ? [
          sql`select ${ofOrder()}, e.kind as act, e.at as "finishedAt", e.id as entry
            from work_order_event e join work_order o on o.company_id = e.company_id and o.id = e.order_id
            where e.actor_id = ${scope.personId}::bigint and e.kind in ('resolve', 'close', 'cancel')
              and e.at >= ${from}::timestamptz and e.at < ${to}::timestamptz`,
        ]
      : []),
    ...(kinds.includes('alarm')
      ? [
          sql`select ${ofAlarm}, 'cleared' as act, a.cleared_at as "finishedAt", a.id as entry
            from ${alarms} where a.assignee_id = ${scope.personId}::bigint and a.state = 'cleared'
              and a.cleared_at >= ${from}::timestamptz and a.cleared_at < ${to}::timestamptz and coalesce(d.id, l.id) is not null`,
        ]
      : []),
    ...(kinds.includes('approval')
      ? [
          sql`select ${ofApproval}, p.verdict as act, p.at as "finishedAt", p.id as entry
            from approvals_done(${from}::timestamptz, ${to}::timestamptz) p`,
        ]
      : []),
  ])

const orders: Readonly<Record<string, Sql>> = {
  due: sql`due nulls last, since, kind, id`,
  '-due': sql`due desc nulls last, since desc, kind, id`,
  since: sql`since, kind, id`,
  '-since': sql`since desc, kind, id`,
  finishedAt: sql`"finishedAt", kind, entry`,
  '-finishedAt': sql`"finishedAt" desc, kind, entry desc`,
}

export const taskRepo = {
  async todo(
    ctx: Reader,
    chosen: Chosen,
  ): Promise<{ items: (TaskRow & { since: string; due: string | null })[]; total: number }> {
    if (chosen.kinds.length === 0) return { items: [], total: 0 }
    return page(
      ctx,
      sql<TaskRow & { since: string; due: string | null }>`${columns}, since, due`,
      waiting(ctx, chosen.kinds),
      chosen,
    )
  },

  /** Of each kind that is not empty. */
  async counts(reader: Reader, kinds: readonly TaskKind[]): Promise<KindCount[]> {
    if (kinds.length === 0) return []
    const { rows } = await sql<KindCount>`${union(
      kinds.map(
        (
          kind,
        ) => sql`select * from (select ${sql.lit(kind)} as kind, count(*)::int as count, min(since) as oldest,
            min(due) as "firstDue" from (select * from (${taskSources[kind].rows(reader)}) task
          limit ${sql.lit(countCap + 1)}) counted) of_kind where count > 0`,
      ),
    )}`.execute(reader.db)
    return rows
  },

  async done(
    ctx: Reader,
    chosen: Chosen<DoneKind>,
    { from, to }: { from: string; to: string },
  ): Promise<{
    items: (TaskRow & { kind: DoneKind; act: DoneAct; finishedAt: string })[]
    total: number
  }> {
    if (chosen.kinds.length === 0) return { items: [], total: 0 }
    return page(
      ctx,
      sql<TaskRow & { kind: DoneKind; act: DoneAct; finishedAt: string }>`${columns}, act, "finishedAt"`,
      finished(ctx, chosen.kinds, from, to),
      chosen,
    )
  },
}

async function page<Row>(
  { db }: Reader,
  shown: RawBuilder<Row>,
  source: Sql,
  { search, sort, limit, offset }: Chosen,
): Promise<{ items: Row[]; total: number }> {
  const where = sql`(${search} = '' or strpos(lower(title), lower(${search})) > 0 or '#' || number = ${search})`
  const { rows: items } = await sql<Row>`select ${shown} from (${source}) task where ${where}
    order by ${orders[sort]!} limit ${limit}::int offset ${offset}::int`.execute(db)
  const counted = await sql<{
    n: number
  }>`select count(*)::int as n from (select 1 from (${source}) task where ${where}
    limit ${sql.lit(countCap + 1)}) counted`.execute(db)
  return { items, total: counted.rows[0]?.n ?? 0 }
}

const union = (parts: readonly Sql[]): Sql => sql.join(parts, sql` union all `)
