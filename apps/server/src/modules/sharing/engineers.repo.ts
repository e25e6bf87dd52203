import type { OutputOf, sharingWorkApi } from '@netward/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db'>
type SharedEngineer = OutputOf<(typeof sharingWorkApi)['sharedEngineers']>[number]

export const sharedEngineerRepo = {
  /** Those whom a redeemed key shows, for an order of the company acted in. */
  async forOrder({ db }: Reader, orderId: string): Promise<SharedEngineer[]> {
    const { rows } =
      await sql<SharedEngineer>`select redemption_id as "redemptionId", ref, company_name as "companyName", name,
        phone, skills, regions, open_orders as "openOrders", most_open as "mostOpen", usable, fits
      from shared_engineers(${orderId}::bigint)`.execute(db)
    return rows
  },

  /** The order is locked. @returns the person, and what the company of the order calls them */
  async dispatch(
    { db }: Reader,
    orderId: string,
    { redemptionId, ref, note }: { redemptionId: string; ref: string; note: string },
  ): Promise<{ id: string; name: string }> {
    const { rows } = await sql<{ id: string; name: string }>`select d.person_id as id, d.label as name
      from sharing_dispatch(${orderId}::bigint, ${redemptionId}::bigint, ${ref}, ${note}) d`.execute(db)
    return rows[0]!
  },
}
