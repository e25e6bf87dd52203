import type { PartMovementKind } from '@netward/contract/part-values'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** One entry of the ledger; figures that are left out stay. */
export interface Movement {
  readonly kind: PartMovementKind
  readonly warehouseId: string
  readonly modelId: string
  readonly serialId?: string | null
  readonly onHand?: number
  readonly reserved?: number
  readonly defective?: number
  readonly inTransit?: number
  readonly inRepair?: number
  readonly supplier?: string
  readonly reference?: string
  readonly unitPrice?: number | null
  readonly orderCompanyId?: string
  readonly orderId?: string
  readonly orderNumber?: number
  readonly replacementId?: string
  readonly note?: string
}

export interface NewSerial {
  readonly modelId: string
  readonly serial: string
  readonly purchasedOn: string | null
  readonly warrantyUntil: string | null
  readonly supplier: string
}

/** Constraints by which the database refuses to take what is not there. */
export const notEnough = {
  part_stock_enough: ['part.not_enough', 'quantity'],
  part_stock_on_hand: ['part.not_enough', 'quantity'],
  part_stock_reserved: ['part.not_enough', 'quantity'],
  part_stock_defective: ['part.not_enough', 'quantity'],
  part_stock_in_transit: ['part.not_enough', 'quantity'],
} as const

const place = (left: Movement, right: Movement) =>
  Number(left.warehouseId) - Number(right.warehouseId) ||
  Number(left.modelId) - Number(right.modelId) ||
  Number(left.serialId ?? 0) - Number(right.serialId ?? 0)

export const partLedgerRepo = {
  /** Adds entries in the order in which all acts lock stock, so that none waits for another in a circle. */
  async add({ db, scope }: Reader, movements: readonly Movement[]): Promise<void> {
    const rows = movements.toSorted(place).map((one) => ({
      kind: one.kind,
      warehouse_id: one.warehouseId,
      model_id: one.modelId,
      serial_id: one.serialId ?? null,
      on_hand: one.onHand ?? 0,
      reserved: one.reserved ?? 0,
      defective: one.defective ?? 0,
      in_transit: one.inTransit ?? 0,
      in_repair: one.inRepair ?? 0,
      supplier: one.supplier ?? '',
      reference: one.reference ?? '',
      unit_price: one.unitPrice ?? null,
      order_company_id: one.orderCompanyId ?? null,
      order_id: one.orderId ?? null,
      order_number: one.orderNumber ?? null,
      replacement_id: one.replacementId ?? null,
      note: one.note ?? '',
    }))
    await sql`insert into part_movement (company_id, kind, warehouse_id, model_id, serial_id, on_hand, reserved, defective,
        in_transit, in_repair, supplier, reference, unit_price, order_company_id, order_id, order_number,
        replacement_id, note)
      select ${scope.companyId}, r.kind, r.warehouse_id, r.model_id, r.serial_id, r.on_hand, r.reserved, r.defective,
        r.in_transit, r.in_repair, r.supplier, r.reference, r.unit_price, r.order_company_id, r.order_id, r.order_number,
        r.replacement_id, r.note
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (kind text, warehouse_id bigint, model_id bigint,
        serial_id bigint, on_hand int, reserved int, defective int, in_transit int, in_repair int, supplier text, reference text, unit_price numeric,
        order_company_id bigint, order_id bigint, order_number int, replacement_id bigint, note text))
        with ordinality r order by r.ordinality`.execute(db)
  },

  /** Makes serial numbers that are received next. @returns their ids in the given order */
  async addSerials({ db, scope }: Reader, serials: readonly NewSerial[]): Promise<string[]> {
    const { rows } = await sql<{ id: string; serial: string }>`
      insert into part_serial (company_id, model_id, serial, purchased_on, warranty_until, supplier)
      select ${scope.companyId}, g."modelId", g.serial, g."purchasedOn",
        coalesce(g."warrantyUntil", case when m.warranty_months > 0
          then (coalesce(g."purchasedOn", current_date) + make_interval(months => m.warranty_months))::date end), g.supplier
      from jsonb_to_recordset(${JSON.stringify(serials)}::jsonb) as g ("modelId" bigint, serial text, "purchasedOn" date,
        "warrantyUntil" date, supplier text)
      join part_model m on m.company_id = ${scope.companyId} and m.id = g."modelId"
      order by upper(g.serial)
      returning id, serial`.execute(db)
    const ids = new Map(rows.map(({ id, serial }) => [serial, id]))
    return serials.map(({ serial }) => ids.get(serial)!)
  },
}
