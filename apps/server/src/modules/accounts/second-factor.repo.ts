import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

interface OwnTotp {
  secret: Buffer
  confirmed: boolean
  /** Not confirmed in time. */
  expired: boolean
}

/** The second factor of the transaction's person. */
export const secondFactorRepo = {
  async begin({ db }: RequestContext, secret: Buffer): Promise<void> {
    await sql`select begin_totp(${secret})`.execute(db)
  },

  async find({ db }: RequestContext): Promise<OwnTotp | null> {
    const { rows } = await sql<OwnTotp>`select * from own_totp()`.execute(db)
    return rows[0] ?? null
  },

  async confirm(
    { db }: RequestContext,
    { secret, step, codeHashes }: { secret: Buffer; step: number; codeHashes: readonly Buffer[] },
  ): Promise<void> {
    await sql`select confirm_totp(${secret}, ${step}::bigint, ${codeHashes}::bytea[])`.execute(db)
  },

  async renewRecoveryCodes({ db }: RequestContext, codeHashes: readonly Buffer[]): Promise<void> {
    await sql`select renew_recovery_codes(${codeHashes}::bytea[])`.execute(db)
  },

  async end({ db }: RequestContext): Promise<void> {
    await sql`select end_totp()`.execute(db)
  },
}
