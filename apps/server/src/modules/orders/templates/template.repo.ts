import type { InputOf, orderTemplateApi, OutputOf } from '@netward/contract'
import { sql } from 'kysely'
import { countCap } from '../../../platform/db/capped-count.ts'
import type { RequestContext } from '../../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export type TemplateRow = OutputOf<typeof orderTemplateApi.pageOrderTemplates>['items'][number]
export type NewTemplate = Omit<TemplateRow, 'id' | 'editedAt' | 'editedBy'>

const shown = sql`t.id, t.name, t.order_type as type, t.category, t.impact, t.urgency, t.title, t.description, t.checklist,
  t.custom, t.tags, t.assign, t.assignee_id as "assigneeId", t.assignee_name as "assigneeName", t.edited_at as "editedAt",
  t.edited_by as "editedBy"`

export const templateRepo = {
  async page(
    { db, scope }: Reader,
    { search = '', type, sort, page, pageSize }: InputOf<typeof orderTemplateApi.pageOrderTemplates>,
  ): Promise<{ items: TemplateRow[]; total: number }> {
    const where = sql`t.company_id = ${scope.companyId} and strpos(lower(t.name), lower(${search})) > 0
      and (${type ?? null}::text is null or t.order_type = ${type ?? null})`
    const order = sort === 'name' ? sql`lower(t.name), t.id` : sql`lower(t.name) desc, t.id desc`
    const { rows: items } = await sql<TemplateRow>`select ${shown} from order_template t where ${where}
      order by ${order} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    const counted = await sql<{ n: number }>`select count(*)::int as n from (select 1 from order_template t
      where ${where} limit ${sql.lit(countCap + 1)}) counted`.execute(db)
    return { items, total: counted.rows[0]?.n ?? 0 }
  },

  async all({ db, scope }: Reader): Promise<TemplateRow[]> {
    const { rows } = await sql<TemplateRow>`select ${shown} from order_template t
      where t.company_id = ${scope.companyId} order by lower(t.name), t.id limit 500`.execute(db)
    return rows
  },

  async find({ db, scope }: Reader, id: string): Promise<TemplateRow | undefined> {
    const { rows } = await sql<TemplateRow>`select ${shown} from order_template t
      where t.company_id = ${scope.companyId} and t.id = ${id}`.execute(db)
    return rows[0]
  },

  /** One change at a time. @returns how many there are */
  async lockAll({ db, scope }: Reader): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtextextended('order templates', ${scope.companyId}))`.execute(
      db,
    )
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from order_template
      where company_id = ${scope.companyId}`.execute(db)
    return rows[0]?.n ?? 0
  },

  /** Null: a new one. */
  async save({ db, scope }: Reader, id: string | null, given: NewTemplate): Promise<string> {
    const values = {
      name: given.name,
      order_type: given.type,
      category: given.category,
      impact: given.impact,
      urgency: given.urgency,
      title: given.title,
      description: given.description,
      checklist: JSON.stringify(given.checklist),
      custom: JSON.stringify(given.custom),
      tags: [...given.tags],
      assign: given.assign,
      assignee_id: given.assigneeId,
      assignee_name: given.assigneeName,
      edited_at: sql<string>`now()`,
      edited_by: scope.actorName,
    }
    if (id === null) {
      const made = await db
        .insertInto('order_template')
        .values({ company_id: scope.companyId, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
      return made.id
    }
    await db
      .updateTable('order_template')
      .set(values)
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
    return id
  },

  async isUsed({ db, scope }: Reader, id: string): Promise<boolean> {
    const { rows } = await sql`select 1 from order_plan
      where company_id = ${scope.companyId} and template_id = ${id} limit 1`.execute(db)
    return rows.length > 0
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db
      .deleteFrom('order_template')
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },
}
