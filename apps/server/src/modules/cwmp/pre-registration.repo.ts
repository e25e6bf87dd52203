import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { PreRegistrationRow } from './pre-registration.csv.ts'

type Reader = Pick<RequestContext, 'db'>

interface ListedRow {
  id: string
  oui: string | null
  product_class: string | null
  model_name: string | null
  serial_number: string
  name: string
  has_label_secret: boolean
  state: 'waiting' | 'matched' | 'expired'
  created_at: string
  expires_at: string
}

/** One of several companies' registrations that could mean the same gateway. */
interface ConflictRow extends Omit<ListedRow, 'name' | 'state'> {
  company_id: string
  company_name: string
  total: string
}

export const preRegistrationRepo = {
  async page({ db }: Reader, companyId: string, search: string | null, limit: number, offset: number) {
    const pattern =
      search === null ? null : `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    const matching = sql`from pre_registration r where r.company_id = ${companyId}
      and (${pattern}::text is null or lower((r.serial_number || ' ' || r.name) collate "default") like ${pattern})`
    const found = await sql<ListedRow>`
      select id, oui, product_class, model_name, serial_number, name, has_label_secret, created_at, expires_at,
        case when state = 'matched' then state when expires_at <= now() then 'expired' else 'waiting' end as state
      ${matching} order by r.id desc limit ${limit} offset ${offset}`.execute(db)
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from (select 1 ${matching} limit ${countCap + 1}) capped`.execute(db)
    return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
  },

  conflicts({ db }: Reader, search: string | null, limit: number, offset: number): Promise<ConflictRow[]> {
    return sql<ConflictRow>`select * from registration_conflicts(${search}, ${limit}, ${offset})`
      .execute(db)
      .then(({ rows }) => rows)
  },

  async settle(
    { db }: Reader,
    id: string,
  ): Promise<{ serial_number: string; company_name: string; ended: number }> {
    const found = await sql<{ serial_number: string; company_name: string; ended: number }>`
      select * from settle_registration(${id})`.execute(db)
    return found.rows[0]!
  },

  /** A registered serial keeps its row and takes nothing of the new one. Returns how many are new. */
  async insert(
    { db }: Reader,
    companyId: string,
    rows: readonly (PreRegistrationRow & { labelHash: Buffer | null; sealedLabel: Buffer | null })[],
  ): Promise<number> {
    const inserted = await sql`
      insert into pre_registration
        (company_id, oui, product_class, model_name, serial_number, name, label_hash, label_secret)
      select ${companyId}, k.* from unnest(
        ${rows.map((row) => row.oui)}::text[], ${rows.map((row) => row.productClass)}::text[],
        ${rows.map((row) => row.modelName)}::text[], ${rows.map((row) => row.serialNumber)}::text[],
        ${rows.map((row) => row.name)}::text[], ${rows.map((row) => row.labelHash)}::bytea[],
        ${rows.map((row) => row.sealedLabel)}::bytea[]) as k
      on conflict do nothing`.execute(db)
    return Number(inserted.numAffectedRows ?? 0)
  },

  /** How many wait for their gateway; other imports of the company wait until the transaction ends. */
  async lockOpen({ db }: Reader): Promise<number> {
    const { rows } = await sql<{ n: number }>`select open_registrations() as n`.execute(db)
    return rows[0]!.n
  },

  /** The serial number that was withdrawn; undefined when none is open. */
  async remove({ db }: Reader, companyId: string, id: string): Promise<string | undefined> {
    const removed = await sql<{ serial_number: string }>`
      delete from pre_registration where id = ${id} and company_id = ${companyId} and state <> 'matched'
      returning serial_number`.execute(db)
    return removed.rows[0]?.serial_number
  },
}
