import type { OutputOf, siteVisitApi } from '@netward/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Site = OutputOf<typeof siteVisitApi.getSite>
export type Visit = Site['visits'][number]
export type CalendarVisit = OutputOf<typeof siteVisitApi.listVisits>['items'][number]

const shown = sql`v.id, v.state, v.starts_at as "startsAt", v.ends_at as "endsAt",
  v.travel_minutes as "travelMinutes", v.engineer_id as "engineerId", v.engineer_name as "engineerName",
  v.arrived_at as "arrivedAt", case when v.latitude is not null then jsonb_build_object('latitude', v.latitude,
    'longitude', v.longitude, 'accuracyMetres', coalesce(v.accuracy_metres, 0)) end as place`

type RatingFacts = Pick<Site, 'rating' | 'ratingAskedAt' | 'ratingMailed' | 'ratingSms' | 'linkUntil'>

export const visitRepo = {
  async ofOrder({ db }: Reader, order: { id: string; companyId: string }): Promise<Visit[]> {
    const { rows } = await sql<Visit>`select ${shown} from work_order_visit v
      where v.company_id = ${order.companyId} and v.order_id = ${order.id} order by v.id desc limit 50`.execute(
      db,
    )
    return rows
  },

  async helpers({ db }: Reader, order: { id: string; companyId: string }): Promise<Site['helpers']> {
    const { rows } = await sql<Site['helpers'][number]>`select person_id as "personId", name
      from work_order_helper where company_id = ${order.companyId} and order_id = ${order.id}
      order by asked_at, person_id limit 50`.execute(db)
    return rows
  },

  async place(
    { db }: Reader,
    outletId: string | null,
  ): Promise<{ businessHours: string; address: string; timeZone: string } | undefined> {
    if (outletId === null) return undefined
    const { rows } = await sql<{ businessHours: string; address: string; timeZone: string }>`
      select business_hours as "businessHours", address, time_zone as "timeZone" from outlet
      where id = ${outletId}`.execute(db)
    return rows[0]
  },

  async signature(
    { db }: Reader,
    order: { id: string; companyId: string },
  ): Promise<{ signer: string; signedAt: string; takenBy: string; content: Buffer } | undefined> {
    const { rows } = await sql<{ signer: string; signedAt: string; takenBy: string; content: Buffer }>`
      select s.signer, s.signed_at as "signedAt", s.taken_by as "takenBy",
        (select string_agg(c.data, ''::bytea order by c.position) from file_chunk c
          where c.company_id = s.company_id and c.file_id = s.file_id) as content
      from work_order_signature s where s.company_id = ${order.companyId} and s.order_id = ${order.id}`.execute(
      db,
    )
    return rows[0]
  },

  async sign({ db, scope }: Reader, orderId: string, signer: string, fileId: string): Promise<string | null> {
    const before = await db
      .selectFrom('work_order_signature')
      .select('file_id')
      .where('company_id', '=', scope.companyId)
      .where('order_id', '=', orderId)
      .executeTakeFirst()
    const values = { file_id: fileId, signer, taken_by: scope.actorName, signed_at: sql<string>`now()` }
    await db
      .insertInto('work_order_signature')
      .values({ company_id: scope.companyId, order_id: orderId, ...values })
      .onConflict((conflict) => conflict.columns(['company_id', 'order_id']).doUpdateSet(values))
      .execute()
    return before !== undefined && before.file_id !== fileId ? before.file_id : null
  },

  async rating({ db }: Reader, order: { id: string; companyId: string }): Promise<RatingFacts> {
    const { rows } = await sql<RatingFacts>`select
        (select jsonb_build_object('score', r.score, 'comment', r.comment, 'ratedAt', r.rated_at)
          from work_order_rating r where r.company_id = o.company_id and r.order_id = o.id) as rating,
        l.created_at as "ratingAskedAt", coalesce(l.mailed, false) as "ratingMailed", l.sms as "ratingSms",
        (select max(u.expires_at) from work_order_link u where u.company_id = o.company_id and u.order_id = o.id
          and u.ended_at is null and u.expires_at > now()) as "linkUntil"
      from work_order o
      left join work_order_link l on l.company_id = o.company_id and l.order_id = o.id and l.kind = 'rating'
      where o.company_id = ${order.companyId} and o.id = ${order.id}`.execute(db)
    return (
      rows[0] ?? { rating: null, ratingAskedAt: null, ratingMailed: false, ratingSms: null, linkUntil: null }
    )
  },

  /** Of one engineer, whatever the company of the order; later calls for the same engineer wait for this transaction. */
  async overlaps(
    { db }: Reader,
    engineerId: string,
    orderId: string,
    { startsAt, endsAt, travelMinutes }: Pick<Visit, 'startsAt' | 'endsAt' | 'travelMinutes'>,
  ): Promise<boolean> {
    const { rows } = await sql<{ overlaps: boolean }>`select visit_overlaps(${engineerId},
      ${startsAt}::timestamptz - make_interval(mins => ${travelMinutes}::int), ${endsAt}::timestamptz, ${orderId})
      as overlaps`.execute(db)
    return rows[0]?.overlaps === true
  },

  async insert(
    { db, scope }: Reader,
    orderId: string,
    engineer: { id: string; name: string },
    visit: Pick<Visit, 'startsAt' | 'endsAt' | 'travelMinutes'>,
  ): Promise<void> {
    await db
      .insertInto('work_order_visit')
      .values({
        company_id: scope.companyId,
        order_id: orderId,
        starts_at: visit.startsAt,
        ends_at: visit.endsAt,
        travel_minutes: visit.travelMinutes,
        engineer_id: engineer.id,
        engineer_name: engineer.name,
      })
      .execute()
  },

  async end({ db, scope }: Reader, id: string, state: 'moved' | 'cancelled'): Promise<void> {
    await db
      .updateTable('work_order_visit')
      .set({ state })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  async hand({ db, scope }: Reader, id: string, engineer: { id: string; name: string }): Promise<void> {
    await db
      .updateTable('work_order_visit')
      .set({ engineer_id: engineer.id, engineer_name: engineer.name })
      .where('company_id', '=', scope.companyId)
      .where('id', '=', id)
      .execute()
  },

  /** The person's planned visit becomes the arrival; without one it is a visit of its own. */
  async arrive(
    { db, scope }: Reader,
    orderId: string,
    place: { latitude: number; longitude: number; accuracyMetres: number } | undefined,
  ): Promise<void> {
    const arrival = {
      state: 'arrived' as const,
      arrived_at: sql<string>`now()`,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
      accuracy_metres: place?.accuracyMetres ?? null,
    }
    const changed = await db
      .updateTable('work_order_visit')
      .set(arrival)
      .where('company_id', '=', scope.companyId)
      .where('order_id', '=', orderId)
      .where('engineer_id', '=', scope.personId)
      .where('state', '=', 'planned')
      .returning('id')
      .executeTakeFirst()
    if (changed !== undefined) return
    await db
      .insertInto('work_order_visit')
      .values({
        company_id: scope.companyId,
        order_id: orderId,
        starts_at: sql<string>`now()`,
        ends_at: sql<string>`now()`,
        engineer_id: scope.personId,
        engineer_name: scope.actorName,
        ...arrival,
      })
      .execute()
  },

  async list({ db, scope }: Reader, from: string, to: string, most: number): Promise<CalendarVisit[]> {
    const own = scope.kind === 'company' ? sql`and v.company_id = ${scope.companyId}` : sql``
    const { rows } =
      await sql<CalendarVisit>`select ${shown}, o.id as "orderId", o.number::int as number, o.title,
        o.type, o.state as "orderState", o.priority, visible_outlet_name(o.outlet_id) as "outletName",
        visible_company_name(o.company_id) as "companyName"
      from work_order_visit v join work_order o on o.company_id = v.company_id and o.id = v.order_id
      where v.state in ('planned', 'arrived') and v.starts_at >= ${from}::timestamptz
        and v.starts_at < ${to}::timestamptz ${own}
      order by v.starts_at, v.id limit ${most}::int`.execute(db)
    return rows
  },
}
