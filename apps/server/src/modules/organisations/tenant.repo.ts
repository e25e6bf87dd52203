import type {
  CompanyKind,
  CompanyStanding,
  CompanyStatus,
  ErrorCode,
  PermissionCode,
  StateAuthor,
} from '@netward/contract'
import type { LicenceMode } from '@netward/contract/states/licence'
import { sql } from 'kysely'
import { capOf, capped } from '../../platform/db/capped-count.ts'
import { columnValues } from '../../platform/entity/changed-fields.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db'>

export interface TenantRow {
  id: string
  name: string
  code: string
  abbreviation: string
  domain: string | null
  prefix: string | null
  kind: 'middleman' | 'company'
  standing: CompanyStanding
  status: CompanyStatus
  frozen_because: 'hand' | 'ended' | null
  delivery: 'saas' | 'self_hosted'
  parent_id: string
  parent_name: string
  language: 'zh' | 'en'
  time_zone: string
  contact_person: string
  contact_phone: string
  contact_mail: string
  contact_note: string
  state_reason: string
  state_changed_at: string
  expires_at: string | null
  trial_extended: boolean
  created_at: string
  administrator: string | null
  administrators: number
  online: number
  overdue: number
  offline: number
  unknown: number
  has_children: boolean
  logo: string | null
  deletion_due_at: string | null
  deletion_started: boolean
  package_id: string | null
  package_zh: string | null
  package_en: string | null
  usage: { kind: string; used: number; granted: number | null }[]
  state_author: StateAuthor | null
  deletion_author: StateAuthor | null
}

export interface LockedTenant {
  id: string
  kind: CompanyKind
  name: string
  code: string
  status: CompanyStatus
  frozen_because: 'hand' | 'ended' | null
  standing: CompanyStanding
  trial_ends_at: string | null
  contract_ends_at: string | null
  trial_extended: boolean
  deletion_due_at: string | null
  deletion_started: boolean
  has_children: boolean
  gateways: number
  state_author: StateAuthor | null
  deletion_author: StateAuthor | null
}

/** List filters, as `page_tenants` takes them. */
export type TenantFilter = Record<string, unknown>

/** One row of an import, as `import_tenants` takes it. */
export interface NewTenantRow {
  row: number
  /** Code or name of the company above; empty for the one acted in. */
  parent: string
  kind: string
  standing: string
  contractEndsAt: string | null
  fields: object
  /** Code or name. */
  package: string | null
  administrator: {
    displayName: string
    phone: string | null
    email: string | null
    /** Hexadecimal. */
    ticketHash: string
  } | null
}

export interface ImportedRow {
  row_number: number
  step: 'tenant' | 'package' | 'administrator'
  problem: string | null
  params: Record<string, string | number> | null
  prefix: string
  language: 'zh' | 'en'
}

interface TimelineRow {
  id: string
  at: string
  action: string
  actor_name: string | null
  acting_company_name: string | null
  detail: Record<string, unknown>
  total: string
}

/** What `page_tenants` answers beside the row of the company. */
const besideTenant = [
  'parent_name',
  'administrator',
  'administrators',
  'online',
  'overdue',
  'offline',
  'unknown',
  'has_children',
  'logo',
  'deletion_due_at',
  'deletion_started',
  'package_id',
  'package_zh',
  'package_en',
  'usage',
  'state_author',
  'deletion_author',
].join(', ')

/** Given fields by their columns; an empty domain or path prefix is none. */
function storedFields(fields: object): Record<string, unknown> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const orNull = given.map(([field, value]) => [
    field,
    value === '' && (field === 'domain' || field === 'prefix') ? null : value,
  ])
  return columnValues(Object.fromEntries(orNull))
}

export const tenantRepo = {
  /**
   * Statements that find a company of the scope, or refuse, enforce it themselves: queries here add no
   * visibility rules.
   */
  async rows(
    { db }: Reader,
    filter: TenantFilter,
    { sort, limit, offset }: { sort: string; limit: number; offset: number },
  ): Promise<TenantRow[]> {
    const { rows } = await sql<TenantRow>`
      select (page.tenant).*, ${sql.raw(besideTenant)} from page_tenants(${JSON.stringify(filter)}::jsonb, ${sort.replace('-', '')}, ${sort.startsWith('-')},
        ${limit}::int, ${offset}::int) page`.execute(db)
    return rows
  },

  async page(
    reader: Reader,
    filter: TenantFilter,
    { page, pageSize, sort }: { page: number; pageSize: number; sort: string },
  ): Promise<{ items: TenantRow[]; total: number; totalCapped: boolean }> {
    const cap = capOf(filter['search'])
    const counted = sql<{ n: number }>`
      select count_tenants(${JSON.stringify(filter)}::jsonb, ${cap + 1}::int) as n`.execute(reader.db)
    const [items, { rows }] = await Promise.all([
      this.rows(reader, filter, { sort, limit: pageSize, offset: (page - 1) * pageSize }),
      counted,
    ])
    return { items, ...capped(rows[0]?.n ?? 0, cap) }
  },

  async find(reader: Reader, id: string): Promise<TenantRow | undefined> {
    const [row] = await this.rows(reader, { ids: [id] }, { sort: 'name', limit: 1, offset: 0 })
    return row
  },

  async timeline(
    { db }: Reader,
    id: string,
    { page, pageSize }: { page: number; pageSize: number },
  ): Promise<{ items: TimelineRow[]; total: number; totalCapped: boolean }> {
    const { rows: items } = await sql<TimelineRow>`
      select * from tenant_timeline(${id}, ${pageSize}::int, ${(page - 1) * pageSize}::int)`.execute(db)
    return { items, ...capped(Number(items[0]?.total ?? 0)) }
  },

  /** @throws company.not_found when it is not below the company acted in. */
  async lock({ db }: Reader, id: string): Promise<LockedTenant> {
    const { rows } = await sql<LockedTenant>`
      select locked.*, trial_extended(locked.id) from lock_tenant(${id}) locked`.execute(db)
    return rows[0]!
  },

  async move(
    { db, scope, requestId }: RequestContext,
    id: string,
    action: string,
    after: {
      status: CompanyStatus
      frozenBecause: 'hand' | 'ended' | null
      standing: CompanyStanding
      trialEndsAt: string | null
      contractEndsAt: string | null
      /** An MSP extends the trial by this move. */
      trialExtended: boolean
    },
    reason: string,
  ): Promise<void> {
    await sql`select move_tenant(${id}, ${action}, ${after.status}, ${after.frozenBecause}, ${after.standing},
      ${after.trialEndsAt}::timestamptz, ${after.contractEndsAt}::timestamptz,
      ${after.trialExtended}, ${reason}, ${scope.actorName}, ${requestId})`.execute(db)
  },

  /** Which of them belong to another company already. */
  async findTaken(
    { db }: Reader,
    id: string | null,
    given: { code?: string | undefined; prefix?: string | undefined; domain?: string | undefined },
  ): Promise<'code' | 'prefix' | 'domain' | null> {
    const { rows } = await sql<{ field: 'code' | 'prefix' | 'domain' | null }>`
      select tenant_taken(${id}::bigint, ${given.code ?? null}, ${given.prefix ?? null}, ${given.domain ?? null}) as field`.execute(
      db,
    )
    return rows[0]?.field ?? null
  },

  async insert(
    { db, scope, requestId }: RequestContext,
    tenant: {
      parentId: string
      kind: string
      standing: string
      contractEndsAt: string | null
      fields: object
    },
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select create_tenant(${tenant.parentId}, ${tenant.kind}, ${tenant.standing}, ${tenant.contractEndsAt}::timestamptz,
        ${JSON.stringify(storedFields(tenant.fields))}::jsonb, ${scope.actorName}, ${requestId}) as id`.execute(
      db,
    )
    return rows[0]!.id
  },

  async insertAll(
    { db, scope, requestId }: RequestContext,
    rows: readonly NewTenantRow[],
  ): Promise<ImportedRow[]> {
    const made = await sql<ImportedRow>`
      select row_number, step, problem, params, prefix, language
      from import_tenants(${JSON.stringify(
        rows.map((row) => ({ ...row, fields: storedFields(row.fields) })),
      )}::jsonb, ${scope.actorName}, ${requestId})`.execute(db)
    return made.rows
  },

  /** Tenants of these codes that may be managed. */
  async ofCodes(reader: Reader, codes: readonly string[]): Promise<(TenantRow & { parent_code: string })[]> {
    const { rows: found } = await sql<{ id: string; parent_code: string }>`
      select id::text, parent_code from tenants_to_update(${codes}::text[])`.execute(reader.db)
    if (found.length === 0) return []
    const parents = new Map(found.map(({ id, parent_code }) => [id, parent_code]))
    const ids = [...parents.keys()]
    const rows = await this.rows(reader, { ids }, { sort: 'name', limit: ids.length, offset: 0 })
    return rows.map((row) => ({ ...row, parent_code: parents.get(row.id) ?? '' }))
  },

  /** Ancestors of these companies from a root, exclusive at both ends. */
  async above({ db }: Reader, ids: readonly string[], rootId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select above::text as id from tenants_above(${ids}::bigint[], ${rootId}::bigint) above`.execute(db)
    return rows.map(({ id }) => id)
  },

  async holds({ db }: Reader, code: PermissionCode): Promise<boolean> {
    const { rows } = await sql<{ held: boolean }>`select ${code} = any (held_permissions()) as held`.execute(
      db,
    )
    return rows[0]?.held ?? false
  },

  async update({ db, scope, requestId }: RequestContext, id: string, fields: object): Promise<void> {
    await sql`select edit_tenant(${id}, ${JSON.stringify(storedFields(fields))}::jsonb, ${scope.actorName}, ${requestId})`.execute(
      db,
    )
  },

  /** Counts the default package of a new tenant towards the allotment of its MSP. */
  async assignDefaultPackage({ db, scope }: RequestContext, id: string): Promise<void> {
    await sql`select assign_default_package(${id}, ${scope.actorName})`.execute(db)
  },

  async updatePackage({ db, scope }: RequestContext, id: string, packageId: string): Promise<void> {
    await sql`select assign_package(${id}, ${packageId}, ${scope.actorName})`.execute(db)
  },

  /** The error that refuses it; null when it is done. */
  async tryUpdatePackage(
    { db, scope }: RequestContext,
    id: string,
    packageId: string,
  ): Promise<{ code: ErrorCode; params: Record<string, string | number> } | null> {
    const { rows } = await sql<{
      problem: { code: ErrorCode; params: Record<string, string | number> } | null
    }>`
      select try_assign_package(${id}, ${packageId}, ${scope.actorName}) as problem`.execute(db)
    return rows[0]!.problem
  },

  /** How this installation is licensed. */
  async licenceMode({ db }: Reader): Promise<LicenceMode> {
    const { rows } = await sql<{ mode: LicenceMode }>`select licence_mode() as mode`.execute(db)
    return rows[0]!.mode
  },

  /** The code of a package on sale or not; undefined when there is none. */
  async packageCode({ db }: Reader, packageId: string): Promise<string | undefined> {
    const { rows } = await sql<{ code: string }>`
      select code from package_versions(${packageId}::bigint) limit 1`.execute(db)
    return rows[0]?.code
  },

  async updateLogo(
    { db, scope, requestId }: RequestContext,
    id: string,
    logo: { name: string; mediaType: string; content: Buffer } | null,
  ): Promise<void> {
    await sql`select set_tenant_logo(${id}, ${logo?.name ?? null}, ${logo?.mediaType ?? null},
      ${logo?.content ?? null}::bytea, ${scope.actorName}, ${requestId})`.execute(db)
  },

  async insertInvitation(
    { db, scope, requestId }: RequestContext,
    id: string,
    given: { displayName: string; phone: string | null; email: string | null; ticketHash: Buffer },
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select invite_administrator(${id}, ${given.displayName}, ${given.phone}, ${given.email}, ${given.ticketHash},
        ${scope.actorName}, ${requestId}) as id`.execute(db)
    return rows[0]!.id
  },
}
