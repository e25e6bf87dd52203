import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

export const productRepo = {
  /** Products that the company acted in does not have, or that are stopped for it. */
  async stopped({ db, scope }: RequestContext): Promise<string[]> {
    const { rows } = await sql<{ code: string }>`
      select product_code as code from product_stops(${scope.companyId}::bigint, ${scope.identity}::int)`.execute(
      db,
    )
    return rows.map(({ code }) => code)
  },
}
