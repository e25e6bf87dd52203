import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** Write-only: the database lets only the session with a gateway read the values. */
export const secretRepo = {
  async findAll({ db, scope }: Reader): Promise<{ name: string; changedAt: string }[]> {
    return db
      .selectFrom('provision_secret')
      .select(['name', 'changed_at as changedAt'])
      .where('company_id', '=', scope.companyId)
      .orderBy('name')
      .execute()
  },

  async upsert({ db, scope }: Reader, name: string, value: Buffer): Promise<void> {
    await db
      .insertInto('provision_secret')
      .values({ company_id: scope.companyId, name, value })
      .onConflict((oc) =>
        oc.columns(['company_id', 'name']).doUpdateSet({ value, changed_at: sql<string>`clock_timestamp()` }),
      )
      .execute()
  },

  async remove({ db, scope }: Reader, name: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('provision_secret')
      .where('company_id', '=', scope.companyId)
      .where('name', '=', name)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
}
