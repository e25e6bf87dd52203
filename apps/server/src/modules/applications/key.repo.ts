import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export const keyRepo = {
  page({ db, scope }: RequestContext, applicationId: string) {
    return db
      .selectFrom('application_key')
      .select(['id', 'hint', 'created_at', 'created_by', 'expires_at', 'last_used_at'])
      .where('company_id', '=', scope.companyId)
      .where('application_id', '=', applicationId)
      .where('trial', '=', false)
      .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', sql<string>`now()`)]))
      .orderBy('id', 'desc')
      .execute()
  },

  /** Keys that are valid for sign-in. */
  async count({ db, scope }: RequestContext, applicationId: string): Promise<number> {
    const row = await db
      .selectFrom('application_key')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('company_id', '=', scope.companyId)
      .where('application_id', '=', applicationId)
      .where('trial', '=', false)
      .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', sql<string>`now()`)]))
      .executeTakeFirstOrThrow()
    return row.n
  },

  async insert(
    db: Db,
    key: {
      companyId: string
      applicationId: string
      hash: Buffer
      hint: string
      createdBy: { id: string; name: string } | null
      trialSeconds?: number
    },
  ): Promise<string> {
    const { trialSeconds } = key
    const made = await db
      .insertInto('application_key')
      .values({
        company_id: key.companyId,
        application_id: key.applicationId,
        hash: key.hash,
        hint: key.hint,
        created_by: key.createdBy?.name ?? null,
        created_by_id: key.createdBy?.id ?? null,
        trial: trialSeconds !== undefined,
        expires_at:
          trialSeconds === undefined
            ? null
            : sql<string>`now() + make_interval(secs => ${trialSeconds}::int)`,
        last_used_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  },

  /**
   * Limits keys without an end, or with a later one, to this many hours. Returns the end, or null if there
   * are none.
   */
  async limit({ db, scope }: RequestContext, applicationId: string, hours: number): Promise<string | null> {
    const rows = await db
      .updateTable('application_key')
      .set({ expires_at: sql<string>`now() + make_interval(hours => ${hours}::int)` })
      .where('company_id', '=', scope.companyId)
      .where('application_id', '=', applicationId)
      .where('trial', '=', false)
      .where((is) =>
        is.or([
          is('expires_at', 'is', null),
          is('expires_at', '>', sql<string>`now() + make_interval(hours => ${hours}::int)`),
        ]),
      )
      .returning('expires_at')
      .execute()
    return rows[0]?.expires_at ?? null
  },

  /** Its tokens end with it. False if there is no such key. */
  async remove({ db, scope }: RequestContext, applicationId: string, keyId: string): Promise<boolean> {
    const rows = await db
      .deleteFrom('application_key')
      .where('company_id', '=', scope.companyId)
      .where('application_id', '=', applicationId)
      .where('id', '=', keyId)
      .where('trial', '=', false)
      .returning('id')
      .execute()
    return rows.length > 0
  },

  async removeAll({ db, scope }: RequestContext, applicationId: string): Promise<void> {
    await db
      .deleteFrom('application_key')
      .where('company_id', '=', scope.companyId)
      .where('application_id', '=', applicationId)
      .execute()
  },

  async removeTrial(db: Db, companyId: string, keyId: string): Promise<void> {
    await db
      .deleteFrom('application_key')
      .where('company_id', '=', companyId)
      .where('id', '=', keyId)
      .where('trial', '=', true)
      .execute()
  },
}
