import type { ErrorCode } from '@netward/contract'
import { sql } from 'kysely'
import { capOf, capped, countCap } from '../../platform/db/capped-count.ts'
import { columnValues } from '../../platform/entity/changed-fields.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export interface MemberRow {
  id: string
  person_id: string
  display_name: string
  user_name: string | null
  role_refs: string[]
  roles: string[]
  status: 'enabled' | 'disabled'
  department_id: string
  department: string[]
  other_departments: string[]
  phone: string | null
  email: string | null
  created_at: string
  last_sign_in_at: string | null
  /** Number of matches, where a search had to collect them all. */
  matches: number | null
  last_active_at: string | null
}

export interface MemberQuery {
  search?: string | undefined
  status?: 'enabled' | 'disabled' | undefined
  role?: string | undefined
  departmentId?: string | undefined
  below: boolean
  sort: string
}

/** A member before a change. */
export interface LockedMember {
  display_name: string
  department_id: string
  department: string[]
  role_refs: string[]
  roles: string[]
  status: 'enabled' | 'disabled'
  oneself: boolean
}

/** A role of the company. `within`: none of its codes reaches further than the caller's own. */
interface GivenRole {
  ref: string
  name: string
  permissions: string[]
  within: boolean
}

/** `placed_refs`: roles that open the objects of the member's department. */
export interface HeldRoles {
  member_id: string
  display_name: string
  department: string[]
  roles: string[]
  role_refs: string[]
  placed_refs: string[]
}

interface ProvedContact {
  display_name: string
  email: string | null
  phone: string | null
}

/** Result for one member in a batch. */
export interface Touched {
  member_id: string
  display_name: string
  refusal: ErrorCode | null
}

const filtersOf = ({ sort: _sort, ...filters }: MemberQuery) =>
  JSON.stringify({ ...filters, search: filters.search?.replaceAll('\0', '') })

export const memberRepo = {
  async rows(
    { db }: RequestContext,
    query: MemberQuery,
    limit: number,
    offset: number,
  ): Promise<MemberRow[]> {
    const { sort } = query
    const { rows } = await sql<MemberRow>`
      select (page.member).*, role_refs, roles, department, other_departments, phone, email, last_active_at, matches
      from page_members(${filtersOf(query)}::jsonb, ${sort.replace('-', '')}, ${sort.startsWith('-')},
        ${limit}::int, ${offset}::int) page`.execute(db)
    return rows
  },

  async count({ db }: RequestContext, query: MemberQuery): Promise<{ total: number; totalCapped: boolean }> {
    const cap = capOf(query.search)
    const { rows } = await sql<{ n: number }>`
      select count_members(${filtersOf(query)}::jsonb, ${cap + 1}::int) as n`.execute(db)
    return capped(rows[0]?.n ?? 0, cap)
  },

  /** A search that collected all matches has the count; other lists are counted alongside the page. */
  async page(
    ctx: RequestContext,
    query: MemberQuery,
    limit: number,
    offset: number,
  ): Promise<{ rows: MemberRow[]; total: number; totalCapped: boolean }> {
    const asked = this.rows(ctx, query, limit, offset)
    const cap = capOf(query.search)
    if (cap === countCap) {
      const [rows, counted] = await Promise.all([asked, this.count(ctx, query)])
      return { rows, ...counted }
    }
    const rows = await asked
    const matches = rows[0]?.matches ?? null
    return { rows, ...(matches === null ? await this.count(ctx, query) : capped(matches, cap)) }
  },

  async insert(
    { db }: RequestContext,
    member: {
      userName: string
      displayName: string
      passwordHash: string
      email: string | null
      role: string
      departmentId: string
    },
  ): Promise<{ member_id: string; person_id: string }> {
    const { rows } = await sql<{ member_id: string; person_id: string }>`
      select * from create_member(${member.userName}, ${member.displayName}, ${member.passwordHash}, ${member.email},
        ${[member.role]}::text[], ${member.departmentId})`.execute(db)
    return rows[0]!
  },

  /** Undefined outside the company acted in and the data scope. */
  async lock({ db }: RequestContext, id: string): Promise<LockedMember | undefined> {
    return (
      await sql<LockedMember>`
        select (locked.member).*, department, role_refs, roles, oneself from lock_member(${id}) locked`.execute(
        db,
      )
    ).rows[0]
  },

  async update({ db }: RequestContext, id: string, fields: object): Promise<void> {
    await sql`select edit_member(${id}, ${JSON.stringify(columnValues(fields))}::jsonb)`.execute(db)
  },

  async updateRoles({ db }: RequestContext, id: string, refs: readonly string[]): Promise<void> {
    await sql`select set_member_roles(${id}, ${refs}::text[])`.execute(db)
  },

  /** The members moved, with their previous departments. */
  async updateDepartment(
    { db }: RequestContext,
    ids: readonly string[],
    departmentId: string,
  ): Promise<{ member_id: string; display_name: string; before: string[] }[]> {
    const { rows } = await sql<{ member_id: string; display_name: string; before: string[] }>`
      select * from move_members(${ids}::bigint[], ${departmentId})`.execute(db)
    return rows
  },

  /** Members whose status changed, and those whose status may not be changed. */
  async updateStatus(
    { db }: RequestContext,
    ids: readonly string[],
    status: 'enabled' | 'disabled',
  ): Promise<Touched[]> {
    const { rows } = await sql<Touched>`
      select * from set_member_status(${ids}::bigint[], ${status})`.execute(db)
    return rows
  },

  /** Members whose roles changed, and those whose roles may not be changed. */
  async changeRoles(
    { db }: RequestContext,
    ids: readonly string[],
    give: readonly string[],
    take: readonly string[],
  ): Promise<(Touched & { before: string[]; after: string[] })[]> {
    const { rows } = await sql<Touched & { before: string[]; after: string[] }>`
      select * from change_member_roles(${[...ids]}::bigint[], ${[...give]}::text[], ${[...take]}::text[])`.execute(
      db,
    )
    return rows
  },

  async deleteAll({ db }: RequestContext, ids: readonly string[]): Promise<Touched[]> {
    return (await sql<Touched>`select * from remove_members(${[...ids]}::bigint[])`.execute(db)).rows
  },

  /** Which of these are members here, in the data scope. */
  async known({ db }: RequestContext, ids: readonly string[]): Promise<Set<string>> {
    const { rows } = await sql<{ member_id: string }>`
      select member_id from member_names(${ids}::bigint[])`.execute(db)
    return new Set(rows.map((row) => row.member_id))
  },

  async rolesOf({ db }: RequestContext, ids: readonly string[]): Promise<HeldRoles[]> {
    const { rows } = await sql<HeldRoles>`
      select m.id as member_id, m.display_name, array(select coalesce(mr.built_in, r.name) from member_role mr
          left join role r on r.company_id = mr.company_id and r.id = mr.role_id
          where mr.company_id = m.company_id and mr.member_id = m.id order by 1) as roles,
        array(select coalesce(r.built_in, r.role_id::text) from member_role r
          where r.company_id = m.company_id and r.member_id = m.id) as role_refs,
        array(select r.id::text from member_role mr join role r on r.company_id = mr.company_id and r.id = mr.role_id
          where mr.company_id = m.company_id and mr.member_id = m.id and r.data_scope = 'department') as placed_refs,
        department_path(m.company_id, m.department_id) as department
      from member m where m.id = any (${[...ids]}::bigint[])`.execute(db)
    return rows
  },

  async delete({ db }: RequestContext, id: string): Promise<void> {
    await sql`select remove_member(${id})`.execute(db)
  },

  /** Language of messages to the member. */
  async language({ db }: RequestContext, id: string): Promise<'zh' | 'en'> {
    const { rows } = await sql<{ language: 'zh' | 'en' | null }>`
      select language_of_member(${id}) as language`.execute(db)
    return rows[0]?.language ?? 'zh'
  },

  /** The member's verified addresses. */
  async contact({ db }: RequestContext, id: string): Promise<ProvedContact | undefined> {
    return (await sql<ProvedContact>`select * from member_contact(${id})`.execute(db)).rows[0]
  },

  async rolesToGive({ db }: RequestContext): Promise<GivenRole[]> {
    return (await sql<GivenRole>`select * from roles_to_give()`.execute(db)).rows
  },
}
