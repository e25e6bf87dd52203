import type { ErrorCode } from '@netward/contract'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export interface SignInAccount extends Record<string, unknown> {
  person_id: string
  display_name: string
  password_hash: string
  company_id: string
  refusal: ErrorCode | null
}

/** What happens before there is a scope: through the login role's definer functions alone. */
export const sessionRepo = {
  async find(scopes: Scopes, name: string, prefix: string): Promise<SignInAccount | null> {
    const rows = await scopes.narrow<SignInAccount>(
      'select person_id, display_name, password_hash, company_id, refusal from find_sign_in($1, $2)',
      [name, prefix],
    )
    return rows[0] ?? null
  },

  /** Counts an attempt before it is judged, so that many at once cannot outrun the count. Answers the seconds to wait. */
  async reserveAttempt(scopes: Scopes, keys: readonly { key: string; free: number }[]): Promise<number> {
    const rows = await scopes.narrow<{ wait: number }>('select reserve_sign_in($1, $2) as wait', [
      keys.map(({ key }) => key),
      keys.map(({ free }) => free),
    ])
    return rows[0]?.wait ?? 0
  },

  /** The attempt was good: the account's count ends, the address gets its attempt back. */
  async forgiveAttempt(scopes: Scopes, accountKeys: readonly string[], addressKey: string): Promise<void> {
    await scopes.narrow('select forgive_sign_in($1, $2)', [accountKeys, addressKey])
  },

  async open(
    scopes: Scopes,
    session: {
      tokenHash: Buffer
      personId: string
      companyId: string
      idleSeconds: number
      absoluteSeconds: number
      remoteAddress: string
      userAgent: string
    },
  ): Promise<string> {
    const [row] = await scopes.narrow<{ expires_at: string }>(
      'select open_session($1, $2, $3, $4, $5, $6, $7) as expires_at',
      [
        session.tokenHash,
        session.personId,
        session.companyId,
        session.idleSeconds,
        session.absoluteSeconds,
        session.remoteAddress,
        session.userAgent,
      ],
    )
    return row!.expires_at
  },

  async noteRefusal(
    scopes: Scopes,
    refusal: {
      companyId: string | null
      personId: string | null
      name: string
      action: string
      detail: object
      requestId: string
    },
  ): Promise<void> {
    await scopes.narrow('select note_refusal($1, $2, $3, $4, $5, $6)', [
      refusal.companyId,
      refusal.personId,
      refusal.name,
      refusal.action,
      JSON.stringify(refusal.detail),
      refusal.requestId,
    ])
  },

  async end({ db, scope }: RequestContext, code: ErrorCode): Promise<void> {
    await sql`select end_session(${scope.sessionId}, ${code})`.execute(db)
  },

  async heldPermissions({ db }: RequestContext): Promise<string[]> {
    const { rows } = await sql<{ codes: string[] }>`select held_permissions() as codes`.execute(db)
    return rows[0]?.codes ?? []
  },

  async account({ db }: RequestContext): Promise<{ user_name: string; display_name: string } | null> {
    const { rows } = await sql<{
      user_name: string
      display_name: string
    }>`select * from my_account()`.execute(db)
    return rows[0] ?? null
  },
}
