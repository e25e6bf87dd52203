import type { Scopes } from '../../platform/db/scope.ts'

export const totpRepo = {
  async find(
    scopes: Scopes,
    personId: string,
  ): Promise<{ secret: Buffer; confirmed: boolean; last_step: string } | null> {
    const rows = await scopes.asLoginRole<{ secret: Buffer; confirmed: boolean; last_step: string }>(
      'select secret, confirmed, last_step from totp_of($1)',
      [personId],
    )
    return rows[0] ?? null
  },

  /** True for the first use of this step. */
  async useStep(scopes: Scopes, personId: string, step: number): Promise<boolean> {
    const rows = await scopes.asLoginRole<{ used: boolean }>('select use_totp_step($1, $2) as used', [
      personId,
      step,
    ])
    return rows[0]!.used
  },

  async spendRecoveryCode(scopes: Scopes, personId: string, hash: Buffer): Promise<boolean> {
    const rows = await scopes.asLoginRole<{ spent: boolean }>('select spend_recovery_code($1, $2) as spent', [
      personId,
      hash,
    ])
    return rows[0]!.spent
  },
}
