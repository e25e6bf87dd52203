import { sql } from 'kysely'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export interface Department {
  id: string
  parent_id: string | null
  name: string
  head_id: string | null
  head_name: string | null
}

export interface CountedDepartment extends Department {
  members: number
}

/** Nothing is found outside the transaction's data scope. */
const seen = (ctx: RequestContext) =>
  sql`n.company_id = ${ctx.scope.companyId} and n.type not in (1, 2) and sees_department(n.id)`

export const departmentRepo = {
  /** Locks the company's departments and their members until the end of the transaction. */
  async lockAll({ db }: RequestContext): Promise<void> {
    await sql`select lock_organisation()`.execute(db)
  },

  async list(ctx: RequestContext): Promise<CountedDepartment[]> {
    const { rows } = await sql<CountedDepartment>`
      select n.id, n.parent_id, n.name, n.head_id, h.display_name as head_name, coalesce(m.members, 0) as members
      from org_node n
      left join member h on h.company_id = n.company_id and h.id = n.head_id
      left join (select department_id, count(*)::int as members from member
                 where company_id = ${ctx.scope.companyId} group by department_id) m on m.department_id = n.id
      where ${seen(ctx)}`.execute(ctx.db)
    return rows
  },

  /** A department, or the company's own node by default. */
  async find(ctx: RequestContext, id: string | undefined): Promise<Department | undefined> {
    const { rows } = await sql<Department>`
      select n.id, n.parent_id, n.name, n.head_id, h.display_name as head_name from org_node n
      left join member h on h.company_id = n.company_id and h.id = n.head_id
      where ${seen(ctx)} and ${id === undefined ? sql`n.parent_id is null` : sql`n.id = ${id}`}`.execute(
      ctx.db,
    )
    return rows[0]
  },

  /** Department path from the top; empty for the company's own node. */
  async path({ db, scope }: RequestContext, id: string): Promise<string[]> {
    const { rows } = await sql<{ path: string[] }>`
      select department_path(${scope.companyId}, ${id}) as path`.execute(db)
    return rows[0]!.path
  },

  /** A department and all below it. */
  async below({ db, scope }: RequestContext, id: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from departments_below(${scope.companyId}, ${id}) id`.execute(db)
    return rows.map((row) => row.id)
  },

  /** Depth of a department's subtree. */
  async height({ db, scope }: RequestContext, id: string): Promise<number> {
    const { rows } = await sql<{ height: number }>`
      select max(cardinality(department_path(${scope.companyId}, d)))
        - cardinality(department_path(${scope.companyId}, ${id})) + 1 as height
      from departments_below(${scope.companyId}, ${id}) d`.execute(db)
    return rows[0]!.height
  },

  async hasChild({ db, scope }: RequestContext, parentId: string, name: string, but: string | null) {
    const { rows } = await sql<{ taken: boolean }>`
      select exists (select from org_node where company_id = ${scope.companyId} and parent_id = ${parentId}
        and type = 4 and lower(name) = lower(${name}) and id is distinct from ${but}::bigint) as taken`.execute(
      db,
    )
    return rows[0]!.taken
  },

  async count({ db, scope }: RequestContext): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from org_node where company_id = ${scope.companyId} and type = 4`.execute(db)
    return rows[0]!.n
  },

  async insert({ db, scope }: RequestContext, parentId: string, name: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into org_node (company_id, parent_id, type, name) values (${scope.companyId}, ${parentId}, 4, ${name})
      returning id`.execute(db)
    return rows[0]!.id
  },

  async updateName({ db, scope }: RequestContext, id: string, name: string): Promise<void> {
    await sql`update org_node set name = ${name} where company_id = ${scope.companyId} and id = ${id}`.execute(
      db,
    )
  },

  /** @returns the name of the member; undefined: not a member */
  async memberName({ db, scope }: RequestContext, memberId: string): Promise<string | undefined> {
    const { rows } = await sql<{ name: string }>`select display_name as name from member
      where company_id = ${scope.companyId} and id = ${memberId}`.execute(db)
    return rows[0]?.name
  },

  async updateHead({ db, scope }: RequestContext, id: string, memberId: string | null): Promise<void> {
    await sql`update org_node set head_id = ${memberId}::bigint
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  /** Roles that would grant their holders more once the department is below that parent. */
  async widened({ db }: RequestContext, id: string, parentId: string): Promise<string[]> {
    const { rows } = await sql<{ ref: string }>`select roles_widened(${id}, ${parentId}) as ref`.execute(db)
    return rows.map(({ ref }) => ref)
  },

  async updateParent({ db, scope }: RequestContext, id: string, parentId: string): Promise<void> {
    await sql`update org_node set parent_id = ${parentId}
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  /** @throws AppError department.not_empty when it still contains members or objects. */
  async delete({ db, scope }: RequestContext, id: string): Promise<void> {
    try {
      await sql`delete from org_node where company_id = ${scope.companyId} and id = ${id}`.execute(db)
    } catch (error) {
      // Everything that belongs to it references it.
      const referred = error instanceof Error && 'code' in error && error.code === '23503'
      throw referred ? new AppError('department.not_empty', { cause: error }) : error
    }
  },
}
