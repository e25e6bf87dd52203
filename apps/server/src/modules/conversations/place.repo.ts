import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

export const placeRepo = {
  /** The company acted in. */
  async get({
    db,
    scope,
  }: Pick<RequestContext, 'db' | 'scope'>): Promise<{ companyName: string; timeZone: string }> {
    const { rows } = await sql<{ companyName: string; timeZone: string }>`
      select name as "companyName", time_zone as "timeZone" from company where id = ${scope.companyId}`.execute(
      db,
    )
    return rows[0]!
  },
}
