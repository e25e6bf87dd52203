import type { PartReservationState } from '@netward/contract/part-values'
import type { OrderState } from '@netward/contract/states/work-order'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface PartReservation {
  readonly id: string
  readonly warehouseId: string
  readonly warehouseName: string
  readonly modelId: string
  readonly brand: string
  readonly modelName: string
  readonly serialId: string | null
  readonly serial: string | null
  readonly quantity: number
  readonly used: number
  readonly state: PartReservationState
  readonly reservedAt: string
  readonly reservedBy: string
  readonly endedAt: string | null
}

/** An order in sight: of the company acted in, or of one below. */
export interface OrderInSight {
  readonly companyId: string
  readonly id: string
  readonly number: number
  readonly state: OrderState
  readonly outletId: string | null
}

const shown = sql`r.id, r.warehouse_id as "warehouseId", w.name as "warehouseName", r.model_id as "modelId", m.brand,
  m.name as "modelName", r.serial_id as "serialId", s.serial, r.quantity, r.used, r.state, r.reserved_at as "reservedAt",
  r.reserved_by as "reservedBy", r.ended_at as "endedAt"`
const source = sql`part_reservation r join part_model m on m.company_id = r.company_id and m.id = r.model_id
  join warehouse w on w.company_id = r.company_id and w.id = r.warehouse_id
  left join part_serial s on s.company_id = r.company_id and s.id = r.serial_id`
const order = sql`o.company_id as "companyId", o.id, o.number::int as number, o.state, o.outlet_id as "outletId"`

export const partOrderRepo = {
  async order({ db }: Reader, orderId: string): Promise<OrderInSight | undefined> {
    const { rows } =
      await sql<OrderInSight>`select ${order} from work_order o where o.id = ${orderId}`.execute(db)
    return rows[0]
  },

  /** It does not move until the parts are reserved. */
  async hold({ db }: Reader, orderId: string): Promise<OrderInSight | undefined> {
    const { rows } =
      await sql<OrderInSight>`select ${order} from work_order o where o.id = ${orderId} for share`.execute(db)
    return rows[0]
  },

  async ofOrder({ db, scope }: Reader, orderId: string): Promise<PartReservation[]> {
    const { rows } = await sql<PartReservation>`select ${shown} from ${source}
      where r.company_id = ${scope.companyId} and r.order_id = ${orderId} order by r.id`.execute(db)
    return rows
  },

  async lock({ db, scope }: Reader, orderId: string, id: string): Promise<PartReservation | undefined> {
    const { rows } = await sql<PartReservation>`select ${shown} from ${source}
      where r.company_id = ${scope.companyId} and r.order_id = ${orderId} and r.id = ${id} for update of r`.execute(
      db,
    )
    return rows[0]
  },

  async insert(
    { db, scope }: Reader,
    { companyId, id, number }: OrderInSight,
    reservations: readonly {
      warehouseId: string
      modelId: string
      serialId: string | null
      quantity: number
    }[],
  ): Promise<void> {
    await db
      .insertInto('part_reservation')
      .values(
        reservations.map(({ warehouseId, modelId, serialId, quantity }) => ({
          company_id: scope.companyId,
          order_company_id: companyId,
          order_id: id,
          order_number: number,
          warehouse_id: warehouseId,
          model_id: modelId,
          serial_id: serialId,
          quantity,
          used: quantity,
          reserved_by: scope.actorName,
        })),
      )
      .execute()
  },

  async setUsed({ db, scope }: Reader, id: string, used: number): Promise<void> {
    await db
      .updateTable('part_reservation')
      .set({ used })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  /** @returns false if it was over */
  async free({ db }: Reader, id: string): Promise<boolean> {
    const { rows } = await sql<{ freed: boolean }>`select part_free(${id}::bigint) as freed`.execute(db)
    return rows[0]!.freed
  },

  /** @returns false if it was over */
  async issue({ db }: Reader, id: string): Promise<boolean> {
    const { rows } = await sql<{ issued: boolean }>`select part_issue(${id}::bigint) as issued`.execute(db)
    return rows[0]!.issued
  },
}
