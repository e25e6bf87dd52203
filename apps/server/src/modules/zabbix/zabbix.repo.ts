import type { ZabbixFinding, ZabbixOutcome, ZabbixState } from '@netward/contract/zabbix-values'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { ReadHost } from './read/host.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface ImportRow {
  readonly id: string
  readonly fileName: string
  readonly version: string
  readonly state: ZabbixState
  readonly hosts: number
  readonly added: number
  readonly createdAt: string
  readonly createdByName: string
  readonly startedAt: string | null
  readonly startedByName: string | null
  readonly finishedAt: string | null
  readonly withoutSnmp: 'probe' | 'skip'
  readonly disabled: 'skip' | 'add'
}

export interface GroupRow {
  readonly n: number
  readonly name: string
  readonly hosts: number
  readonly target: 'none' | 'outlet' | 'new'
  readonly outletId: string | null
  readonly outletName: string | null
  readonly newName: string
}

export interface CredentialRow {
  readonly n: number
  readonly name: string
  readonly version: 'v1' | 'v2c' | 'v3'
  readonly userName: string
  readonly auth: 'md5' | 'sha' | 'sha224' | 'sha256' | 'sha384' | 'sha512' | null
  readonly privacy: 'des' | 'aes' | 'aes256b' | 'aes256r' | null
  readonly context: string
  readonly hosts: number
  readonly action: 'create' | 'existing' | 'none'
  readonly credentialId: string | null
  readonly credentialName: string | null
  readonly missing: ('community' | 'authPassphrase' | 'privacyPassphrase')[]
  readonly macros: string[]
  readonly problems: ZabbixFinding[]
}

export interface NewGroup extends Omit<GroupRow, 'outletName'> {
  readonly position: number
}

export type NewCredential = Omit<CredentialRow, 'credentialName'> & { readonly sealed: Buffer | null }

export interface NewHost extends Omit<ReadHost, 'groups' | 'credential' | 'problems' | 'warnings'> {
  readonly n: number
  readonly groups: readonly number[]
  readonly credential: number | null
  readonly findings: readonly ZabbixFinding[]
  readonly refused: boolean
}

const shown = sql`i.id, i.file_name as "fileName", i.version, i.state, i.hosts, i.added, i.created_at as "createdAt",
  i.created_by_name as "createdByName", i.started_at as "startedAt", i.started_by_name as "startedByName",
  i.finished_at as "finishedAt", i.without_snmp as "withoutSnmp", i.disabled`

/** Hosts of one insert. */
const portion = 1000

/** Of the company acted in alone, also for people who see those below. */
export const zabbixRepo = {
  async page(
    { db, scope }: Reader,
    limit: number,
    offset: number,
  ): Promise<{ items: ImportRow[]; total: number }> {
    const { rows } = await sql<ImportRow & { total: number }>`
      select ${shown}, (count(*) over ())::int as total from zabbix_import i
      where i.company_id = ${scope.companyId} order by i.id desc limit ${limit} offset ${offset}`.execute(db)
    return { items: rows, total: rows[0]?.total ?? 0 }
  },

  async find({ db, scope }: Reader, id: string): Promise<ImportRow | undefined> {
    const { rows } = await sql<ImportRow>`
      select ${shown} from zabbix_import i where i.id = ${id} and i.company_id = ${scope.companyId}`.execute(
      db,
    )
    return rows[0]
  },

  async lock({ db, scope }: Reader, id: string): Promise<ImportRow | undefined> {
    const { rows } = await sql<ImportRow>`
      select ${shown} from zabbix_import i where i.id = ${id} and i.company_id = ${scope.companyId}
      for update`.execute(db)
    return rows[0]
  },

  async counts({ db }: Reader, id: string): Promise<ReadonlyMap<ZabbixOutcome, number>> {
    const { rows } = await sql<{ outcome: ZabbixOutcome; n: number }>`
      select outcome, count(*)::int as n from zabbix_plan(${id}) group by 1`.execute(db)
    return new Map(rows.map(({ outcome, n }) => [outcome, n]))
  },

  /** Devices that the licence has room for; null without a limit. */
  async room({ db, scope }: Reader): Promise<number | null> {
    const { rows } = await sql<{ room: number | null }>`
      select greatest(granted - used, 0) as room from company_usage(array[${scope.companyId}]::bigint[])
      where kind = 'devices'`.execute(db)
    return rows[0]?.room ?? null
  },

  async groups({ db }: Reader, id: string): Promise<GroupRow[]> {
    const { rows } = await sql<GroupRow>`
      select g.n, g.name, g.hosts, g.target, coalesce(g.made_outlet_id, g.target_outlet_id) as "outletId",
        visible_outlet_name(coalesce(g.made_outlet_id, g.target_outlet_id)) as "outletName", g.new_name as "newName"
      from zabbix_group g where g.import_id = ${id} order by g.position, g.n`.execute(db)
    return rows
  },

  async credentials({ db }: Reader, id: string): Promise<CredentialRow[]> {
    const { rows } = await sql<CredentialRow>`
      select c.n, c.name, c.version, c.user_name as "userName", c.auth, c.privacy, c.context, c.hosts, c.action,
        coalesce(c.made_credential_id, c.target_credential_id) as "credentialId", s.name as "credentialName",
        c.missing, c.macros, c.problems
      from zabbix_credential c left join snmp_credential s on s.company_id = c.company_id
        and s.id = coalesce(c.made_credential_id, c.target_credential_id)
      where c.import_id = ${id} order by c.n`.execute(db)
    return rows
  },

  async insert(
    { db, scope }: Reader,
    given: { fileName: string; version: string },
    content: {
      groups: readonly NewGroup[]
      credentials: readonly NewCredential[]
      hosts: readonly NewHost[]
    },
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into zabbix_import (company_id, file_name, version, hosts, created_by_name)
      values (${scope.companyId}, ${given.fileName}, ${given.version}, ${content.hosts.length}, ${scope.actorName})
      returning id`.execute(db)
    const { id } = rows[0]!
    await sql`
      insert into zabbix_group (company_id, import_id, n, name, position, hosts, target, target_outlet_id, new_name)
      select ${scope.companyId}, ${id}, g.n, g.name, g.position, g.hosts, g.target, g."outletId", g."newName"
      from jsonb_to_recordset(${JSON.stringify(content.groups)}::jsonb) as g (n int, name text, position int, hosts int,
        target text, "outletId" bigint, "newName" text)`.execute(db)
    const credentials = content.credentials.map(({ sealed, ...one }) => ({
      ...one,
      sealed: sealed?.toString('hex') ?? null,
    }))
    await sql`
      insert into zabbix_credential (company_id, import_id, n, name, version, user_name, auth, privacy, context, hosts,
        sealed, missing, macros, problems, action, target_credential_id)
      select ${scope.companyId}, ${id}, c.n, c.name, c.version, c."userName", c.auth, c.privacy, c.context, c.hosts,
        decode(c.sealed, 'hex'), c.missing, c.macros, c.problems, c.action, c."credentialId"
      from jsonb_to_recordset(${JSON.stringify(credentials)}::jsonb) as c (n int, name text, version text,
        "userName" text, auth text, privacy text, context text, hosts int, sealed text, missing text[], macros text[],
        problems jsonb, action text, "credentialId" bigint)`.execute(db)
    for (let from = 0; from < content.hosts.length; from += portion) {
      const hosts = JSON.stringify(content.hosts.slice(from, from + portion))
      await sql`
        insert into zabbix_host (company_id, import_id, n, host, name, disabled, driver, type, brand, model_name,
          serial_number, mac_address, note, ip_address, port, groups, credential, findings, refused)
        select ${scope.companyId}, ${id}, h.n, h.host, h.name, h.disabled, h.driver, h.type, h.brand, h."modelName",
          h."serialNumber", h."macAddress", h.note, h.address, h.port, h.groups, h.credential, h.findings, h.refused
        from jsonb_to_recordset(${hosts}::jsonb) as h (n int, host text, name text, disabled boolean, driver text,
          type text, brand text, "modelName" text, "serialNumber" text, "macAddress" macaddr, note text, address inet,
          port int, groups int[], credential int, findings jsonb, refused boolean)`.execute(db)
    }
    return id
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await sql`delete from zabbix_import where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },

  async decide(
    { db }: Reader,
    { id, withoutSnmp, disabled }: Pick<ImportRow, 'id' | 'withoutSnmp' | 'disabled'>,
  ): Promise<void> {
    await sql`update zabbix_import set without_snmp = ${withoutSnmp}, disabled = ${disabled}
      where id = ${id}`.execute(db)
  },

  async decideGroups(
    { db }: Reader,
    id: string,
    groups: readonly Pick<NewGroup, 'n' | 'target' | 'outletId' | 'newName' | 'position'>[],
  ): Promise<void> {
    await sql`
      update zabbix_group g set target = d.target, target_outlet_id = d."outletId", new_name = d."newName",
        position = d.position
      from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as d (n int, target text, "outletId" bigint,
        "newName" text, position int)
      where g.import_id = ${id} and g.n = d.n`.execute(db)
  },

  async sealed({ db }: Reader, id: string, n: number): Promise<Buffer | null> {
    const { rows } = await sql<{ sealed: Buffer | null }>`
      select sealed_zabbix_credential(${id}, ${n}::int) as sealed`.execute(db)
    return rows[0]?.sealed ?? null
  },

  async decideCredential(
    { db }: Reader,
    id: string,
    one: Pick<NewCredential, 'n' | 'name' | 'action' | 'credentialId' | 'missing' | 'sealed'>,
  ): Promise<void> {
    await sql`
      update zabbix_credential set name = ${one.name}, action = ${one.action},
        target_credential_id = ${one.credentialId}, missing = ${one.missing}
        ${one.sealed === null ? sql`` : sql`, sealed = ${one.sealed}`}
      where import_id = ${id} and n = ${one.n}`.execute(db)
  },

  /** Outlets of the company acted in by what groups may be called after. */
  async outlets({ db, scope }: Reader): Promise<{ id: string; name: string }[]> {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from outlet where company_id = ${scope.companyId} limit 20000`.execute(db)
    return rows
  },

  /** Where groups went the last time. */
  async choices({ db, scope }: Reader): Promise<ReadonlyMap<string, string | null>> {
    const { rows } = await sql<{ name: string; id: string | null }>`
      select group_name as name, target_outlet_id as id from zabbix_choice
      where company_id = ${scope.companyId} limit 20000`.execute(db)
    return new Map(rows.map(({ name, id }) => [name, id]))
  },

  async companyCode({ db, scope }: Reader): Promise<string> {
    const { rows } = await sql<{ code: string }>`
      select code from company where id = ${scope.companyId}`.execute(db)
    return rows[0]?.code ?? ''
  },
}
