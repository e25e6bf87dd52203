import { maskSecrets } from '@netward/cwmp'
import type { Logger } from '../../platform/log.ts'
import type { ExchangeRow } from './acs-rows.ts'
import type { AcsRepo } from './acs.repo.ts'
import { Buffered } from './batcher.ts'

/** How many of each kind (successful, failed) are kept per gateway. */
export const keptExchanges = 20
const longestBody = 64 * 1024
/** Under load the exchanges of uneventful sessions are dropped first. */
const routineRoom = 400
const room = 5_000

export interface Exchange {
  at: number
  direction: 'received' | 'sent'
  method: string
  failed: boolean
  reason: string | null
  body: string
  bytes: number
}

/** Raw exchanges for diagnosis, masked, written in batches. Best effort: a crash loses the last second. */
export class Exchanges {
  readonly #buffer: Buffered<ExchangeRow>
  #turn = 0

  constructor(repo: AcsRepo, log: Logger) {
    this.#buffer = new Buffered<ExchangeRow>(
      'exchanges',
      async (rows) => {
        // Each gateway's surplus is dropped in about every eighth batch.
        this.#turn = (this.#turn + 1) % 8
        const turn = String(this.#turn)
        const trim = [...new Set(rows.map((row) => row.deviceId))].filter(
          (id) => String(Number(id.at(-1)) % 8) === turn,
        )
        await repo.exchanges(rows, trim, keptExchanges)
      },
      log,
      { milliseconds: 1000, most: room },
    )
  }

  add(
    gateway: { device_id: string; company_id: string },
    exchanges: readonly Exchange[],
    routine: boolean,
  ): void {
    if (routine && this.#buffer.size >= routineRoom) return
    for (const exchange of exchanges) {
      this.#buffer.add({
        companyId: gateway.company_id,
        deviceId: gateway.device_id,
        at: new Date(exchange.at).toISOString(),
        direction: exchange.direction,
        method: exchange.method,
        failed: exchange.failed,
        reason: exchange.reason,
        bytes: exchange.bytes,
        // In this order: UTF-16 has a NUL in every name, and nothing would be masked.
        body: maskSecrets(exchange.body.slice(0, longestBody).replaceAll('\u0000', '')),
      })
    }
  }

  flush(): Promise<void> {
    return this.#buffer.flush()
  }

  close(): Promise<void> {
    return this.#buffer.close()
  }
}
