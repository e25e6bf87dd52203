import type { ErrorCode, PermissionCode } from '@netward/contract'
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

/** A sign-in channel that proved the person, their subject there, and the session of that service. */
export interface OutsideProof {
  readonly channelId: string
  readonly subject: string
  readonly sid: string | null
}

/** Pre-scope statements: only through the login role's definer functions. */
export const sessionRepo = {
  async find(scopes: Scopes, name: string, prefix: string): Promise<SignInAccount | null> {
    const rows = await scopes.asLoginRole<SignInAccount>(
      'select person_id, display_name, password_hash, company_id, refusal from find_sign_in($1, $2)',
      [name, prefix],
    )
    return rows[0] ?? null
  },

  /** Null when the proved password has changed since. */
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
      passwordHash: string | null
      outside: OutsideProof | null
    },
  ): Promise<string | null> {
    const [row] = await scopes.asLoginRole<{ expires_at: string | null }>(
      'select open_proved_session($1, $2, $3, $4, $5, $6, $7, $8, $9) as expires_at',
      [
        session.tokenHash,
        session.personId,
        session.companyId,
        session.idleSeconds,
        session.absoluteSeconds,
        session.remoteAddress,
        session.userAgent,
        session.passwordHash,
        session.outside === null ? null : JSON.stringify(session.outside),
      ],
    )
    return row!.expires_at
  },

  /** A failed sign-in, logged with the target company as far as it is known. */
  async noteFailure(
    scopes: Scopes,
    failure: {
      companyId: string | null
      personId: string | null
      name: string | null
      detail: object
      requestId: string
    },
  ): Promise<void> {
    await scopes.asLoginRole('select note_failed_sign_in($1, $2, $3, $4, $5)', [
      failure.companyId,
      failure.personId,
      failure.name,
      JSON.stringify(failure.detail),
      failure.requestId,
    ])
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
    await scopes.asLoginRole('select note_refusal($1, $2, $3, $4, $5, $6)', [
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

  async heldPermissions({ db }: Pick<RequestContext, 'db'>): Promise<string[]> {
    const { rows } = await sql<{ codes: string[] }>`select held_permissions() as codes`.execute(db)
    return rows[0]?.codes ?? []
  },

  async habits({
    db,
  }: RequestContext): Promise<{ language: 'zh' | 'en' | null; time_zone: string | null } | null> {
    const { rows } = await sql<{
      language: 'zh' | 'en' | null
      time_zone: string | null
    }>`select * from my_preferences()`.execute(db)
    return rows[0] ?? null
  },

  async narrowTo({ db }: RequestContext, code: PermissionCode): Promise<void> {
    await sql`select narrow_to(${code})`.execute(db)
  },

  async account({ db }: RequestContext): Promise<{ user_name: string; display_name: string } | null> {
    const { rows } = await sql<{
      user_name: string
      display_name: string
    }>`select * from my_account()`.execute(db)
    return rows[0] ?? null
  },
}
