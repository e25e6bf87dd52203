import type { auditPackApi, InputOf, OutputOf } from '@netward/contract'
import type { AuditPackSheetDone } from '@netward/contract/audit-pack-values'
import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type PackRow = OutputOf<typeof auditPackApi.pageAuditPacks>['items'][number]

interface Company {
  readonly name: string
  readonly timeZone: string
  /** Its day. */
  readonly today: string
}

/** What a pack is made of, and which attempt makes it. */
export interface StartedPack extends Pick<
  PackRow,
  'id' | 'from' | 'to' | 'language' | 'authorName' | 'authorCompany'
> {
  readonly run: number
  readonly companyName: string
  readonly timeZone: string
  readonly authorAccount: string | null
  readonly fromAt: string
  readonly toAt: string
}

const row = sql`p.id, p.from_on::text as "from", p.to_on::text as "to", p.language, p.state, p.sheets_done as "sheetsDone",
  p.sheets_total as "sheetsTotal", p.rows_done as rows, p.size, encode(p.sha256, 'hex') as sha256, p.sheets,
  p.author_name as "authorName", p.author_company_name as "authorCompany", p.created_at as "createdAt",
  p.finished_at as "finishedAt", p.created_at + interval '5 years' as "keptUntil"`

/** Of the company acted in. */
export const auditPackRepo = {
  async page(
    { db, scope }: Reader,
    { state, search, sort, page, pageSize }: InputOf<typeof auditPackApi.pageAuditPacks>,
  ): Promise<{ items: PackRow[]; total: number }> {
    const conditions: RawBuilder<unknown>[] = [
      sql`p.company_id = ${scope.companyId}::bigint`,
      ...(state === undefined ? [] : [sql`p.state = any (${state}::text[])`]),
      ...(search === undefined || search === ''
        ? []
        : [sql`strpos(lower(p.author_name), lower(${search})) > 0`]),
    ]
    const where = sql.join(conditions, sql` and `)
    const order = sort === 'createdAt' ? sql`p.created_at, p.id` : sql`p.created_at desc, p.id desc`
    const from = sql`audit_pack p where ${where}`
    const { rows } = await sql<PackRow>`select ${row} from ${from}
      order by ${order} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    return { items: rows, total: await countRows(db, from) }
  },

  async find({ db, scope }: Reader, packId: string): Promise<PackRow | undefined> {
    const { rows } = await sql<PackRow>`select ${row} from audit_pack p
      where p.company_id = ${scope.companyId}::bigint and p.id = ${packId}::bigint`.execute(db)
    return rows[0]
  },

  async company({ db, scope }: Reader): Promise<Company> {
    const { rows } = await sql<Company>`
      select c.name, c.time_zone as "timeZone", (now() at time zone c.time_zone)::date::text as today
      from company c where c.id = ${scope.companyId}::bigint`.execute(db)
    return rows[0]!
  },

  /** Up to now where its last day has not ended. Undefined: another one is being made. */
  async insert(
    { db, scope }: Reader,
    { name, timeZone, from, to, language }: Company & Pick<PackRow, 'from' | 'to' | 'language'>,
  ): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`
      insert into audit_pack (company_id, company_name, from_on, to_on, from_at, to_at, time_zone, language, author_name,
        author_account, author_company_name)
      select ${scope.companyId}, ${name}, ${from}, ${to}, ${from}::timestamp at time zone ${timeZone},
        least(now(), (${to}::timestamp + interval '1 day') at time zone ${timeZone}), ${timeZone}, ${language}, ${scope.actorName},
        a.account, a.company_name
      from audit_pack_author() a
      on conflict (company_id) where state in ('waiting', 'running') do nothing returning id`.execute(db)
    return rows[0]?.id
  },

  async delete({ db, scope }: Reader, packId: string): Promise<void> {
    await sql`delete from audit_pack where company_id = ${scope.companyId} and id = ${packId}`.execute(db)
  },

  async chunk({ db, scope }: Reader, packId: string, position: number): Promise<Buffer | undefined> {
    const { rows } = await sql<{ data: Buffer }>`select c.data from audit_pack_chunk c
      join audit_pack p on p.company_id = c.company_id and p.id = c.pack_id and p.state = 'done'
      where c.company_id = ${scope.companyId}::bigint and c.pack_id = ${packId}::bigint and c.position = ${position}::int`.execute(
      db,
    )
    return rows[0]?.data
  },

  /** Begins an attempt; undefined: it is gone, or ready. */
  async start({ db, scope }: Reader, packId: string, sheets: number): Promise<StartedPack | undefined> {
    const { rows } = await sql<StartedPack>`
      update audit_pack p set state = 'running', run = run + 1, sheets_done = 0, sheets_total = ${sheets}::int, rows_done = 0
      where p.company_id = ${scope.companyId} and p.id = ${packId} and p.state in ('waiting', 'running')
      returning p.id, p.run, p.company_name as "companyName", p.time_zone as "timeZone", p.from_on::text as "from",
        p.to_on::text as "to", p.from_at as "fromAt", p.to_at as "toAt", p.language, p.author_name as "authorName",
        p.author_account as "authorAccount", p.author_company_name as "authorCompany"`.execute(db)
    if (rows[0] !== undefined)
      await sql`delete from audit_pack_chunk where company_id = ${scope.companyId} and pack_id = ${packId}`.execute(
        db,
      )
    return rows[0]
  },

  /** False: it is gone, or another attempt has replaced this one. */
  async advance(
    { db, scope }: Reader,
    { id, run }: StartedPack,
    { sheets, rows: written }: { sheets: number; rows: number },
  ): Promise<boolean> {
    const { rows } = await sql`update audit_pack set sheets_done = ${sheets}::int, rows_done = ${written}::int
      where company_id = ${scope.companyId} and id = ${id} and run = ${run}::int and state = 'running' returning 1 as one`.execute(
      db,
    )
    return rows.length > 0
  },

  async insertChunk(
    { db, scope }: Reader,
    { id, run }: StartedPack,
    position: number,
    data: Uint8Array,
  ): Promise<boolean> {
    const { rows } = await sql`insert into audit_pack_chunk (company_id, pack_id, position, data)
      select p.company_id, p.id, ${position}::int, ${Buffer.from(data)} from audit_pack p
      where p.company_id = ${scope.companyId} and p.id = ${id} and p.run = ${run}::int and p.state = 'running'
      for key share returning 1 as one`.execute(db)
    return rows.length > 0
  },

  async finish(
    { db, scope }: Reader,
    { id, run }: StartedPack,
    { sheets, size, sha256 }: { sheets: readonly AuditPackSheetDone[]; size: number; sha256: Buffer },
  ): Promise<void> {
    await sql`update audit_pack set state = 'done', sheets = ${JSON.stringify(sheets)}::jsonb, size = ${size}::int,
        sha256 = ${sha256}, finished_at = now()
      where company_id = ${scope.companyId} and id = ${id} and run = ${run}::int and state = 'running'`.execute(
      db,
    )
  },

  async fail({ db, scope }: Reader, { id, run }: StartedPack): Promise<void> {
    await sql`update audit_pack set state = 'failed', finished_at = now()
      where company_id = ${scope.companyId} and id = ${id} and run = ${run}::int and state = 'running'`.execute(
      db,
    )
    await sql`delete from audit_pack_chunk where company_id = ${scope.companyId} and pack_id = ${id}`.execute(
      db,
    )
  },

  async emit({ db, scope }: Reader, packId: string): Promise<void> {
    await db
      .insertInto('live_event')
      .values({ company_id: scope.companyId, kind: 'audit_pack.changed', subject_id: packId, data: '{}' })
      .execute()
  },

  async forgetOld(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select forget_audit_packs()')
  },
}
