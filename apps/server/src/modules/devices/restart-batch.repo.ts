import { sql } from 'kysely'
import { cappedCount } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** For so long a batch is found again: its commands have ended long before. */
const kept = sql<string>`now() - interval '7 days'`

/** Batches stand in the company of whoever asked for them, and are theirs alone: a role may see other devices. */
export const restartBatchRepo = {
  async insert(
    { db, scope }: Reader,
    kind: 'reboot' | 'factory_reset',
    devices: readonly { id: string; name: string }[],
  ): Promise<void> {
    await db
      .deleteFrom('restart_batch')
      .where('company_id', '=', scope.companyId)
      .where('created_by', '=', scope.personId)
      .where('created_at', '<', kept)
      .execute()
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
      .where('created_at', '>=', kept)
    const items = await matching
      .select(['id', 'kind', 'devices', 'created_at'])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    return { items, ...(await cappedCount(db, matching)) }
  },
}
