import type { InputOf, otaFirmwareApi } from '@netward/contract'
import type { FirmwareState } from '@netward/contract/states/firmware'
import { type RawBuilder, sql } from 'kysely'
import { capped, capOf, countCap } from '../../platform/db/capped-count.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export interface FirmwareRow {
  id: string
  company_id: string
  /** Null where the caller may not know it: of a company above. */
  company_name: string | null
  /** Of a company above, which released it for those below. */
  inherited: boolean
  version: string
  manufacturer: string
  models: string[]
  hardware_versions: string[]
  minimum_version: string
  notes_zh: string
  notes_en: string
  signed_by: string
  state: FirmwareState
  file_id: string | null
  file_name: string
  size: number | null
  sha256: Buffer | null
  created_at: string
  created_by_name: string
}

type Facts = Omit<InputOf<typeof otaFirmwareApi.createFirmware>, never>
type Reader = Pick<RequestContext, 'db' | 'scope'>
/** A job has a company but no user. */
type CompanyReader = Pick<RequestContext, 'db'> & {
  readonly scope: Pick<Scope, 'companyId'> & Partial<Pick<Scope, 'kind'>>
}

/** Of no company that the caller sees: not its own, none below. */
const inherited = ({ scope }: CompanyReader) => {
  switch (scope.kind) {
    case 'tree':
      return sql`f.company_id not in (select visible_companies())`
    case 'platform':
      return sql`false`
    default:
      return sql`f.company_id <> ${scope.companyId}::bigint`
  }
}

const columns = (ctx: CompanyReader) => sql`f.id, f.company_id,
  (select c.name from company c where c.id = f.company_id) as company_name, ${inherited(ctx)} as inherited, f.version, f.manufacturer, f.models, f.hardware_versions, f.minimum_version, f.notes_zh, f.notes_en,
  f.signed_by, f.state, f.file_id, f.file_name, f.size, f.sha256, f.created_at, f.created_by_name`

const orders = {
  version: sql`f.version`,
  createdAt: sql`f.created_at`,
} as const

/** The libraries available to the company acted in: its own, and released firmware of those above. */
const serving = ({
  scope,
}: CompanyReader): RawBuilder<unknown> => sql`(f.company_id = ${scope.companyId}::bigint
  or f.state = 'released' and f.company_id in (
    select a.ancestor_id from company_ancestor a where a.company_id = ${scope.companyId}::bigint))`

/** Those libraries; for an MSP and the platform also the libraries of all companies below. */
const listed = (ctx: Reader): RawBuilder<unknown> => (ctx.scope.kind === 'company' ? serving(ctx) : sql`true`)

export const firmwareRepo = {
  async page(
    ctx: Reader,
    {
      page,
      pageSize,
      search = '',
      hardwareVersion,
      state = [],
      companyId,
      usable,
      sort,
    }: InputOf<typeof otaFirmwareApi.pageFirmware>,
  ) {
    const matching = sql`from firmware f where ${usable ? serving(ctx) : listed(ctx)}
      ${companyId === undefined ? sql`` : sql`and f.company_id = ${companyId}::bigint`}
      ${state.length > 0 ? sql`and f.state = any (${state}::text[])` : sql``}
      ${hardwareVersion === undefined ? sql`` : sql`and fits_hardware(f.hardware_versions, ${hardwareVersion}::text)`}
      ${search === '' ? sql`` : sql`and strpos(lower(f.version || ' ' || f.manufacturer || ' ' || array_to_string(f.models || f.hardware_versions, ' ')), lower(${search}::text)) > 0`}`
    const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
    const { rows } = await sql<FirmwareRow>`select ${columns(ctx)} ${matching}
      order by ${orders[sort.replace('-', '') as keyof typeof orders]} ${direction}, f.id ${direction}
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(ctx.db)
    const counted = await sql<{ n: number }>`select count(*)::int as n
      from (select 1 ${matching} limit ${sql.lit(countCap + 1)}) m`.execute(ctx.db)
    return { items: rows, ...capped(counted.rows[0]?.n ?? 0, capOf(search)) }
  },

  async find(ctx: CompanyReader, id: string): Promise<FirmwareRow | undefined> {
    const { rows } = await sql<FirmwareRow>`select ${columns(ctx)} from firmware f
      where f.id = ${id}::bigint and ${serving(ctx)}`.execute(ctx.db)
    return rows[0]
  },

  /** One of the list, which may belong to a company below. */
  async findListed(ctx: Reader, id: string): Promise<FirmwareRow | undefined> {
    const { rows } = await sql<FirmwareRow>`select ${columns(ctx)} from firmware f
      where f.id = ${id}::bigint and ${listed(ctx)}`.execute(ctx.db)
    return rows[0]
  },

  /** A firmware of the own library, locked until the end of the transaction. */
  async lock(ctx: Reader, id: string): Promise<FirmwareRow | undefined> {
    const { rows } = await sql<FirmwareRow>`select ${columns(ctx)} from firmware f
      where f.id = ${id}::bigint and f.company_id = ${ctx.scope.companyId}::bigint for update`.execute(ctx.db)
    return rows[0]
  },

  /** Number of drafts; blocks concurrent additions by the company. */
  async lockDrafts({ db, scope }: Reader): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`firmware_draft:${scope.companyId}`}, 0))`.execute(
      db,
    )
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from firmware
      where company_id = ${scope.companyId}::bigint and state = 'draft'`.execute(db)
    return rows[0]?.n ?? 0
  },

  async insert({ db, scope }: Reader, facts: Facts): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into firmware (company_id, version, manufacturer, models, hardware_versions, minimum_version, notes_zh,
        notes_en, signed_by, created_by_name)
      values (${scope.companyId}::bigint, ${facts.version}, ${facts.manufacturer}, ${facts.models}::text[],
        ${facts.hardwareVersions}::text[], ${facts.minimumVersion}, ${facts.notesZh}, ${facts.notesEn}, ${facts.signedBy}, ${scope.actorName})
      returning id`.execute(db)
    return rows[0]!.id
  },

  async update({ db, scope }: Reader, id: string, facts: Facts): Promise<void> {
    await sql`update firmware set version = ${facts.version}, manufacturer = ${facts.manufacturer},
        models = ${facts.models}::text[], hardware_versions = ${facts.hardwareVersions}::text[], minimum_version = ${facts.minimumVersion}, notes_zh = ${facts.notesZh},
        notes_en = ${facts.notesEn}, signed_by = ${facts.signedBy}
      where id = ${id}::bigint and company_id = ${scope.companyId}::bigint`.execute(db)
  },

  async setFile(
    { db, scope }: Reader,
    id: string,
    file: { id: string; name: string; size: number; sha256: Buffer },
  ): Promise<void> {
    await sql`update firmware set file_id = ${file.id}::bigint, file_name = ${file.name}, size = ${file.size}, sha256 = ${file.sha256}
      where id = ${id}::bigint and company_id = ${scope.companyId}::bigint`.execute(db)
  },

  async setState({ db, scope }: Reader, id: string, state: FirmwareState): Promise<void> {
    await sql`update firmware set state = ${state} where id = ${id}::bigint and company_id = ${scope.companyId}::bigint`.execute(
      db,
    )
  },

  async remove({ db, scope }: Reader, id: string): Promise<void> {
    await sql`delete from firmware where id = ${id}::bigint and company_id = ${scope.companyId}::bigint`.execute(
      db,
    )
  },
}
