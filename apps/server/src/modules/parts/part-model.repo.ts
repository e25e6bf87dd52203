import type { InputOf, partApi } from '@netward/contract'
import type { PartCategory } from '@netward/contract/part-values'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof partApi.pagePartModels>

export interface PartModelInput {
  readonly brand: string
  readonly name: string
  readonly category: PartCategory
  readonly warrantyMonths: number
  readonly price: number | null
  readonly note: string
}

export interface PartModel extends PartModelInput {
  readonly id: string
  readonly serialised: boolean
}

const shown = sql`m.id, m.brand, m.name, m.category, m.serialised, m.warranty_months as "warrantyMonths",
  m.price::float8 as price, m.note`

const orders = {
  name: sql`lower(m.name), m.id`,
  '-name': sql`lower(m.name) desc, m.id desc`,
  brand: sql`lower(m.brand), lower(m.name), m.id`,
  '-brand': sql`lower(m.brand) desc, lower(m.name) desc, m.id desc`,
}

const columns = ({ brand, name, category, warrantyMonths, price, note }: PartModelInput) => ({
  brand,
  name,
  category,
  warranty_months: warrantyMonths,
  price: price === null ? null : String(price),
  note,
})

export const partModelRepo = {
  async page(
    { db, scope }: Reader,
    { search = '', category, serialised, sort, page, pageSize }: Query,
  ): Promise<{ items: (PartModel & { available: number })[]; total: number }> {
    const where = sql.join(
      [
        sql`m.company_id = ${scope.companyId}`,
        ...(search === '' ? [] : [sql`m.search like search_pattern(${search})`]),
        ...(category === undefined ? [] : [sql`m.category = any (${category}::text[])`]),
        ...(serialised === undefined ? [] : [sql`m.serialised = ${serialised === 'yes'}`]),
      ],
      sql` and `,
    )
    const { rows: items } = await sql<PartModel & { available: number }>`select ${shown},
        (select coalesce(sum(s.available), 0)::int from part_stock s
          where s.company_id = m.company_id and s.model_id = m.id) as available
      from part_model m where ${where} order by ${orders[sort]}
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select from part_model m where ${where} limit ${sql.lit(countCap + 1)}) k`.execute(db)
    return { items, total: rows[0]!.n }
  },

  async choices(
    { db, scope }: Reader,
    { search = '', modelId }: { search?: string | undefined; modelId?: string | undefined },
  ): Promise<PartModel[]> {
    const { rows } = await sql<PartModel>`select ${shown} from part_model m
      where m.company_id = ${scope.companyId} and (${modelId ?? null}::bigint is null or m.id = ${modelId ?? null}::bigint)
        and (${search} = '' or m.search like search_pattern(${search}))
      order by lower(m.name), m.id limit 50`.execute(db)
    return rows
  },

  async all({ db, scope }: Reader): Promise<PartModel[]> {
    const { rows } = await sql<PartModel>`select ${shown} from part_model m
      where m.company_id = ${scope.companyId}`.execute(db)
    return rows
  },

  async lock({ db, scope }: Reader, id: string): Promise<PartModel | undefined> {
    const { rows } = await sql<PartModel>`select ${shown} from part_model m
      where m.company_id = ${scope.companyId} and m.id = ${id} for no key update`.execute(db)
    return rows[0]
  },

  async count({ db, scope }: Reader): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from part_model
      where company_id = ${scope.companyId}`.execute(db)
    return rows[0]!.n
  },

  async insert({ db, scope }: Reader, model: PartModelInput & { serialised: boolean }): Promise<string> {
    const { id } = await db
      .insertInto('part_model')
      .values({ company_id: scope.companyId, ...columns(model), serialised: model.serialised })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  async update({ db, scope }: Reader, id: string, model: PartModelInput): Promise<void> {
    await db
      .updateTable('part_model')
      .set(columns(model))
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db.deleteFrom('part_model').where('company_id', '=', scope.companyId).where('id', '=', id).execute()
  },
}
