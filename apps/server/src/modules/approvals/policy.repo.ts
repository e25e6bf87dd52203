import type { ApprovalStep } from '@netward/contract/approvals'
import type { ApprovalKind, ApprovalRisk } from '@netward/contract/approval-values'
import { sql } from 'kysely'
import { countRows } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface PolicyInput {
  readonly kind: ApprovalKind
  readonly name: string
  readonly enabled: boolean
  readonly forBelow: boolean
  readonly fromAmount: number | null
  readonly fromRisk: ApprovalRisk | null
  readonly steps: ApprovalStep[]
}

export interface PolicyRow extends PolicyInput {
  readonly id: string
  readonly editedAt: string
  readonly editedBy: string
}

const shown = sql`id, kind, name, enabled, for_below as "forBelow", from_amount::float8 as "fromAmount",
  from_risk as "fromRisk", steps, edited_at as "editedAt", edited_by as "editedBy"`

export const policyRepo = {
  async page(
    { db, scope }: Reader,
    query: { kind?: ApprovalKind | undefined; sort: string; page: number; pageSize: number },
  ): Promise<{ items: PolicyRow[]; total: number }> {
    const where = sql`company_id = ${scope.companyId} and (${query.kind ?? null}::text is null or kind = ${query.kind ?? null}::text)`
    const order = query.sort === 'name' ? sql`lower(name), id` : sql`lower(name) desc, id desc`
    const { rows: items } =
      await sql<PolicyRow>`select ${shown} from approval_policy where ${where} order by ${order}
      limit ${query.pageSize}::int offset ${(query.page - 1) * query.pageSize}::int`.execute(db)
    return { items, total: await countRows(db, sql`approval_policy where ${where}`) }
  },

  async lock({ db, scope }: Reader, id: string): Promise<PolicyRow | undefined> {
    const { rows } = await sql<PolicyRow>`select ${shown} from approval_policy
      where company_id = ${scope.companyId} and id = ${id} for update`.execute(db)
    return rows[0]
  },

  async count({ db, scope }: Reader): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from approval_policy
      where company_id = ${scope.companyId}`.execute(db)
    return rows[0]!.n
  },

  async insert({ db, scope }: Reader, policy: PolicyInput): Promise<string> {
    const { id } = await db
      .insertInto('approval_policy')
      .values({ company_id: scope.companyId, ...columns(policy), edited_by: scope.actorName })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  async update({ db, scope }: Reader, id: string, policy: PolicyInput): Promise<void> {
    await db
      .updateTable('approval_policy')
      .set({ ...columns(policy), edited_by: scope.actorName, edited_at: sql<string>`now()` })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db
      .deleteFrom('approval_policy')
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  async departments({ db, scope }: Reader): Promise<{ id: string; name: string; headName: string | null }[]> {
    const { rows } = await sql<{ id: string; name: string; headName: string | null }>`select n.id, n.name,
        m.display_name as "headName" from org_node n
      left join member m on m.company_id = n.company_id and m.id = n.head_id
      where n.company_id = ${scope.companyId} and n.type not in (1, 2)
      order by n.parent_id is not null, lower(n.name), n.id`.execute(db)
    return rows
  },

  /** Built-in ones without a name, and the company's own. */
  async roles({ db, scope }: Reader): Promise<{ role: string; name: string }[]> {
    const { rows } = await sql<{ role: string; name: string }>`
      select distinct built_in as role, '' as name from member_role where company_id = ${scope.companyId} and built_in is not null
      union all select id::text, name from role where company_id = ${scope.companyId} order by 2, 1`.execute(
      db,
    )
    return rows
  },

  async members({ db, scope }: Reader): Promise<{ id: string; name: string }[]> {
    const { rows } = await sql<{ id: string; name: string }>`select id, display_name as name from member
      where company_id = ${scope.companyId} and status = 'enabled' order by display_name, id limit 2000`.execute(
      db,
    )
    return rows
  },

  async hasCustomers({ db }: Reader): Promise<boolean> {
    const { rows } = await sql<{ has: boolean }>`select has_customers() as has`.execute(db)
    return rows[0]!.has
  },
}

const columns = ({ kind, name, enabled, forBelow, fromAmount, fromRisk, steps }: PolicyInput) => ({
  kind,
  name,
  enabled,
  for_below: forBelow,
  from_amount: fromAmount === null ? null : String(fromAmount),
  from_risk: fromRisk,
  steps: JSON.stringify(steps),
})
