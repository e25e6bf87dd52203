import type { InputOf, OutputOf, sharingWorkApi } from '@netward/contract'
import type { AssignmentState } from '@netward/contract/sharing-values'
import { sql } from 'kysely'
import { countRows } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Api = typeof sharingWorkApi
type Row = OutputOf<Api['pageAssignments']>['items'][number]
type Detail = OutputOf<Api['getAssignment']>

const shown = sql`a.id, a.order_number as "orderNumber", a.company_name as "companyName", a.title, a.category,
  a.priority::int as priority, a.state, a.outlet_name as "outletName", a.engineer_id as "engineerId",
  a.engineer_name as "engineerName", a.resolve_due as "resolveDue", a.visit_starts_at as "visitStartsAt",
  a.visit_ends_at as "visitEndsAt", a.dispatched_at as "dispatchedAt"`

export const assignmentRepo = {
  /** Those that run first. */
  async page(
    { db, scope }: Reader,
    { search = '', state, whose, sort, page, pageSize }: InputOf<Api['pageAssignments']>,
  ): Promise<{ items: Row[]; total: number }> {
    const conditions = [
      sql`a.company_id = ${scope.companyId}`,
      ...(search === ''
        ? []
        : [
            sql`strpos(lower(a.order_number || ' ' || a.title || ' ' || a.company_name || ' ' || a.engineer_name), lower(${search})) > 0`,
          ]),
      ...(state === undefined ? [] : [sql`a.state = any (${state}::text[])`]),
      ...(whose === undefined ? [] : [sql`a.engineer_id = ${scope.personId}`]),
    ]
    const from = sql`order_assignment a where ${sql.join(conditions, sql` and `)}`
    const order = sort === 'dispatchedAt' ? sql`a.dispatched_at, a.id` : sql`a.dispatched_at desc, a.id desc`
    const { rows } = await sql<Row>`select ${shown} from ${from} order by (a.ended_at is not null), ${order}
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    return { items: rows, total: await countRows(db, from) }
  },

  async find({ db, scope }: Reader, id: string): Promise<Omit<Detail, 'history'> | undefined> {
    const { rows } = await sql<Omit<Detail, 'history'>>`select ${shown}, a.description, a.address,
        a.contact_name as "contactName", a.contact_phone as "contactPhone", a.dispatched_by as "dispatchedBy",
        a.ended_at as "endedAt", a.engineer_id = ${scope.personId} as mine
      from order_assignment a where a.company_id = ${scope.companyId} and a.id = ${id}`.execute(db)
    return rows[0]
  },

  async history({ db }: Reader, id: string): Promise<Detail['history']> {
    const { rows } = await sql<
      Detail['history'][number]
    >`select id, at, act, by_issuer as "byIssuer", actor_name as "actorName", note
      from order_assignment_history(${id}::bigint)`.execute(db)
    return rows
  },

  async move(
    { db }: Reader,
    { assignmentId, move, note, cause }: InputOf<Api['moveAssignment']>,
  ): Promise<AssignmentState> {
    const { rows } = await sql<{
      state: AssignmentState
    }>`select order_assignment_move(${assignmentId}::bigint, ${move}, ${note},
      ${cause ?? null}) as state`.execute(db)
    return rows[0]!.state
  },
}
