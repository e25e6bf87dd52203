import type { Scopes } from '../../platform/db/scope.ts'

export const tokenRepo = {
  /** Counts a call under a token's application. Returns the seconds to wait. */
  async takeCall(scopes: Scopes, tokenHash: Buffer): Promise<number> {
    const [row] = await scopes.asLoginRole<{ wait: number }>('select take_open_call($1) as wait', [tokenHash])
    return row!.wait
  },

  async insert(
    scopes: Scopes,
    session: { appId: string; keyHash: Buffer; tokenHash: Buffer; seconds: number },
  ): Promise<{ refusal: 'wrong' | 'inactive' | 'wait' | null; wait: number }> {
    const [row] = await scopes.asLoginRole<{ refusal: 'wrong' | 'inactive' | 'wait' | null; wait: number }>(
      'select refusal, wait from open_application_session($1, $2, $3, $4)',
      [session.appId, session.keyHash, session.tokenHash, session.seconds],
    )
    return row!
  },

  /** Notifies the application's company, at intervals. */
  async noteRefusal(
    scopes: Scopes,
    refused: { appId: string; source: string; reason: string },
  ): Promise<void> {
    await scopes.asLoginRole('select note_token_refusal($1, $2, $3)', [
      refused.appId,
      refused.source,
      refused.reason,
    ])
  },

  async prune(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select prune_open_api()')
  },
}
