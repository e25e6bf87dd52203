import type { AlarmSeverity } from '@netward/contract/alarm-values'
import type { RouteEvent } from '@netward/contract/notice-values'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface OwnRouteValues {
  readonly enabled: boolean
  readonly covers: 'own' | 'below'
  readonly events: readonly RouteEvent[]
  readonly severities: readonly AlarmSeverity[]
  readonly channelId: string | null
  readonly byVoice: boolean
  readonly quietFrom: number | null
  readonly quietUntil: number | null
  readonly digestAt: number | null
  readonly timeZone: string
}

const columnsOf = (values: OwnRouteValues) => ({
  enabled: values.enabled,
  covers: values.covers,
  events: [...values.events],
  severities: [...values.severities],
  channel_id: values.channelId,
  by_voice: values.byVoice,
  quiet_from: values.quietFrom,
  quiet_until: values.quietUntil,
  digest_at: values.digestAt,
  time_zone: values.timeZone,
})

/** Routes of the caller, in the company acted in. */
export const ownRouteRepo = {
  async all({ db, scope }: Reader): Promise<(OwnRouteValues & { id: string })[]> {
    const { rows } = await sql<OwnRouteValues & { id: string }>`
      select id, enabled, covers, events, severities, channel_id as "channelId", by_voice as "byVoice",
        quiet_from as "quietFrom", quiet_until as "quietUntil", digest_at as "digestAt", time_zone as "timeZone"
      from notice_route
      where company_id = ${scope.companyId} and person_id = ${scope.personId}
      order by id`.execute(db)
    return rows
  },

  async hasCustomers({ db }: Reader): Promise<boolean> {
    const { rows } = await sql<{ has: boolean }>`select has_customers() as has`.execute(db)
    return rows[0]!.has
  },

  async insert({ db, scope }: Reader, values: OwnRouteValues): Promise<string> {
    const { id } = await db
      .insertInto('notice_route')
      .values({
        ...columnsOf(values),
        company_id: scope.companyId,
        person_id: scope.personId,
        edited_by: scope.actorName,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  /** False if it is not the caller's. */
  async update({ db, scope }: Reader, id: string, values: OwnRouteValues): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('notice_route')
      .set({ ...columnsOf(values), edited_at: sql`now()` })
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .where('person_id', '=', scope.personId)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** False if it is not the caller's. */
  async delete({ db, scope }: Reader, id: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('notice_route')
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .where('person_id', '=', scope.personId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
}
