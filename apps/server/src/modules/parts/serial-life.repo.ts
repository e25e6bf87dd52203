import type { OutputOf, partStockApi } from '@netward/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db'>
type Life = OutputOf<typeof partStockApi.lifeOfSerial>

export const serialLifeRepo = {
  /** Devices in sight that have or had a serial number. */
  async devices({ db }: Reader, serial: string): Promise<Life['devices']> {
    const { rows } = await sql<Life['devices'][number]>`select d.id, d.name, d.type,
        visible_company_name(d.company_id) as "companyName", visible_outlet_name(d.outlet_id) as "outletName", d.state,
        d.claimed_at as "from", d.released_at as until,
        case when n.id is not null then jsonb_build_object('id', n.id::text, 'name', n.name, 'serial', n.serial_number) end
          as "replacedBy",
        (select jsonb_build_object('id', b.id::text, 'name', b.name, 'serial', b.serial_number) from device b
          where b.company_id = d.company_id and b.replaced_by = d.id order by b.released_at desc limit 1) as replaces
      from device d left join device n on n.company_id = d.company_id and n.id = d.replaced_by
      where d.serial_number = ${serial} order by d.claimed_at, d.id limit 50`.execute(db)
    return rows
  },

  async orders({ db }: Reader, deviceIds: readonly string[]): Promise<Life['orders']> {
    if (deviceIds.length === 0) return []
    const { rows } = await sql<
      Life['orders'][number]
    >`select o.id, o.number::int as number, o.title, o.created_at as at
      from work_order o where o.device_id = any (${deviceIds}::bigint[]) order by o.created_at desc, o.id desc limit 50`.execute(
      db,
    )
    return rows
  },
}
