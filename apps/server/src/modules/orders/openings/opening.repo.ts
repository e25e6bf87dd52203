import type { InputOf, openingApi } from '@netward/contract'
import { openingSteps } from '@netward/contract/opening-values'
import { sql } from 'kysely'
import { countCap } from '../../../platform/db/capped-count.ts'
import type { RequestContext } from '../../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof openingApi.pageOpenings>

export interface OpeningRow {
  readonly id: string
  readonly companyId: string
  readonly companyName: string
  readonly name: string
  readonly note: string
  readonly createdAt: string
  readonly createdBy: string
  readonly nextOn: string | null
  readonly sites: number
  readonly orders: number
  readonly late: number
  readonly steps: Record<(typeof openingSteps)[number], number>
}

/** Today at the outlet: a site is late once its planned day is over there. */
export const late = sql`(s.accepted_at is null and s.planned_on < (now() at time zone u.time_zone)::date)`

/** Counted over the sites that the caller sees. */
const shown = sql`o.id, o.company_id as "companyId", visible_company_name(o.company_id) as "companyName", o.name, o.note,
  o.created_at as "createdAt", o.created_by as "createdBy", o.next_on::text as "nextOn", k.sites, k.orders, k.late, k.steps`
const counted = sql`lateral (select count(*)::int as sites, count(s.order_id)::int as orders,
    (count(*) filter (where ${late}))::int as late,
    json_build_object(${sql.join(
      openingSteps.map((step) => sql`${sql.lit(step)}, count(${sql.ref(`s.${step}_at`)})::int`),
    )}) as steps
  from opening_site s join outlet u on u.company_id = s.company_id and u.id = s.outlet_id
  where s.company_id = o.company_id and s.opening_id = o.id) k`

const orders = {
  nextOn: sql`o.next_on, o.id`,
  '-nextOn': sql`o.next_on desc nulls last, o.id desc`,
  createdAt: sql`o.created_at, o.id`,
  '-createdAt': sql`o.created_at desc, o.id desc`,
}

export const openingRepo = {
  async page(
    { db, scope }: Reader,
    { search = '', standing, companyId, sort, page, pageSize }: Query,
  ): Promise<{ items: OpeningRow[]; total: number }> {
    const company = scope.kind === 'company' ? scope.companyId : companyId
    const where = sql.join(
      [
        sql`strpos(lower(o.name), lower(${search})) > 0`,
        ...(company === undefined ? [] : [sql`o.company_id = ${company}::bigint`]),
        ...(companyId === undefined ? [] : [sql`o.company_id = ${companyId}::bigint`]),
        ...(standing === undefined
          ? []
          : [standing === 'running' ? sql`o.next_on is not null` : sql`o.next_on is null`]),
      ],
      sql` and `,
    )
    const { rows: items } = await sql<OpeningRow>`select ${shown} from (
        select * from opening o where ${where} order by ${orders[sort]}
        limit ${pageSize}::int offset ${(page - 1) * pageSize}::int) o
      cross join ${counted} order by ${orders[sort]}`.execute(db)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select from opening o where ${where} limit ${sql.lit(countCap + 1)}) k`.execute(db)
    return { items, total: rows[0]?.n ?? 0 }
  },

  async find({ db }: Pick<Reader, 'db'>, id: string): Promise<OpeningRow | undefined> {
    const { rows } = await sql<OpeningRow>`select ${shown} from opening o cross join ${counted}
      where o.id = ${id}`.execute(db)
    return rows[0]
  },

  async owner({ db }: Pick<Reader, 'db'>, id: string): Promise<string | undefined> {
    const row = await db.selectFrom('opening').select('company_id').where('id', '=', id).executeTakeFirst()
    return row?.company_id
  },

  /** Of the company acted in. */
  async lock({ db, scope }: Reader, id: string): Promise<{ name: string; note: string } | undefined> {
    return db
      .selectFrom('opening')
      .select(['name', 'note'])
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
  },

  async insert({ db, scope }: Reader, values: { name: string; note: string }): Promise<string> {
    const { id } = await db
      .insertInto('opening')
      .values({ company_id: scope.companyId, ...values, created_by: scope.actorName })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  async edit(
    { db, scope }: Reader,
    id: string,
    values: { name?: string; note?: string; orders_by?: string },
  ): Promise<void> {
    await db
      .updateTable('opening')
      .set(values)
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db.deleteFrom('opening').where('company_id', '=', scope.companyId).where('id', '=', id).execute()
  },
}
