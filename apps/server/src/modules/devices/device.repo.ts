import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** What decides a move, and how a refused device is named. */
export interface DeviceSubject {
  id: string
  company_id: string
  name: string
  type: string
  driver: 'cwmp' | 'snmp' | 'probe' | 'none'
  state: 'claimed' | 'released' | 'replaced'
  guard: 'none' | 'quarantined' | 'duplicate'
  serial_number: string
  ip_address: string | null
  tags: string[]
  note: string
  outlet_id: string | null
}

const subject = [
  'id',
  'company_id',
  'name',
  'type',
  'driver',
  'state',
  'guard',
  'serial_number',
  'tags',
  'note',
  'outlet_id',
  sql<string | null>`host(ip_address)`.as('ip_address'),
] as const

export const deviceRepo = {
  find({ db }: Reader, id: string) {
    return db
      .selectFrom('device')
      .leftJoin('device_presence', 'device_presence.device_id', 'device.id')
      .selectAll('device')
      .select([
        'device_presence.last_inform_at',
        sql<string>`visible_company_name(device.company_id)`.as('company_name'),
        sql<string | null>`visible_outlet_name(device.outlet_id)`.as('outlet_name'),
        sql<string | null>`host(device.ip_address)`.as('ip_address'),
        sql<string | null>`reset_expected_until(device.id)`.as('reset_expected_until'),
      ])
      .where('device.id', '=', id)
      .executeTakeFirst()
  },

  findNamed({ db }: Reader, id: string) {
    return db
      .selectFrom('device')
      .select(['id', 'name', 'serial_number as serialNumber'])
      .where('id', '=', id)
      .executeTakeFirst()
  },

  /** The replacing gateway, while its claim is open. */
  async findReplacementAwaited({ db }: Reader, id: string) {
    const found = await sql<{ serialNumber: string; until: string }>`
      select serial_number as "serialNumber", until from replacement_awaited(${id})`.execute(db)
    return found.rows[0]
  },

  findSubject({ db }: Reader, id: string): Promise<DeviceSubject | undefined> {
    return db.selectFrom('device').select(subject).where('id', '=', id).executeTakeFirst()
  },

  /**
   * Only what the transaction may write: the company acted in. Locks against other writers only: reads that
   * reference the device, such as commands and timeline entries, do not wait.
   */
  lock({ db, scope }: Reader, id: string): Promise<DeviceSubject | undefined> {
    return db
      .selectFrom('device')
      .select(subject)
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .forNoKeyUpdate()
      .executeTakeFirst()
  },

  /** In order of id, so that two batches over the same devices wait instead of deadlocking. */
  lockAll({ db, scope }: Reader, ids: readonly string[]): Promise<DeviceSubject[]> {
    return db
      .selectFrom('device')
      .select(subject)
      .where('id', '=', sql<string>`any (${ids}::bigint[])`)
      .where('company_id', '=', scope.companyId)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  },

  /** The owning company of each device in scope. */
  findOwners({ db }: Reader, ids: readonly string[]): Promise<{ id: string; company_id: string }[]> {
    return db
      .selectFrom('device')
      .select(['id', 'company_id'])
      .where('id', '=', sql<string>`any (${ids}::bigint[])`)
      .execute()
  },

  async update({ db }: Reader, id: string, changes: { name?: string; note?: string; tags?: string[] }) {
    await db.updateTable('device').set(changes).where('id', '=', id).execute()
  },

  /** One statement for the whole batch. */
  async updateTags({ db }: Reader, changed: readonly { id: string; tags: string[] }[]) {
    await sql`update device d set tags = array(select jsonb_array_elements_text(c->'tags'))
      from jsonb_array_elements(${JSON.stringify(changed)}::jsonb) c where d.id = (c->>'id')::bigint`.execute(
      db,
    )
  },

  /** One statement for the whole batch; the department follows. */
  async updateOutlet({ db }: Reader, ids: readonly string[], outletId: string | null) {
    await db
      .updateTable('device')
      .set({ outlet_id: outletId })
      .where('id', '=', sql<string>`any (${ids}::bigint[])`)
      .execute()
  },

  /** Those of the devices whose address another one in that outlet has. */
  async findTakenAddresses(
    { db }: Reader,
    ids: readonly string[],
    outletId: string | null,
  ): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ id: string }>`
      select id from taken_addresses(${ids}::bigint[], ${outletId}::bigint) id`.execute(db)
    return new Set(rows.map(({ id }) => id))
  },

  /** One timeline entry per device. */
  async noteTimeline(
    { db, scope }: Reader,
    kind: string,
    notes: readonly { deviceId: string; detail: Record<string, unknown> }[],
  ) {
    if (notes.length === 0) return
    await db
      .insertInto('device_timeline')
      .values(
        notes.map(({ deviceId, detail }) => ({
          company_id: scope.companyId,
          device_id: deviceId,
          kind,
          detail: JSON.stringify(detail),
        })),
      )
      .execute()
  },
}
