import type { BuiltInRole, CompanyKind, PermissionCode } from '@netward/contract'
import { sql, type SqlBool } from 'kysely'
import { capped, cappedCount, countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { RoleRef } from './role-ref.ts'

export type DataScope = 'company' | 'department' | 'outlets'
export type Affiliation = 'own' | 'following' | 'detached'

export interface RoleContent {
  name: string
  description: string
  codes: readonly PermissionCode[]
  dataScope: DataScope
  outletIds: readonly string[]
}

interface RoleFilter {
  search: string | undefined
  affiliation: Affiliation | undefined
  permission: PermissionCode | undefined
}

const affiliationOf = sql<Affiliation>`case when role.origin_role_id is not null and role.detached_at is null then 'following'
  when role.published_by is not null then 'detached' else 'own' end`

const membersOf = sql<number>`(select count(*)::int from (select from member_role mr
  where mr.company_id = role.company_id and mr.role_id = role.id limit ${sql.lit(countCap + 1)}) had)`

const columns = {
  name: sql`role.name`,
  // For a bounded number of roles of one company, each counted up to the cap.
  members: membersOf,
  permissions: sql`cardinality(role.permissions)`,
  createdAt: sql`role.created_at`,
  updatedAt: sql`role.updated_at`,
}

/** Members of departments within this transaction's data scope. */
const withinScope = sql<SqlBool>`case when netward_setting('netward.department_ids') is null
    and netward_setting('netward.outlet_ids') is null then true
  else member.department_id = any (coalesce(netward_setting('netward.department_ids'), '{}')::bigint[]) end`

/** The filtered rows of the company acted in only. */
function matching({ db, scope }: RequestContext, { search, affiliation, permission }: RoleFilter) {
  return db
    .selectFrom('role')
    .where('role.company_id', '=', scope.companyId)
    .$if(search !== undefined && search !== '', (query) =>
      query.where(
        sql<SqlBool>`(strpos(lower(role.name), lower(${search})) > 0 or strpos(lower(role.description), lower(${search})) > 0)`,
      ),
    )
    .$if(affiliation !== undefined, (query) => query.where(affiliationOf, '=', affiliation!))
    .$if(permission !== undefined, (query) =>
      query.where(sql<SqlBool>`${permission} = any (role.permissions)`),
    )
}

/** Roles as shown in lists and on their own page. */
function listed(query: ReturnType<typeof matching>) {
  return query
    .leftJoin('role_publication as publication', (join) =>
      join
        .onRef('publication.company_id', '=', 'role.company_id')
        .onRef('publication.role_id', '=', 'role.id'),
    )
    .select([
      'role.id',
      'role.name',
      'role.description',
      'role.permissions',
      'role.data_scope',
      'role.outlet_ids',
      'role.version',
      'role.updated_at',
      'role.updated_by',
      'role.published_by',
      'publication.to_all',
      'publication.total',
      'publication.done',
      'publication.finished_at',
    ])
    .select([affiliationOf.as('affiliation'), membersOf.as('members')])
}

export type RoleRow = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

export const roleRepo = {
  async page(
    ctx: RequestContext,
    { sort, limit, offset, ...filter }: RoleFilter & { sort: string; limit: number; offset: number },
  ) {
    const column = columns[sort.replace('-', '') as keyof typeof columns]
    const direction = sort.startsWith('-') ? 'desc' : 'asc'
    const items =
      limit === 0
        ? []
        : await listed(matching(ctx, filter))
            .orderBy(column, direction)
            .orderBy('role.id', direction)
            .limit(limit)
            .offset(offset)
            .execute()
    return { items, ...(await cappedCount(ctx.db, matching(ctx, filter))) }
  },

  /** Permission codes of each role of the company. */
  async findCodes({ db, scope }: RequestContext): Promise<Map<string, string[]>> {
    const rows = await db
      .selectFrom('role')
      .select(['id', 'permissions'])
      .where('company_id', '=', scope.companyId)
      .execute()
    return new Map(rows.map(({ id, permissions }) => [id, permissions]))
  },

  find: (ctx: RequestContext, roleId: string) =>
    listed(matching(ctx, { search: undefined, affiliation: undefined, permission: undefined }))
      .where('role.id', '=', roleId)
      .executeTakeFirst(),

  async findNames({ db, scope }: RequestContext, roleIds: readonly string[]) {
    if (roleIds.length === 0) return []
    return db
      .selectFrom('role')
      .select(['id', 'name', 'data_scope', 'outlet_ids', 'published_by'])
      .where('company_id', '=', scope.companyId)
      .where('id', 'in', roleIds)
      .orderBy('name')
      .execute()
  },

  /** Roles of the company that include a code. */
  findHolding: ({ db, scope }: RequestContext, code: PermissionCode, limit: number) =>
    db
      .selectFrom('role')
      .select(['id', 'name'])
      .where('company_id', '=', scope.companyId)
      .where(sql<SqlBool>`${code} = any (permissions)`)
      .orderBy('name')
      .limit(limit)
      .execute(),

  /** Number of members with each of these built-in roles. */
  async countBuiltIn(
    { db, scope }: RequestContext,
    keys: readonly BuiltInRole[],
  ): Promise<Map<string, number>> {
    const { rows } = await sql<{ key: string; members: number }>`
      select key, (select count(*)::int from (select from member_role
        where company_id = ${scope.companyId} and built_in = key limit ${countCap + 1}) had) as members
      from unnest(${[...keys]}::text[]) key`.execute(db)
    return new Map(rows.map(({ key, members }) => [key, members]))
  },

  async companyKind({ db, scope }: RequestContext): Promise<CompanyKind> {
    const { kind } = await db
      .selectFrom('company')
      .select('kind')
      .where('id', '=', scope.companyId)
      .executeTakeFirstOrThrow()
    return kind
  },

  findOutlets: ({ db, scope }: RequestContext, ids: readonly string[]) =>
    ids.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('outlet')
          .select(['id', 'name'])
          .where('company_id', '=', scope.companyId)
          .where('id', 'in', ids)
          .orderBy('name')
          .execute(),

  searchOutlets: ({ db, scope }: RequestContext, search: string) =>
    db
      .selectFrom('outlet')
      .select(['id', 'name'])
      .where('company_id', '=', scope.companyId)
      .$if(search !== '', (query) => query.where(sql<SqlBool>`strpos(lower(name), lower(${search})) > 0`))
      .orderBy('name')
      .orderBy('id')
      .limit(50)
      .execute(),

  async pageMembers(
    { db, scope }: RequestContext,
    {
      ref,
      search,
      page,
      pageSize,
    }: { ref: RoleRef | null; search: string | undefined; page: number; pageSize: number },
  ) {
    const having = db
      .selectFrom('member')
      .where('member.company_id', '=', scope.companyId)
      .where(withinScope)
      .$if(ref !== null, (query) =>
        query.where((expression) =>
          expression.exists(
            expression
              .selectFrom('member_role')
              .whereRef('member_role.company_id', '=', 'member.company_id')
              .whereRef('member_role.member_id', '=', 'member.id')
              .where(
                ref?.builtIn === null
                  ? sql<SqlBool>`member_role.role_id = ${ref.roleId}`
                  : sql<SqlBool>`member_role.built_in = ${ref?.builtIn}`,
              ),
          ),
        ),
      )
      .$if(search !== undefined && search !== '', (query) =>
        query.where(sql<SqlBool>`strpos(lower(member.display_name), lower(${search})) > 0`),
      )
    const items = await having
      .innerJoin('org_node as node', (join) =>
        join.onRef('node.company_id', '=', 'member.company_id').onRef('node.id', '=', 'member.os_id'),
      )
      .leftJoin('org_node as up', (join) =>
        join
          .onRef('up.company_id', '=', 'node.company_id')
          .onRef('up.id', '=', 'node.parent_id')
          .on('up.type', '=', 4),
      )
      .select(['member.id', 'member.display_name', 'member.status', 'up.name as department'])
      .orderBy('member.display_name')
      .orderBy('member.id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    return { items, ...(await cappedCount(db, having)) }
  },

  /** Why each of these codes may not be granted with this data scope; empty if all may. */
  async findRefused(
    { db }: RequestContext,
    codes: readonly PermissionCode[],
    dataScope: DataScope,
    outletIds: readonly string[],
  ) {
    const { rows } = await sql<{ code: PermissionCode; because: 'role.not_held' | 'role.scope_too_wide' }>`
      select code, because from not_to_grant(${[...codes]}, ${dataScope}, ${[...outletIds]}::bigint[])`.execute(
      db,
    )
    return rows
  },

  async reach({ db }: RequestContext): Promise<{ code: PermissionCode; everywhere: boolean }[]> {
    const { rows } = await sql<{ code: PermissionCode; everywhere: boolean }>`
      select code, everywhere from my_reach() order by code`.execute(db)
    return rows
  },

  async write(
    { db, scope }: RequestContext,
    { roleId, version, ...content }: RoleContent & { roleId: string | null; version: number },
  ): Promise<{ id: string; version: number; permissions: string[]; outlet_ids: string[] }> {
    const { rows } = await sql<{ id: string; version: number; permissions: string[]; outlet_ids: string[] }>`
      select id, version, permissions, outlet_ids from write_role(${roleId}, ${version}, ${content.name},
        ${content.description}, ${[...content.codes]}, ${content.dataScope}, ${[...content.outletIds]}::bigint[],
        ${scope.actorName})`.execute(db)
    return rows[0]!
  },

  async delete({ db }: RequestContext, roleId: string, replacement: RoleRef): Promise<number> {
    const { rows } = await sql<{ moved: number }>`
      select delete_role(${roleId}, ${replacement.builtIn}, ${replacement.roleId}) as moved`.execute(db)
    return rows[0]?.moved ?? 0
  },

  async preview(
    { db }: RequestContext,
    given: { roleId: string; deleted: boolean; replacement: RoleRef; codes: readonly PermissionCode[] },
  ) {
    const { rows } = await sql<{
      gained: boolean
      people: number
      names: string[]
      codes: { code: PermissionCode; people: number }[]
      holders: number
    }>`select * from preview_role(${given.roleId}, ${given.deleted}, ${given.replacement.builtIn},
        ${given.replacement.roleId}, ${[...given.codes]})`.execute(db)
    const side = (gained: boolean) => {
      const row = rows.find((found) => found.gained === gained)!
      const { total, totalCapped } = capped(row.people)
      return { people: total, peopleCapped: totalCapped, names: row.names, codes: row.codes }
    }
    return { gains: side(true), losses: side(false), holders: rows[0]?.holders ?? 0 }
  },

  findDefault: ({ db, scope }: RequestContext) =>
    db
      .selectFrom('default_role')
      .leftJoin('role', (join) =>
        join
          .onRef('role.company_id', '=', 'default_role.company_id')
          .onRef('role.id', '=', 'default_role.role_id'),
      )
      .select(['default_role.built_in', 'default_role.role_id', 'role.name'])
      .where('default_role.company_id', '=', scope.companyId)
      .executeTakeFirst(),

  async updateDefault({ db }: RequestContext, ref: RoleRef): Promise<void> {
    await sql`select choose_default_role(${ref.builtIn}, ${ref.roleId})`.execute(db)
  },
}
