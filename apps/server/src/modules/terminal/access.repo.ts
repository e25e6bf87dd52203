import { type Insertable, sql } from 'kysely'
import type { Database } from '../../platform/db/schema.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Settable = Pick<
  Insertable<Database['terminal_access']>,
  'protocol' | 'port' | 'encoding' | 'legacy' | 'username' | 'secret_kind' | 'secret' | 'idle_minutes'
>

export const accessRepo = {
  find({ db }: Reader, deviceId: string) {
    return db
      .selectFrom('terminal_access')
      .select([
        'protocol',
        'port',
        'encoding',
        'legacy',
        'username',
        'secret_kind',
        'idle_minutes',
        'host_key',
        'host_key_at',
        'offered_host_key',
        'offered_at',
      ])
      .where('device_id', '=', deviceId)
      .executeTakeFirst()
  },

  async upsert({ db, scope }: Reader, deviceId: string, set: Settable) {
    await db
      .insertInto('terminal_access')
      .values({ company_id: scope.companyId, device_id: deviceId, ...set })
      .onConflict((conflict) => conflict.columns(['company_id', 'device_id']).doUpdateSet(set))
      .execute()
  },

  /** Only the one that was offered last becomes the trusted one. */
  async acceptHostKey({ db }: Reader, deviceId: string, fingerprint: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('terminal_access')
      .set({
        host_key: fingerprint,
        host_key_at: sql<string>`clock_timestamp()`,
        offered_host_key: null,
        offered_at: null,
      })
      .where('device_id', '=', deviceId)
      .where('offered_host_key', '=', fingerprint)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** The first host key is trusted, another one is kept as offered. @returns the trusted one. */
  async pinHostKey(
    scopes: Scopes,
    { company_id, device_id }: { company_id: string; device_id: string },
    offered: string,
  ): Promise<string> {
    return scopes.withCompany(company_id, async ({ db }) => {
      const { rows } = await sql<{ host_key: string }>`
        insert into terminal_access as a (company_id, device_id, host_key, host_key_at)
        values (${company_id}, ${device_id}, ${offered}, clock_timestamp())
        on conflict (company_id, device_id) do update set
          host_key = coalesce(a.host_key, excluded.host_key),
          host_key_at = coalesce(a.host_key_at, excluded.host_key_at),
          offered_host_key = case when a.host_key <> excluded.host_key then excluded.host_key end,
          offered_at = case when a.host_key <> excluded.host_key then clock_timestamp() end
        returning host_key`.execute(db)
      return rows[0]!.host_key
    })
  },
}
