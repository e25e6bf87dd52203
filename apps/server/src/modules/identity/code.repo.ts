import type { Scopes } from '../../platform/db/scope.ts'
import type { Channel } from '../messages/index.ts'

interface NewCode {
  readonly id: string
  readonly purpose: string
  readonly channel: Channel
  readonly address: Buffer
  readonly boundTo: Buffer
  readonly source: string
  readonly codeHash: Buffer
  readonly seconds: number
  readonly messages: readonly object[]
}

/** Send limits. */
export interface SendLimits {
  readonly resendSeconds: number
  readonly daily: number
  readonly sourceDaily: number
}

export const codeRepo = {
  /**
   * Stores a code and queues its message. Returns the seconds to wait if the address is rate limited, else 0.
   */
  async reserve(scopes: Scopes, code: NewCode, limits: SendLimits): Promise<number> {
    const rows = await scopes.asLoginRole<{ wait: number }>(
      'select reserve_code($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as wait',
      [
        code.id,
        code.purpose,
        code.channel,
        code.address,
        code.boundTo,
        code.source,
        code.codeHash,
        code.seconds,
        limits.resendSeconds,
        limits.daily,
        limits.sourceDaily,
        JSON.stringify(code.messages),
      ],
    )
    return rows[0]!.wait
  },

  /** Counts an attempt; null if the code is used, expired or exhausted. */
  async countTry(
    scopes: Scopes,
    code: { id: string; purpose: string; address: Buffer; boundTo: Buffer },
  ): Promise<Buffer | null> {
    const rows = await scopes.asLoginRole<{ hash: Buffer | null }>(
      'select try_code($1, $2, $3, $4) as hash',
      [code.id, code.purpose, code.address, code.boundTo],
    )
    return rows[0]?.hash ?? null
  },

  /** True for the one caller that spends it. */
  async spend(scopes: Scopes, id: string): Promise<boolean> {
    const rows = await scopes.asLoginRole<{ spent: boolean }>('select spend_code($1) as spent', [id])
    return rows[0]!.spent
  },
}
