import type { engineerApi, OutputOf } from '@netward/contract'
import { fewestRatings } from '@netward/contract/engineer-values'
import { sql } from 'kysely'
import { isAtHome, type RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Engineer = OutputOf<typeof engineerApi.getEngineer>
export type EngineerNow = Omit<Engineer, 'certificates' | 'mayEdit' | 'duties' | 'visits'>

export const engineerRepo = {
  async memberName({ db, scope }: Reader, personId: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('member')
      .select('display_name')
      .where('company_id', '=', scope.companyId)
      .where('person_id', '=', personId)
      .executeTakeFirst()
    return row?.display_name
  },

  /** Of orders in sight, also those of companies below. */
  async find({ db, scope }: Reader, personId: string): Promise<EngineerNow | undefined> {
    const { rows } =
      await sql<EngineerNow>`select e.person_id as "personId", m.display_name as name, e.skills, e.regions,
        e.most_open as "mostOpen", e.hours, e.away_from::text as "awayFrom", e.away_until::text as "awayUntil",
        coalesce(n.today between e.away_from and e.away_until, false) as away,
        o."openOrders", o."dueToday", o.overdue, g.rating
      from engineer e join member m on m.company_id = e.company_id and m.person_id = e.person_id
      join company c on c.id = e.company_id
      cross join lateral (select (now() at time zone c.time_zone)::date as today) n
      cross join lateral (select count(*)::int as "openOrders",
          (count(*) filter (where (k.due at time zone c.time_zone)::date = n.today))::int as "dueToday",
          (count(*) filter (where k.due < now()))::int as overdue
        from (select case when w.responded_at is null then w.respond_due else w.resolve_due end as due from work_order w
          where w.assignee_id = e.person_id and w.open and w.state <> 'resolved' limit 1000) k) o
      cross join engineer_ratings(array[${personId}::bigint], ${fewestRatings}) g
      where e.company_id = ${scope.companyId} and e.person_id = ${personId}`.execute(db)
    return rows[0]
  },

  async duties({ db, scope }: Reader, personId: string): Promise<Engineer['duties']> {
    const { rows } = await sql<Engineer['duties'][number]>`select r.id as "rotaId", r.name,
        case when isfinite(d.until) then d.until end as until
      from rota_duty d join rota r on r.company_id = d.company_id and r.id = d.rota_id
      join member m on m.company_id = d.company_id and m.id = d.member_id
      where d.company_id = ${scope.companyId} and m.person_id = ${personId} and ${isAtHome({ scope })}
        and d.until > now() order by r.name, r.id`.execute(db)
    return rows
  },

  /** The next five appointments. */
  async visits({ db }: Reader, personId: string): Promise<Engineer['visits']> {
    const { rows } = await sql<
      Engineer['visits'][number]
    >`select o.id as "orderId", o.number::int as number, o.title,
        v.starts_at as "startsAt", v.ends_at as "endsAt"
      from work_order_visit v join work_order o on o.company_id = v.company_id and o.id = v.order_id
      where v.engineer_id = ${personId} and v.state = 'planned' and v.ends_at > now()
      order by v.starts_at, v.id limit 5`.execute(db)
    return rows
  },
}
