import type { BuiltInRole } from '@netward/contract'
import { sql } from 'kysely'
import { cappedCount } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

/** A built-in role, or a custom one. */
export type GrantedRole = { builtIn: BuiltInRole; roleId: null } | { builtIn: null; roleId: string }

export interface GrantTarget {
  companyId: string | null
  groupId: string | null
}

interface GrantFilter {
  page: number
  pageSize: number
  search: string | undefined
  companyId: string | undefined
  groupId: string | undefined
  state: 'inForce' | 'expired' | undefined
}

export interface Choice {
  value: string
  name: string
}

const isExpired = sql<boolean>`coalesce(g.expires_at <= now(), false)`

export const staffGrantRepo = {
  async page(
    { db, scope }: RequestContext,
    { page, pageSize, search, companyId, groupId, state }: GrantFilter,
  ) {
    const matching = db
      .selectFrom('acting_grant as g')
      .innerJoin('member as m', (join) =>
        join.onRef('m.company_id', '=', 'g.company_id').onRef('m.id', '=', 'g.member_id'),
      )
      .where('g.company_id', '=', scope.companyId)
      .$if(search !== undefined && search !== '', (query) =>
        query.where(sql<boolean>`strpos(lower(m.display_name), ${(search ?? '').toLowerCase()}) > 0`),
      )
      .$if(companyId !== undefined, (query) =>
        query.where(
          sql<boolean>`(g.target_company_id = ${companyId} or exists (
            select from tenant_group_member gm where gm.company_id = g.company_id and gm.group_id = g.group_id
              and gm.target_company_id = ${companyId}))`,
        ),
      )
      .$if(groupId !== undefined, (query) => query.where('g.group_id', '=', groupId!))
      .$if(state !== undefined, (query) => query.where(isExpired, '=', state === 'expired'))
    const items = await matching
      .select([
        'g.id',
        'g.member_id',
        'm.display_name as member_name',
        'm.status as member_status',
        'g.target_company_id',
        'g.group_id',
        'g.built_in',
        'g.role_id',
        'g.expires_at',
        'g.created_at',
        'g.created_by_name',
      ])
      .select([
        isExpired.as('expired'),
        sql<string | null>`visible_company_name(g.target_company_id)`.as('company_name'),
        sql<
          string | null
        >`(select t.name from tenant_group t where t.company_id = g.company_id and t.id = g.group_id)`.as(
          'group_name',
        ),
        sql<
          string | null
        >`(select r.name from role r where r.company_id = g.company_id and r.id = g.role_id)`.as('role_name'),
        sql<number>`case when g.group_id is null then 1 else (select count(*)::int from tenant_group_member gm
          where gm.company_id = g.company_id and gm.group_id = g.group_id) end`.as('tenants'),
      ])
      .orderBy('g.id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    return { items, ...(await cappedCount(db, matching as never)) }
  },

  lock: ({ db, scope }: RequestContext, grantId: string) =>
    db
      .selectFrom('acting_grant')
      .selectAll()
      .where('company_id', '=', scope.companyId)
      .where('id', '=', grantId)
      .forUpdate()
      .executeTakeFirst(),

  findMember: ({ db, scope }: RequestContext, memberId: string) =>
    db
      .selectFrom('member')
      .select(['id', 'display_name', sql<boolean>`is_administrator(company_id, id)`.as('administers')])
      .where('company_id', '=', scope.companyId)
      .where('id', '=', memberId)
      .executeTakeFirst(),

  /** Permissions of a custom role, and whether it is limited to a part of the company. */
  async findRole(
    { db, scope }: RequestContext,
    roleId: string,
  ): Promise<{ name: string; permissions: string[]; data_scope: string } | undefined> {
    const { rows } = await sql<{ name: string; permissions: string[]; data_scope: string }>`
      select name, permissions, data_scope from role where company_id = ${scope.companyId} and id = ${roleId}`.execute(
      db,
    )
    return rows[0]
  },

  /**
   * Those of the tenants in which the person does not hold all of these codes for that period; without codes:
   * those not below.
   */
  async notToGrant(
    { db }: RequestContext,
    tenants: readonly string[],
    codes: readonly string[],
    until: string | null,
  ): Promise<string[]> {
    if (tenants.length === 0) return []
    const { rows } = await sql<{ id: string }>`
      select id from tenants_not_to_grant(${[...tenants]}::bigint[], ${[...codes]}::text[], ${until}::timestamptz) as id`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  },

  /** Existing ones stay unchanged. Returns how many are new. */
  async insert(
    { db, scope }: RequestContext,
    memberId: string,
    targets: readonly GrantTarget[],
    { builtIn, roleId }: GrantedRole,
    expiresAt: string | null,
  ): Promise<number> {
    const made = await db
      .insertInto('acting_grant')
      .values(
        targets.map(({ companyId, groupId }) => ({
          company_id: scope.companyId,
          member_id: memberId,
          target_company_id: companyId,
          group_id: groupId,
          built_in: builtIn,
          role_id: roleId,
          expires_at: expiresAt,
          created_by_name: scope.actorName,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    return made.length
  },

  /** False if the member already has the same grant. */
  async update(
    { db, scope }: RequestContext,
    grantId: string,
    { builtIn, roleId }: GrantedRole,
    expiresAt: string | null,
  ): Promise<boolean> {
    const { rows } = await sql`
      update acting_grant g set built_in = ${builtIn}, role_id = ${roleId}, expires_at = ${expiresAt}
      where g.company_id = ${scope.companyId} and g.id = ${grantId} and not exists (
        select from acting_grant o where o.company_id = g.company_id and o.member_id = g.member_id and o.id <> g.id
          and o.target_company_id is not distinct from g.target_company_id
          and o.group_id is not distinct from g.group_id
          and o.built_in is not distinct from ${builtIn} and o.role_id is not distinct from ${roleId}::bigint)
      returning g.id`.execute(db)
    return rows.length > 0
  },

  async revoke({ db, scope }: RequestContext, grantIds: readonly string[]) {
    return db
      .deleteFrom('acting_grant as g')
      .where('g.company_id', '=', scope.companyId)
      .where('g.id', 'in', [...grantIds])
      .returning([
        'g.id',
        'g.built_in',
        sql<
          string | null
        >`(select m.display_name from member m where m.company_id = g.company_id and m.id = g.member_id)`.as(
          'member_name',
        ),
        sql<string | null>`coalesce(visible_company_name(g.target_company_id),
          (select t.name from tenant_group t where t.company_id = g.company_id and t.id = g.group_id))`.as(
          'target_name',
        ),
      ])
      .execute()
  },

  async members({ db }: RequestContext, search: string, limit: number): Promise<Choice[]> {
    const { rows } = await sql<Choice>`
      select id::text as value, display_name as name from staff_members(${search}, ${limit})`.execute(db)
    return rows
  },

  async tenants({ db }: RequestContext, search: string, limit: number): Promise<Choice[]> {
    const { rows } = await sql<Choice>`
      select id::text as value, name from my_tenants(${search}, ${limit})`.execute(db)
    return rows
  },

  async roles({ db, scope }: RequestContext, search: string, limit: number): Promise<Choice[]> {
    const { rows } = await sql<Choice>`
      select id::text as value, name from role
      where company_id = ${scope.companyId} and data_scope = 'company' and strpos(lower(name), ${search.toLowerCase()}) > 0
      order by name, id limit ${limit}`.execute(db)
    return rows
  },
}
