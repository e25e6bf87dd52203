import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

const mostPeople = 5000

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

  /** Names of the people of the company acted in, as far as they may occur in a question. */
  async people({ db, scope }: Pick<RequestContext, 'db' | 'scope'>): Promise<{ name: string }[]> {
    const { rows } = await sql<{ name: string }>`
      select display_name as name from member where company_id = ${scope.companyId} order by id limit ${mostPeople}`.execute(
      db,
    )
    return rows
  },
}
