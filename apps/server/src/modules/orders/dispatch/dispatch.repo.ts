import type { InputOf, fieldWorkApi, OutputOf } from '@netward/contract'
import { fewestRatings } from '@netward/contract/engineer-values'
import type { DispatchMode, EngineerHours } from '@netward/contract/field-work-values'
import { sql } from 'kysely'
import { countRows } from '../../../platform/db/capped-count.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { EngineerFacts } from './engineer-rank.ts'
import { overdue } from './order-filters.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type EngineerInput = InputOf<typeof fieldWorkApi.saveEngineer>
type EngineerRow = OutputOf<typeof fieldWorkApi.pageEngineers>['items'][number]
type Query = InputOf<typeof fieldWorkApi.pageEngineers>

export interface Candidate extends EngineerFacts {
  readonly name: string
  readonly companyName: string
}

export const dispatchRepo = {
  async mode({
    db,
  }: Pick<Reader, 'db'>): Promise<
    { mode: DispatchMode; companyId: string; companyName: string } | undefined
  > {
    const { rows } = await sql<{ mode: DispatchMode; companyId: string; companyName: string }>`
      select mode, company_id as "companyId", company_name as "companyName" from dispatch_mode()`.execute(db)
    return rows[0]
  },

  async setMode({ db, scope }: Reader, mode: DispatchMode): Promise<void> {
    await db
      .insertInto('work_order_dispatch')
      .values({ company_id: scope.companyId, mode })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ mode }))
      .execute()
  },

  async page(
    { db, scope }: Reader,
    { search = '', skill, sort, page, pageSize }: Query,
  ): Promise<{ items: EngineerRow[]; total: number }> {
    const where = sql`e.company_id = ${scope.companyId} and strpos(lower(m.display_name), lower(${search})) > 0
      and (${skill ?? null}::text is null or e.skills = '{}' or ${skill ?? null}::text = any (e.skills))`
    const from = sql`engineer e join member m on m.company_id = e.company_id and m.person_id = e.person_id`
    const order =
      sort === 'name' ? sql`m.display_name, e.person_id` : sql`m.display_name desc, e.person_id desc`
    const { rows: items } =
      await sql<EngineerRow>`with e as (select e.*, m.display_name, row_number() over (order by ${order}) as place
        from ${from} where ${where} order by ${order} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int)
      select e.person_id as "personId", e.display_name as name, e.skills,
        e.regions, e.most_open as "mostOpen", e.hours, e.away_from::text as "awayFrom", e.away_until::text as "awayUntil",
        (select count(*)::int from (select from work_order o where o.assignee_id = e.person_id and o.open limit 1000) k)
          as "openOrders",
        g.rating,
        (select c.valid_until::text from engineer_certificate c where c.company_id = e.company_id and c.person_id = e.person_id
          and c.valid_until is not null and not exists (select from engineer_certificate n where n.company_id = c.company_id
            and n.person_id = c.person_id and lower(n.name) = lower(c.name) and coalesce(n.valid_until > c.valid_until, n.id <> c.id))
          order by c.valid_until limit 1) as "certificateEnds"
      from e join engineer_ratings(array(select person_id from e), ${fewestRatings}) g on g.person_id = e.person_id
      order by e.place`.execute(db)
    return { items, total: await countRows(db, sql`${from} where ${where}`) }
  },

  async find({ db, scope }: Reader, personId: string): Promise<EngineerInput | undefined> {
    const { rows } = await sql<EngineerInput>`select person_id as "personId", skills, regions,
        most_open as "mostOpen", hours, away_from::text as "awayFrom", away_until::text as "awayUntil"
      from engineer where company_id = ${scope.companyId} and person_id = ${personId}`.execute(db)
    return rows[0]
  },

  async memberName({ db, scope }: Reader, personId: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('member')
      .select('display_name')
      .where('company_id', '=', scope.companyId)
      .where('person_id', '=', personId)
      .executeTakeFirst()
    return row?.display_name
  },

  async save({ db, scope }: Reader, { personId, ...engineer }: EngineerInput): Promise<void> {
    const values = {
      skills: [...engineer.skills],
      regions: [...engineer.regions],
      most_open: engineer.mostOpen,
      hours: engineer.hours,
      away_from: engineer.awayFrom,
      away_until: engineer.awayUntil,
    }
    await db
      .insertInto('engineer')
      .values({ company_id: scope.companyId, person_id: personId, ...values })
      .onConflict((conflict) => conflict.columns(['company_id', 'person_id']).doUpdateSet(values))
      .execute()
  },

  async remove({ db, scope }: Reader, personId: string): Promise<void> {
    await db
      .deleteFrom('engineer')
      .where('company_id', '=', scope.companyId)
      .where('person_id', '=', personId)
      .execute()
  },

  async candidates({ db }: Pick<Reader, 'db'>, orderId: string, today: string): Promise<Candidate[]> {
    const { rows } = await sql<Candidate>`select person_id as "personId", name, company_name as "companyName",
        skills, regions, most_open as "mostOpen", hours, away, certified, open_orders as "openOrders", visits
      from work_order_engineers(${orderId}, ${today}::date)`.execute(db)
    return rows
  },

  /** To a shared engineer, whose key counts the use. @returns the person by the name that the key shows; undefined: nobody fits */
  async dispatchShared(
    { db }: Pick<Reader, 'db'>,
    orderId: string,
    { day, hours }: { day: string; hours: readonly EngineerHours[] },
  ): Promise<{ id: string; name: string } | undefined> {
    const { rows } = await sql<{ id: string; name: string }>`select d.person_id as id, d.label as name
      from sharing_dispatch_by_rule(${orderId}::bigint, ${day}::date, ${[...hours]}::text[]) d where d.person_id is not null`.execute(
      db,
    )
    return rows[0]
  },

  /** Empty: without a site or a region. */
  async region({ db }: Pick<Reader, 'db'>, outletId: string | null): Promise<string> {
    if (outletId === null) return ''
    const row = await db.selectFrom('outlet').select('region').where('id', '=', outletId).executeTakeFirst()
    return row?.region ?? ''
  },

  async pool({ db, scope }: Reader, orderId: string, pooled: boolean): Promise<void> {
    await db
      .updateTable('work_order')
      .set({ pooled_at: pooled ? sql<string>`now()` : null })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', orderId)
      .execute()
  },

  /** @returns whether the person had not been asked */
  async insertHelper(
    { db, scope }: Reader,
    orderId: string,
    person: { id: string; name: string },
  ): Promise<boolean> {
    const key = { company_id: scope.companyId, order_id: orderId, person_id: person.id, name: person.name }
    const made = await db
      .insertInto('work_order_helper')
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .returning('person_id')
      .executeTakeFirst()
    if (made === undefined) return false
    await db
      .insertInto('work_order_watcher')
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return true
  },

  async regions({ db, scope }: Reader): Promise<OutputOf<typeof fieldWorkApi.orderRegions>> {
    const own = scope.kind === 'company' ? sql`and o.company_id = ${scope.companyId}` : sql``
    const { rows } = await sql<OutputOf<typeof fieldWorkApi.orderRegions>[number]>`
      select coalesce(t.region, '') as region, count(*)::int as open,
        (count(*) filter (where o.state = 'new'))::int as unassigned,
        (count(*) filter (where ${overdue}))::int as overdue
      from work_order o left join outlet t on t.company_id = o.company_id and t.id = o.outlet_id
      where o.open ${own} group by 1 order by 1 limit 500`.execute(db)
    return rows
  },
}
