import { sql } from 'kysely'
import { refusalOf, type Scopes, type Transaction } from '../../platform/db/scope.ts'
import type { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Db = Pick<Transaction, 'db'>

/** A host that is added next. */
export interface NextHost {
  readonly n: number
  readonly name: string
  readonly type: string
  readonly driver: 'snmp' | 'probe'
  readonly ipAddress: string
  readonly port: number | null
  readonly credentialId: string | null
  readonly outletId: string | null
  readonly brand: string
  readonly modelName: string
  readonly serialNumber: string
  readonly macAddress: string | null
  readonly note: string
  /** Its outlet is gone since the import began. */
  readonly homeless: boolean
}

export const carryOutRepo = {
  /** Groups whose outlet must be made because a host that is added goes there. */
  async newOutlets({ db }: Reader, id: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select distinct on (lower(g.new_name)) g.new_name as name
      from zabbix_plan(${id}) p join zabbix_group g on g.import_id = ${id} and g.n = p.new_group
      where p.outcome = 'new' order by lower(g.new_name), g.n`.execute(db)
    return rows.map(({ name }) => name)
  },

  async noteOutlet({ db }: Reader, id: string, name: string, outletId: string): Promise<void> {
    await sql`update zabbix_group set made_outlet_id = ${outletId}
      where import_id = ${id} and target = 'new' and lower(new_name) = lower(${name})`.execute(db)
  },

  /** Sets to be added that a host uses which is added. */
  async newCredentials({ db }: Reader, id: string): Promise<{ n: number; name: string; version: string }[]> {
    const { rows } = await sql<{ n: number; name: string; version: string }>`
      select c.n, c.name, c.version from zabbix_credential c
      where c.import_id = ${id} and c.action = 'create' and c.made_credential_id is null
        and exists (select from zabbix_plan(${id}) p join zabbix_host h on h.import_id = ${id} and h.n = p.n
          where h.credential = c.n and p.outcome = 'new') order by c.n`.execute(db)
    return rows
  },

  async makeCredential({ db }: Reader, id: string, n: number): Promise<string | null> {
    const { rows } = await sql<{ made: string | null }>`
      select make_zabbix_credential(${id}, ${n}::int) as made`.execute(db)
    return rows[0]?.made ?? null
  },

  /** Where each group went, for the next import. */
  async rememberChoices({ db, scope }: Reader, id: string): Promise<void> {
    await sql`
      insert into zabbix_choice (company_id, group_name, target_outlet_id)
      select ${scope.companyId}, g.name, coalesce(g.made_outlet_id, g.target_outlet_id) from zabbix_group g
      where g.import_id = ${id}
      on conflict (company_id, group_name) do update set target_outlet_id = excluded.target_outlet_id`.execute(
      db,
    )
  },

  async begin({ db, scope }: Reader, id: string, state: 'running' | 'undoing'): Promise<void> {
    await sql`update zabbix_import set state = ${state}, finished_at = null,
        started_by_name = case ${state} when 'running' then ${scope.actorName} else started_by_name end,
        started_at = case ${state} when 'running' then now() else started_at end
      where id = ${id}`.execute(db)
  },

  async changed({ db }: Reader, id: string): Promise<{ name: string; address: string }[]> {
    const { rows } = await sql<{ name: string; address: string }>`
      select name, address from zabbix_changed(${id})`.execute(db)
    return rows
  },

  async addedDevices({ db }: Reader, id: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from zabbix_host where import_id = ${id} and device_id is not null`.execute(
      db,
    )
    return rows[0]?.n ?? 0
  },

  // For jobs, in the import's company.

  /** Locks a running import for a portion; false if it does not run. */
  async lockRunning({ db }: Db, id: string): Promise<boolean> {
    const { rows } =
      await sql`select from zabbix_import where id = ${id} and state = 'running' for update`.execute(db)
    return rows.length > 0
  },

  async next({ db }: Db, id: string, most: number): Promise<NextHost[]> {
    const { rows } = await sql<NextHost>`
      select h.n, h.name, h.type, h.driver, host(h.ip_address) as "ipAddress", h.port, h.brand,
        h.model_name as "modelName", h.serial_number as "serialNumber", h.mac_address as "macAddress", h.note,
        p.outlet_id as "outletId", p.new_group is not null as homeless,
        case c.action when 'create' then c.made_credential_id when 'existing' then c.target_credential_id end
          as "credentialId"
      from zabbix_plan(${id}) p join zabbix_host h on h.import_id = ${id} and h.n = p.n
      left join zabbix_credential c on c.import_id = h.import_id and c.n = h.credential
      where p.outcome = 'new' order by h.n limit ${most}`.execute(db)
    return rows
  },

  async noteAdded({ db }: Db, id: string, pairs: readonly (readonly [number, string])[]): Promise<void> {
    await sql`select note_zabbix_devices(${id}, ${JSON.stringify(pairs)}::jsonb)`.execute(db)
    await sql`update zabbix_import set added = added + ${pairs.length} where id = ${id}`.execute(db)
  },

  async noteFailed(
    { db }: Db,
    id: string,
    hosts: readonly number[],
    refusal: Pick<AppError, 'code' | 'params'>,
  ) {
    const failure = JSON.stringify({ code: refusal.code, params: refusal.params })
    await sql`update zabbix_host set failure = ${failure}::jsonb
      where import_id = ${id} and n = any (${hosts}::int[])`.execute(db)
  },

  async finish({ db }: Db, id: string): Promise<void> {
    await sql`select finish_zabbix_import(${id})`.execute(db)
  },

  /** Returns how many were deleted. */
  async undoNext({ db }: Db, id: string, most: number): Promise<number> {
    const { rows } = await sql<{ gone: string[] }>`
      select undo_zabbix_devices(${id}, ${most}::int) as gone`.execute(db)
    return rows[0]?.gone.length ?? 0
  },

  async finishUndo({ db }: Db, id: string): Promise<void> {
    await sql`select finish_zabbix_undo(${id})`.execute(db)
  },

  async companyCode({ db }: Db, companyId: string): Promise<string> {
    const { rows } = await sql<{ code: string }>`select code from company where id = ${companyId}`.execute(db)
    return rows[0]?.code ?? ''
  },

  async emitChanged({ db }: Db, companyId: string, id: string): Promise<void> {
    await sql`insert into live_event (company_id, kind, subject_id, data)
      values (${companyId}, 'import.changed', ${id}, '{}')`.execute(db)
  },

  /** Work that may be refused: then nothing of it stays, and the refusal is returned. */
  async refusalOf({ db }: Db, work: () => Promise<unknown>): Promise<AppError | null> {
    await sql`savepoint portion`.execute(db)
    try {
      await work()
      return null
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === null) throw error
      await sql`rollback to savepoint portion`.execute(db)
      return refusal
    }
  },

  async tend(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select tend_zabbix_imports()')
  },
}
