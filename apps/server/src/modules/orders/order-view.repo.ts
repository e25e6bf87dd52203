import type { InputOf, orderViewApi } from '@netward/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Saved = InputOf<typeof orderViewApi.saveOrderView>

interface OrderViewRow {
  readonly id: string
  readonly name: string
  readonly shared: boolean
  readonly mine: boolean
  readonly personName: string
  readonly filters: Saved['filters']
}

/** Lists and changes alike are of the company acted in: who sees many companies has views of the own one. */
export const orderViewRepo = {
  async list({ db, scope }: Reader): Promise<OrderViewRow[]> {
    const { rows } = await sql<OrderViewRow>`select id, name, shared, person_id = ${scope.personId} as mine,
        person_name as "personName", filters from work_order_view
      where company_id = ${scope.companyId} and (shared or person_id = ${scope.personId})
      order by person_id = ${scope.personId} desc, lower(name), id limit 300`.execute(db)
    return rows
  },

  async save({ db, scope }: Reader, { name, shared, filters }: Saved): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into work_order_view (company_id, person_id, person_name, name, shared, filters)
      values (${scope.companyId}, ${scope.personId}, ${scope.actorName}, ${name}, ${shared}, ${JSON.stringify(filters)}::jsonb)
      on conflict (company_id, person_id, lower(name)) do update set name = excluded.name, shared = excluded.shared,
        filters = excluded.filters returning id`.execute(db)
    return rows[0]!.id
  },

  async countOwn({ db, scope }: Reader): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from work_order_view
      where company_id = ${scope.companyId} and person_id = ${scope.personId}`.execute(db)
    return rows[0]?.n ?? 0
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db
      .deleteFrom('work_order_view')
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },
}
