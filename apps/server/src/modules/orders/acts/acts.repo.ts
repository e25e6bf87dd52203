import type { OrderActKind, OrderTestPhase } from '@netward/contract/order-act-values'
import { sql } from 'kysely'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { FullOrder } from '../order.repo.ts'

type Reader = Pick<RequestContext, 'db'>
type Order = Pick<FullOrder, 'id' | 'companyId' | 'outletId' | 'deviceId' | 'lineId'>

const mostShown = 100
const mostToTest = 50

export interface ActRow {
  readonly id: string
  readonly kind: OrderActKind
  readonly what: string
  readonly refId: string | null
  readonly deviceId: string | null
  readonly isGateway: boolean
  readonly lineId: string | null
  readonly name: string
  readonly reason: string
  readonly at: string
  readonly actorName: string | null
  readonly phase: OrderTestPhase | null
  readonly endedAt: string | null
  readonly result: unknown
  readonly passed: boolean | null
  /** Empty: what was done is not there any more, or has no state of its own. */
  readonly state: string
}

export interface Named {
  readonly id: string
  readonly name: string
}

export const actsRepo = {
  /** Newest first: of each kind of panel the last hundred. */
  async of({ db }: Reader, { id, companyId }: Order, tests: boolean): Promise<ActRow[]> {
    const kinds = tests ? sql`a.phase is not null` : sql`a.phase is null`
    const { rows } = await sql<ActRow>`select a.id, a.kind, a.what, a.ref_id as "refId", d.id as "deviceId",
        d.type is not distinct from 'smart_cpe' as "isGateway", l.id as "lineId", a.name, a.reason, a.at,
        a.actor_name as "actorName", a.phase, a.ended_at as "endedAt", a.result, a.passed,
        coalesce(t.state, c.state, f.state, '') as state
      from work_order_act a
      left join device d on d.company_id = a.company_id and d.id = a.device_id
      left join internet_line l on l.company_id = a.company_id and l.id = a.line_id
      left join terminal_session t on a.kind = 'terminal' and t.company_id = a.company_id and t.id = a.ref_id
      left join device_command c on a.kind = 'command' and c.company_id = a.company_id and c.id = a.ref_id
      left join campaign f on a.kind = 'firmware' and f.company_id = a.company_id and f.id = a.ref_id
      where a.company_id = ${companyId} and a.order_id = ${id} and ${kinds}
      order by a.id desc limit ${sql.lit(mostShown)}`.execute(db)
    return rows
  },

  /** The line of the order, else those of its site. */
  async lines({ db }: Reader, { companyId, outletId, lineId }: Order): Promise<Named[]> {
    const { rows } =
      await sql<Named>`select l.id, l.name from internet_line l where l.company_id = ${companyId}
        and case when ${lineId}::bigint is null then l.outlet_id = ${outletId}::bigint else l.id = ${lineId}::bigint end
      order by l.name, l.id limit ${sql.lit(mostToTest)}`.execute(db)
    return rows
  },

  /** The gateway of the order, else those of its site. */
  async gateways({ db }: Reader, { companyId, outletId, deviceId }: Order): Promise<Named[]> {
    const { rows } = await sql<Named>`select d.id, d.name from device d where d.company_id = ${companyId}
        and d.state = 'claimed' and d.type = 'smart_cpe'
        and (d.id = ${deviceId}::bigint or d.outlet_id = ${outletId}::bigint)
      order by d.id is not distinct from ${deviceId}::bigint desc, d.name, d.id limit ${sql.lit(mostToTest)}`.execute(
      db,
    )
    return rows
  },
}
