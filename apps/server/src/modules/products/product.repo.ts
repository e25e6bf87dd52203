import type { InputOf, productApi } from '@netward/contract'
import { type Selectable, sql } from 'kysely'
import { cappedCount, countCap } from '../../platform/db/capped-count.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export type ProductRow = Selectable<Database['product']> & { applications: number }
type Changes = Partial<
  Pick<
    Selectable<Database['product']>,
    | 'name_zh'
    | 'name_en'
    | 'description_zh'
    | 'description_en'
    | 'category'
    | 'version'
    | 'icon'
    | 'icon_company_id'
    | 'state'
    | 'failure'
    | 'maintenance_zh'
    | 'maintenance_en'
    | 'maintenance_until'
  >
>

/** Counted up to the cap, from an index: a product has an application in every company. */
const applications = sql<number>`(select count(*)::int from (
  select 1 from application a where a.product_id = product.id and a.state <> 'deleted' limit ${sql.raw(String(countCap))}) a)`

export const productRepo = {
  async page(
    { db, language }: RequestContext,
    { page, pageSize, search = '', state, category, type, sort }: InputOf<typeof productApi.pageProducts>,
  ) {
    const term = search.toLowerCase()
    const matching = db
      .selectFrom('product')
      .where('state', '<>', 'deleted')
      .$if(state !== undefined, (query) => query.where('state', 'in', state!))
      .$if(category !== undefined, (query) => query.where('category', 'in', category!))
      .$if(type !== undefined, (query) => query.where('type', 'in', type!))
      .$if(term !== '', (query) =>
        query.where(sql<boolean>`strpos(lower(concat_ws(' ', code, name_zh, name_en)), ${term}) > 0`),
      )
    const direction = sort.startsWith('-') ? 'desc' : 'asc'
    const columns = {
      name: language === 'zh' ? 'name_zh' : 'name_en',
      state: 'state',
      updatedAt: 'updated_at',
    }
    const column = columns[sort.replace('-', '') as keyof typeof columns] as 'name_zh'
    const items = await matching
      .selectAll()
      .select(applications.as('applications'))
      .orderBy(column, direction)
      .orderBy('id', direction)
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    return { items, ...(await cappedCount(db, matching)) }
  },

  find({ db }: RequestContext, id: string): Promise<ProductRow | undefined> {
    return db
      .selectFrom('product')
      .selectAll()
      .select(applications.as('applications'))
      .where('id', '=', id)
      .where('state', '<>', 'deleted')
      .executeTakeFirst()
  },

  async lock(ctx: RequestContext, id: string): Promise<ProductRow | undefined> {
    await ctx.db.selectFrom('product').select('id').where('id', '=', id).forUpdate().execute()
    return productRepo.find(ctx, id)
  },

  /** Undefined if the code is taken, also by a deleted product. */
  async insert(
    { db }: RequestContext,
    product: InputOf<typeof productApi.createProduct>,
  ): Promise<string | undefined> {
    const made = await db
      .insertInto('product')
      .values({
        code: product.code,
        name_zh: product.nameZh,
        name_en: product.nameEn,
        description_zh: product.descriptionZh,
        description_en: product.descriptionEn,
        category: product.category,
        type: 'service',
        version: product.version,
        icon_company_id: null,
        icon: null,
        failure: null,
        maintenance_until: null,
      })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .executeTakeFirst()
    return made?.id
  },

  /** Gives a published product to the companies whose packages name it. */
  async activate({ db }: RequestContext, id: string): Promise<void> {
    await sql`select activate_published(${id})`.execute(db)
  },

  async update({ db }: RequestContext, id: string, changes: Changes): Promise<void> {
    await db
      .updateTable('product')
      .set({ ...changes, updated_at: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
  },
}
