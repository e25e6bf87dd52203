import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { StoredEquipment } from './stored-equipment.ts'
import type { WorstValue } from '../snmp/index.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** What a list shows of polling. */
export interface PolledRow {
  readonly device_id: string
  readonly credential_id: string | null
  readonly worst: WorstValue | null
}

/** A device with all that its page shows, its interfaces aside. */
export interface EquipmentDetailRow {
  readonly id: string
  readonly company_id: string
  readonly company_name: string
  readonly name: string
  readonly type: string
  readonly driver: string
  readonly state: 'claimed' | 'released' | 'replaced'
  readonly guard: string
  readonly presence: string
  readonly manufacturer: string
  readonly model_name: string
  readonly serial_number: string
  readonly software_version: string
  readonly hardware_version: string
  readonly ip_address: string | null
  readonly port: number | null
  readonly mac_address: string | null
  readonly note: string
  readonly tags: string[]
  readonly outlet_id: string | null
  readonly outlet_name: string | null
  readonly last_inform_at: string | null
  readonly claimed_at: string
}

export interface PollingRow {
  readonly credential_id: string | null
  readonly state: string
  readonly since: string
  readonly last_poll_at: string | null
  readonly last_poll_ms: number | null
  readonly last_poll_values: number | null
  readonly slow: boolean
  readonly credential_name: string | null
  readonly worst: WorstValue | null
}

export interface AgentRow {
  readonly sys_object_id: string
  readonly sys_description: string
  readonly sys_name: string
  readonly sys_location: string
  readonly sys_contact: string
  readonly metrics: string[]
  readonly interfaces: number
}

export interface Named {
  readonly id: string
  readonly name: string
  readonly serial: string
}

export interface Duplicate {
  readonly id: string
  readonly name: string
  readonly because: 'serial' | 'mac' | 'chassis' | 'engine'
}

export const equipmentRepo = {
  async findPolled({ db }: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, PolledRow>> {
    if (ids.length === 0) return new Map()
    const { rows } = await sql<PolledRow>`
      select device_id, credential_id, worst from device_polling where device_id = any (${ids}::bigint[])
      union all
      select device_id, null, worst from gateway_measuring where device_id = any (${ids}::bigint[])`.execute(
      db,
    )
    return new Map(rows.map((row) => [row.device_id, row]))
  },

  async find({ db }: Reader, id: string): Promise<EquipmentDetailRow | undefined> {
    const { rows } = await sql<EquipmentDetailRow>`
      select d.id, d.company_id, visible_company_name(d.company_id) as company_name, d.name, d.type, d.driver, d.state,
        d.guard, d.presence, d.manufacturer, d.model_name, d.serial_number, d.software_version, d.hardware_version,
        host(d.ip_address) as ip_address, d.port, d.mac_address, d.note, d.tags, d.outlet_id,
        visible_outlet_name(d.outlet_id) as outlet_name, p.last_inform_at, d.claimed_at
      from device d left join device_presence p on p.device_id = d.id
      where d.id = ${id} and d.state in ('claimed', 'replaced')`.execute(db)
    return rows[0]
  },

  /** Its place in a line of replacements. */
  async replacement(
    { db }: Reader,
    id: string,
  ): Promise<{ replacedBy: Named | null; replaces: Named | null }> {
    const named = sql`jsonb_build_object('id', k.id::text, 'name', k.name, 'serial', k.serial_number)`
    const { rows } = await sql<{ replacedBy: Named | null; replaces: Named | null }>`select
        (select ${named} from device k where k.company_id = d.company_id and k.id = d.replaced_by) as "replacedBy",
        (select ${named} from device k where k.company_id = d.company_id and k.replaced_by = d.id
          order by k.released_at desc limit 1) as replaces
      from device d where d.id = ${id}`.execute(db)
    return rows[0]!
  },

  async findPolling({ db }: Reader, id: string): Promise<PollingRow | undefined> {
    const { rows } = await sql<PollingRow>`
      select p.credential_id, p.state, p.since, p.last_poll_at, p.last_poll_ms, p.last_poll_values, p.slow, p.worst,
        (select c.name from snmp_credential c where c.id = p.answered_id) as credential_name
      from device_polling p where p.device_id = ${id}`.execute(db)
    return rows[0]
  },

  async findAgent({ db }: Reader, id: string): Promise<AgentRow | undefined> {
    const { rows } = await sql<AgentRow>`
      select sys_object_id, sys_description, sys_name, sys_location, sys_contact, metrics, interfaces
      from device_agent where device_id = ${id}`.execute(db)
    return rows[0]
  },

  async duplicates({ db }: Reader, id: string): Promise<Duplicate[]> {
    const { rows } = await sql<Duplicate>`select id, name, because from equipment_duplicates(${id})`.execute(
      db,
    )
    return rows
  },

  /** Those whose identity another device claims too. */
  async findDuplicated({ db }: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ id: string }>`
      select n.id from unnest(${ids}::bigint[]) n (id) where exists (select from equipment_duplicates(n.id))`.execute(
      db,
    )
    return new Set(rows.map(({ id }) => id))
  },

  /** What an edit replaces, of the company acted in. */
  async findStored({ db, scope }: Reader, ids: readonly string[]): Promise<StoredEquipment[]> {
    const { rows } = await sql<StoredEquipment>`
      select ${stored} from device d left join device_polling p on p.device_id = d.id
        left join outlet o on o.id = d.outlet_id left join snmp_credential c on c.id = p.credential_id
      where d.id = any (${ids}::bigint[]) and d.company_id = ${scope.companyId} and d.state = 'claimed'`.execute(
      db,
    )
    return rows
  },

  /** Devices that were added with one of these addresses, in the company acted in. */
  async findByAddress({ db, scope }: Reader, addresses: readonly string[]): Promise<StoredEquipment[]> {
    if (addresses.length === 0) return []
    const { rows } = await sql<StoredEquipment>`
      select ${stored} from device d left join device_polling p on p.device_id = d.id
        left join outlet o on o.id = d.outlet_id left join snmp_credential c on c.id = p.credential_id
      where d.company_id = ${scope.companyId} and d.state = 'claimed' and d.type <> 'smart_cpe'
        and d.ip_address = any (${addresses}::inet[])`.execute(db)
    return rows
  },

  async insert({ db }: Pick<Reader, 'db'>, rows: readonly object[]): Promise<string[]> {
    const { rows: added } = await sql<{ ids: string[] }>`
      select add_equipment(${JSON.stringify(rows)}::jsonb) as ids`.execute(db)
    return added[0]!.ids
  },

  async update({ db }: Reader, id: string, row: object, credentialId: string | null): Promise<void> {
    await sql`select edit_equipment(${id}, ${JSON.stringify(row)}::jsonb, ${credentialId}::bigint)`.execute(
      db,
    )
  },

  async delete({ db }: Reader, ids: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ ids: string[] }>`select delete_equipment(${ids}::bigint[]) as ids`.execute(
      db,
    )
    return rows[0]!.ids
  },

  /** Returns the devices that are polled at all. */
  async askForPoll({ db }: Reader, ids: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ ids: string[] }>`select ask_for_poll(${ids}::bigint[]) as ids`.execute(db)
    return rows[0]!.ids
  },

  async companyCode({ db, scope }: Reader): Promise<string> {
    const { rows } = await sql<{ code: string }>`
      select code from company where id = ${scope.companyId}`.execute(db)
    return rows[0]?.code ?? ''
  },

  async outletsByName({ db, scope }: Reader): Promise<{ id: string; name: string; code: string }[]> {
    const { rows } = await sql<{ id: string; name: string; code: string }>`
      select id, name, code from outlet where company_id = ${scope.companyId} limit 20000`.execute(db)
    return rows
  },
}

const stored = sql`d.id, d.name, d.type, d.driver, host(d.ip_address) as "ipAddress", d.port, p.credential_id as "credentialId",
  d.outlet_id as "outletId", d.manufacturer as brand, d.model_name as "modelName", d.serial_number as "serialNumber",
  d.mac_address as "macAddress", d.note, o.name as "outletName", c.name as "credentialName"`
