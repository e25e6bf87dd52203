import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'

export const placeRepo = {
  async timeZone(db: Db, companyId: string): Promise<string> {
    const { rows } = await sql<{ timeZone: string }>`
      select time_zone as "timeZone" from company where id = ${companyId}`.execute(db)
    return rows[0]!.timeZone
  },
}
