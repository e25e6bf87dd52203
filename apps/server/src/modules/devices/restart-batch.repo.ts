import { cappedCount } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** Batches are stored in their creator's company and are private to them: a role may see other devices. */
export const restartBatchRepo = {
  async insert(
    { db, scope }: Reader,
    kind: 'reboot' | 'factory_reset',
    devices: readonly { id: string; name: string; commandId: string }[],
  ): Promise<void> {
    await db
      .insertInto('restart_batch')
      .values({
        company_id: scope.companyId,
        kind,
        devices: JSON.stringify(devices),
        created_by: scope.personId,
      })
      .execute()
  },

  async page({ db, scope }: Reader, limit: number, offset: number) {
    const matching = db
      .selectFrom('restart_batch')
      .where('company_id', '=', scope.companyId)
      .where('created_by', '=', scope.personId)
    const items = await matching
      .select(['id', 'kind', 'devices', 'created_at'])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    return { items, ...(await cappedCount(db, matching)) }
  },
}
