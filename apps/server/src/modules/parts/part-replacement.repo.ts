import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** The device of an order. */
export interface BrokenDevice {
  readonly id: string
  readonly name: string
  readonly serial: string
  readonly type: string
  readonly state: 'claimed' | 'released' | 'replaced'
  readonly since: string
}

export interface ReplacementRow {
  readonly id: string
  readonly name: string
  readonly oldDeviceId: string | null
  readonly oldSerial: string
  readonly oldSince: string
  readonly newDeviceId: string | null
  readonly newSerial: string
  readonly replacedAt: string
  readonly replacedBy: string
}

export interface ReturnRow {
  readonly at: string
  readonly serialId: string
  readonly serial: string
  readonly warehouseName: string
  readonly replacementId: string
}

const shown = sql`r.id, r.name, r.old_device_id as "oldDeviceId", r.old_serial as "oldSerial", r.old_since::text as "oldSince",
  r.new_device_id as "newDeviceId", r.new_serial as "newSerial", r.replaced_at as "replacedAt", r.replaced_by as "replacedBy"`

export const partReplacementRepo = {
  async broken({ db }: Reader, order: { id: string; companyId: string }): Promise<BrokenDevice | undefined> {
    const { rows } = await sql<BrokenDevice>`select d.id, d.name, d.serial_number as serial, d.type, d.state,
        d.claimed_at::date::text as since
      from work_order o join device d on d.company_id = o.company_id and d.id = o.device_id
      where o.company_id = ${order.companyId} and o.id = ${order.id}`.execute(db)
    return rows[0]
  },

  /** A piece of another company that is reserved for the order. A key that hides the serial number gives none. */
  async sharedPiece(
    { db, scope }: Reader,
    orderId: string,
    id: string,
  ): Promise<{ brand: string; modelName: string; serial: string | null; state: string } | undefined> {
    const { rows } = await sql<{ brand: string; modelName: string; serial: string | null; state: string }>`
      select '' as brand, p.model as "modelName", p.serial, p.state from shared_part p
      where p.company_id = ${scope.companyId} and p.order_id = ${orderId} and p.id = ${id}`.execute(db)
    return rows[0]
  },

  /** Settles the reservation in the ledger of the company that owns the piece. */
  issueShared: ({ db }: Reader, id: string) => sql`select shared_part_issue(${id})`.execute(db),

  /** A claimed gateway outside of every site. */
  async placelessGateway({ db, scope }: Reader, serial: string): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`select d.id from device d
      where d.company_id = ${scope.companyId} and d.state = 'claimed' and d.type = 'smart_cpe' and d.outlet_id is null
        and d.guard = 'none' and d.serial_number = ${serial} order by d.id limit 1`.execute(db)
    return rows[0]?.id
  },

  replaceGateway: ({ db }: Reader, oldId: string, newId: string) =>
    sql`select replace_device(${oldId}, ${newId})`.execute(db),

  async replaceEquipment(
    { db }: Reader,
    deviceId: string,
    { serial, brand, modelName }: { serial: string; brand: string; modelName: string },
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select replace_equipment(${deviceId}, ${serial}, ${brand}, ${modelName}) as id`.execute(db)
    return rows[0]!.id
  },

  async insert(
    { db, scope }: Reader,
    orderId: string,
    { id: oldDeviceId, name, serial, since }: BrokenDevice,
    successor: { id: string; serial: string },
  ): Promise<string> {
    const made = await db
      .insertInto('device_replacement')
      .values({
        company_id: scope.companyId,
        order_id: orderId,
        old_device_id: oldDeviceId,
        new_device_id: successor.id,
        name,
        old_serial: serial,
        new_serial: successor.serial,
        old_since: since,
        replaced_by: scope.actorName,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  },

  async ofOrder({ db }: Reader, orderId: string): Promise<ReplacementRow[]> {
    const { rows } = await sql<ReplacementRow>`select ${shown} from device_replacement r
      where r.order_id = ${orderId} order by r.id`.execute(db)
    return rows
  },

  /** What the company acted in took back of the replacements of an order. */
  async returns({ db, scope }: Reader, orderId: string): Promise<ReturnRow[]> {
    const { rows } =
      await sql<ReturnRow>`select v.at, v.serial_id as "serialId", s.serial, w.name as "warehouseName",
        v.replacement_id as "replacementId"
      from part_movement v join part_serial s on s.company_id = v.company_id and s.id = v.serial_id
      join warehouse w on w.company_id = v.company_id and w.id = v.warehouse_id
      where v.company_id = ${scope.companyId} and v.order_id = ${orderId} and v.replacement_id is not null`.execute(
        db,
      )
    return rows
  },
}
