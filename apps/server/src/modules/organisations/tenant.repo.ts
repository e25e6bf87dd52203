import type { CompanyKind, CompanyStanding, CompanyStatus, PermissionCode } from '@netward/contract'
import { sql } from 'kysely'
import { capOf, capped } from '../../platform/db/capped-count.ts'
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
  created_at: string
  administrator: string | null
  administrators: number
  online: number
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
  deletion_due_at: string | null
  deletion_started: boolean
  has_children: boolean
  gateways: number
}

/** What a list is narrowed by, as `page_tenants` takes it. */
export type TenantFilter = Record<string, unknown>

/** One row of an import, as `import_tenants` takes it. */
export interface NewTenantRow {
  row: number
  parentCode: string
  kind: string
  standing: string
  contractEndsAt: string | null
  fields: object
  /** Its code or a name. */
  package: string | null
  administrator: {
    displayName: string
    phone: string | null
    email: string | null
    /** In hexadecimal. */
    ticketHash: string
  } | null
}

interface ImportedRow {
  row_number: number
  step: 'tenant' | 'package' | 'administrator'
  problem: string | null
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

export const tenantRepo = {
  /** A statement that finds a company of the scope, or refuses, decides alone: no query here names what may be seen. */
  async rows(
    { db }: Reader,
    filter: TenantFilter,
    { sort, limit, offset }: { sort: string; limit: number; offset: number },
  ): Promise<TenantRow[]> {
    const { rows } = await sql<TenantRow>`
      select * from page_tenants(${JSON.stringify(filter)}::jsonb, ${sort.replace('-', '')}, ${sort.startsWith('-')},
        ${limit}::int, ${offset}::int)`.execute(db)
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
    const { rows } = await sql<LockedTenant>`select * from lock_tenant(${id})`.execute(db)
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
    },
    reason: string,
  ): Promise<void> {
    await sql`select move_tenant(${id}, ${action}, ${after.status}, ${after.frozenBecause}, ${after.standing},
      ${after.trialEndsAt}::timestamptz, ${after.contractEndsAt}::timestamptz, ${reason}, ${scope.actorName}, ${requestId})`.execute(
      db,
    )
  },

  /** Which of them another company has already. */
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
      fields: Record<string, unknown>
    },
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select create_tenant(${tenant.parentId}, ${tenant.kind}, ${tenant.standing}, ${tenant.contractEndsAt}::timestamptz,
        ${JSON.stringify(tenant.fields)}::jsonb, ${scope.actorName}, ${requestId}) as id`.execute(db)
    return rows[0]!.id
  },

  async insertAll(
    { db, scope, requestId }: RequestContext,
    rows: readonly NewTenantRow[],
  ): Promise<ImportedRow[]> {
    const made = await sql<ImportedRow>`
      select row_number, step, problem, prefix, language
      from import_tenants(${JSON.stringify(rows)}::jsonb, ${scope.actorName}, ${requestId})`.execute(db)
    return made.rows
  },

  /** The companies that lead from a root to these, neither counted. */
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

  async update(
    { db, scope, requestId }: RequestContext,
    id: string,
    fields: Record<string, unknown>,
  ): Promise<void> {
    await sql`select edit_tenant(${id}, ${JSON.stringify(fields)}::jsonb, ${scope.actorName}, ${requestId})`.execute(
      db,
    )
  },

  async updatePackage({ db, scope }: RequestContext, id: string, packageId: string): Promise<void> {
    await sql`select assign_package(${id}, ${packageId}, ${scope.actorName})`.execute(db)
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
