import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export const timelineRepo = {
  async page({ db }: Reader, deviceId: string, limit: number, offset: number) {
    const own = db.selectFrom('device_timeline').where('device_id', '=', deviceId)
    const items = await own
      .select(['id', 'at', 'kind', 'detail', 'actor_name', 'actor_company_name'])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    const { total } = await db
      .selectFrom(own.select('id').limit(10_001).as('counted'))
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
    return { items, total }
  },

  async insert(
    { db, scope }: Reader,
    deviceId: string,
    kind: string,
    detail: Record<string, unknown>,
  ): Promise<void> {
    await db
      .insertInto('device_timeline')
      .values({ company_id: scope.companyId, device_id: deviceId, kind, detail: JSON.stringify(detail) })
      .execute()
  },
}
