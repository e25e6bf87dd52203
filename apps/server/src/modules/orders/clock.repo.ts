import type { ServiceLevel } from '@netward/contract/work-order-values'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Warning } from './order.repo.ts'

export interface PauseRow {
  readonly reason: 'customer' | 'carrier' | 'resolved'
  readonly from: string
  readonly to: string | null
}

/** All that the deadlines of an order follow from. */
export interface ClockFacts {
  readonly id: string
  readonly priority: number
  readonly open: boolean
  readonly createdAt: string
  readonly respondedAt: string | null
  readonly resolvedAt: string | null
  readonly resolveDue: string | null
  readonly dueByHand: boolean
  readonly warned: string[]
  readonly timeZone: string
  readonly pauses: PauseRow[]
  /** In force on the day on which the order was made. */
  readonly agreement: { id: string; name: string; version: number; level: ServiceLevel } | null
}

export interface Deadlines {
  readonly id: string
  readonly agreementId: string | null
  readonly agreementVersion: number | null
  readonly respondDue: string | null
  readonly resolveDue: string | null
  readonly warnings: readonly Warning[]
}

/** One at a time; those of a company never overlap. */
const agreementOf = sql`left join lateral (select s.id, s.name, s.version, s.level from service_agreement s
  where s.company_id = o.company_id and s.starts_on <= (o.created_at at time zone o.time_zone)::date
    and (s.ends_on is null or s.ends_on >= (o.created_at at time zone o.time_zone)::date)
  order by s.starts_on desc, s.id desc limit 1) s on true`

const facts = sql`o.id, o.priority, o.open, o.created_at as "createdAt", o.responded_at as "respondedAt",
  o.resolved_at as "resolvedAt", o.resolve_due as "resolveDue", o.due_by_hand as "dueByHand", o.warned,
  o.time_zone as "timeZone", coalesce((select jsonb_agg(jsonb_build_object('reason', p.reason, 'from', p.starts_at,
      'to', p.ends_at) order by p.starts_at) from work_order_pause p
    where p.company_id = o.company_id and p.order_id = o.id), '[]') as pauses,
  case when s.id is not null then jsonb_build_object('id', s.id::text, 'name', s.name, 'version', s.version,
    'level', s.level) end as agreement`

export const clockRepo = {
  async find(db: Db, id: string): Promise<ClockFacts | undefined> {
    const { rows } =
      await sql<ClockFacts>`select ${facts} from work_order o ${agreementOf} where o.id = ${id}`.execute(db)
    return rows[0]
  },

  /**
   * Open orders whose deadlines another agreement, or another version of it, decided: those behind `after`, so that a long run
   * looks at each once.
   */
  async outdated(db: Db, after: string, most: number): Promise<ClockFacts[]> {
    const { rows } = await sql<ClockFacts>`select ${facts} from work_order o ${agreementOf}
      where o.open and o.company_id = scope_company() and o.id > ${after}::bigint
        and (o.agreement_id, o.agreement_version) is distinct from (s.id, s.version)
      order by o.id limit ${most}::int for no key update of o`.execute(db)
    return rows
  },

  /** `counts`: a person changed the order, so that another who read it before must read it again. */
  async save(db: Db, deadlines: readonly Deadlines[], counts: boolean): Promise<void> {
    await sql`update work_order o set agreement_id = d."agreementId", agreement_version = d."agreementVersion",
        respond_due = d."respondDue", resolve_due = d."resolveDue", warnings = d.warnings,
        next_warning_at = (d.warnings->0->>'at')::timestamptz, version = o.version + ${sql.lit(counts ? 1 : 0)}
      from jsonb_to_recordset(${JSON.stringify(deadlines)}::jsonb) as d (id bigint, "agreementId" bigint,
        "agreementVersion" int, "respondDue" timestamptz, "resolveDue" timestamptz, warnings jsonb)
      where o.company_id = scope_company() and o.id = d.id`.execute(db)
  },

  warn: (scopes: Scopes, most: number): Promise<{ orderId: string }[]> =>
    scopes.asLoginRole<{ orderId: string }>('select order_id as "orderId" from work_order_warn($1)', [most]),

  toResume: (scopes: Scopes, most: number): Promise<{ companyId: string; orderId: string }[]> =>
    scopes.asLoginRole(
      'select company_id as "companyId", order_id as "orderId" from work_orders_to_resume($1)',
      [most],
    ),

  async closeResolved(scopes: Scopes, hours: number, most: number): Promise<number> {
    const rows = await scopes.asLoginRole<{ n: number }>('select work_order_close_resolved($1, $2) as n', [
      hours,
      most,
    ])
    return rows[0]?.n ?? 0
  },
}
