import type { Scopes } from '../../platform/db/scope.ts'
import type { SendLimits } from './code.repo.ts'

export const passwordResetRepo = {
  /** Queues the job that looks up the recipient. Returns the seconds to wait instead, or 0. */
  async request(
    scopes: Scopes,
    request: { id: string; address: Buffer; source: string; sealed: string },
    limits: SendLimits,
  ): Promise<number> {
    const rows = await scopes.asLoginRole<{ wait: number }>(
      'select request_reset_link($1, $2, $3, $4, $5, $6, $7) as wait',
      [
        request.id,
        request.address,
        request.source,
        limits.resendSeconds,
        limits.daily,
        limits.sourceDaily,
        request.sealed,
      ],
    )
    return rows[0]!.wait
  },
}
