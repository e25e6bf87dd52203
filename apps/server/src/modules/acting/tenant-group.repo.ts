import type { BuiltInRole } from '@netward/contract'
import { sql } from 'kysely'
import { cappedCount } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Choice } from './staff-grant.repo.ts'

interface GroupRole {
  built_in: BuiltInRole | null
  /** Of a custom role. */
  permissions: string[] | null
  until: string | null
}

export const tenantGroupRepo = {
  async page(
    { db, scope }: RequestContext,
    { page, pageSize, search }: { page: number; pageSize: number; search: string | undefined },
  ) {
    const matching = db
      .selectFrom('tenant_group')
      .where('company_id', '=', scope.companyId)
      .$if(search !== undefined && search !== '', (query) =>
        query.where(sql<boolean>`strpos(lower(name), ${(search ?? '').toLowerCase()}) > 0`),
      )
    const items = await matching
      .select(['id', 'name', 'created_at'])
      .select([
        sql<number>`(select count(*)::int from tenant_group_member gm
          where gm.company_id = tenant_group.company_id and gm.group_id = tenant_group.id)`.as('tenants'),
        sql<number>`(select count(*)::int from acting_grant g
          where g.company_id = tenant_group.company_id and g.group_id = tenant_group.id)`.as('grants'),
      ])
      .orderBy('name')
      .orderBy('id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    return { items, ...(await cappedCount(db, matching)) }
  },

  async choices({ db, scope }: RequestContext, search: string, limit: number): Promise<Choice[]> {
    return db
      .selectFrom('tenant_group')
      .select([sql<string>`id::text`.as('value'), 'name'])
      .where('company_id', '=', scope.companyId)
      .where(sql<boolean>`strpos(lower(name), ${search.toLowerCase()}) > 0`)
      .orderBy('name')
      .orderBy('id')
      .limit(limit)
      .execute()
  },

  async names(
    { db, scope }: Pick<RequestContext, 'db' | 'scope'>,
    ids: readonly string[],
  ): Promise<{ id: string; name: string }[]> {
    const { rows } = await sql<{ id: string; name: string }>`select id::text, name from tenant_group
      where company_id = ${scope.companyId} and id = any (${[...new Set(ids)]}::bigint[]) order by name, id`.execute(
      db,
    )
    return rows
  },

  lock: ({ db, scope }: RequestContext, groupId: string) =>
    db
      .selectFrom('tenant_group')
      .select(['id', 'name'])
      .where('company_id', '=', scope.companyId)
      .where('id', '=', groupId)
      .forUpdate()
      .executeTakeFirst(),

  find: ({ db, scope }: RequestContext, groupId: string) =>
    db
      .selectFrom('tenant_group')
      .select(['id', 'name'])
      .where('company_id', '=', scope.companyId)
      .where('id', '=', groupId)
      .executeTakeFirst(),

  async isNameTaken({ db, scope }: RequestContext, name: string, butId: string | null): Promise<boolean> {
    const found = await db
      .selectFrom('tenant_group')
      .select('id')
      .where('company_id', '=', scope.companyId)
      .where('name', '=', name)
      .executeTakeFirst()
    return found !== undefined && found.id !== butId
  },

  async pageTenants(
    { db, scope }: RequestContext,
    groupId: string,
    { page, pageSize }: { page: number; pageSize: number },
  ) {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from group_tenants(${groupId}, ${pageSize}, ${(page - 1) * pageSize})`.execute(db)
    const matching = db
      .selectFrom('tenant_group_member')
      .where('company_id', '=', scope.companyId)
      .where('group_id', '=', groupId)
    return { items: rows, ...(await cappedCount(db, matching)) }
  },

  async tenantIds({ db, scope }: RequestContext, groupIds: readonly string[]): Promise<string[]> {
    if (groupIds.length === 0) return []
    const rows = await db
      .selectFrom('tenant_group_member')
      .select('target_company_id')
      .distinct()
      .where('company_id', '=', scope.companyId)
      .where('group_id', 'in', [...groupIds])
      .execute()
    return rows.map((row) => row.target_company_id)
  },

  async count({ db, scope }: RequestContext, groupIds: readonly string[]): Promise<number> {
    if (groupIds.length === 0) return 0
    const rows = await db
      .selectFrom('tenant_group')
      .select('id')
      .where('company_id', '=', scope.companyId)
      .where('id', 'in', [...groupIds])
      .execute()
    return rows.length
  },

  /** Each role once, with the latest end of its grants. */
  async rolesOf({ db, scope }: RequestContext, groupId: string): Promise<GroupRole[]> {
    const { rows } = await sql<GroupRole>`
      select g.built_in, r.permissions,
        case when bool_or(g.expires_at is null) then null else max(g.expires_at) end as until
      from acting_grant g left join role r on r.company_id = g.company_id and r.id = g.role_id
      where g.company_id = ${scope.companyId} and g.group_id = ${groupId} and (g.expires_at is null or g.expires_at > now())
      group by g.built_in, g.role_id, r.permissions`.execute(db)
    return rows
  },

  async insert({ db, scope }: RequestContext, name: string): Promise<string> {
    const { id } = await db
      .insertInto('tenant_group')
      .values({ company_id: scope.companyId, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  async rename({ db, scope }: RequestContext, groupId: string, name: string): Promise<void> {
    await db
      .updateTable('tenant_group')
      .set({ name })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', groupId)
      .execute()
  },

  async add({ db, scope }: RequestContext, groupId: string, companyIds: readonly string[]): Promise<void> {
    if (companyIds.length === 0) return
    await db
      .insertInto('tenant_group_member')
      .values(
        companyIds.map((companyId) => ({
          company_id: scope.companyId,
          group_id: groupId,
          target_company_id: companyId,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  async remove({ db, scope }: RequestContext, groupId: string, companyIds: readonly string[]): Promise<void> {
    if (companyIds.length === 0) return
    await db
      .deleteFrom('tenant_group_member')
      .where('company_id', '=', scope.companyId)
      .where('group_id', '=', groupId)
      .where('target_company_id', 'in', [...companyIds])
      .execute()
  },

  /** With the grants that name it; returns how many those were. */
  async delete({ db, scope }: RequestContext, groupId: string): Promise<number> {
    const revoked = await db
      .deleteFrom('acting_grant')
      .where('company_id', '=', scope.companyId)
      .where('group_id', '=', groupId)
      .returning('id')
      .execute()
    await db
      .deleteFrom('tenant_group')
      .where('company_id', '=', scope.companyId)
      .where('id', '=', groupId)
      .execute()
    return revoked.length
  },
}
