import type { OutputOf, personalTokenApi } from '@netward/contract'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Row = OutputOf<typeof personalTokenApi.personalTokens>[number]

/** Each function is limited to the transaction's person. */
export const personalTokenRepo = {
  async all({ db }: RequestContext): Promise<Row[]> {
    const { rows } = await sql<Row>`select id, name, company_name as "companyName",
      case when ended_at is not null then 'ended' when expires_at <= now() then 'expired' else 'active' end as state,
      created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt", ended_at as "endedAt",
      ended_because as "endedBecause" from own_personal_tokens()`.execute(db)
    return rows
  },

  async insert(
    { db, scope }: RequestContext,
    token: { name: string; hash: Buffer; days: number; most: number },
  ): Promise<{ id: string; expiresAt: string }> {
    const { rows } = await sql<{ id: string; expiresAt: string }>`select id, expires_at as "expiresAt"
      from make_personal_token(${scope.sessionId}, ${token.name}, ${token.hash}, ${token.days}, ${token.most})`.execute(
      db,
    )
    return rows[0]!
  },

  /** Its name; null: there is no such token, or it is over. */
  async end({ db }: RequestContext, id: string): Promise<string | null> {
    const { rows } = await sql<{ name: string | null }>`select end_own_personal_token(${id}) as name`.execute(
      db,
    )
    return rows[0]?.name ?? null
  },

  async sweep(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select sweep_personal_tokens()')
  },
}
