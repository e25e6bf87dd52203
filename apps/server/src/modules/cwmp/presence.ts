import type { Logger } from '../../platform/log.ts'
import type { AcsRepo } from './acs.repo.ts'
import { Buffered } from './batcher.ts'
import { overdueIntervals } from './intervals.ts'

/** Last-seen of gateways without news: buffered for up to a second, written together. */
export class Presence {
  readonly #buffer: Buffered<{ deviceId: string; at: number; intervalSeconds: number | null }>

  constructor(repo: AcsRepo, log: Logger) {
    this.#buffer = new Buffered(
      'presence',
      async (items) => {
        const latest = new Map(items.map((item) => [item.deviceId, item]))
        const seen = [...latest.values()]
        await repo.presence(
          seen.map((item) => item.deviceId),
          seen.map((item) => new Date(item.at).toISOString()),
          seen.map((item) => this.dueAt(item.at, item.intervalSeconds)),
        )
      },
      log,
      { milliseconds: 1000, most: 200_000 },
    )
  }

  seen(deviceId: string, at: number, intervalSeconds: number | null): void {
    this.#buffer.add({ deviceId, at, intervalSeconds })
  }

  /** Null while the interval is unknown: nothing can be overdue then. */
  dueAt(at: number, intervalSeconds: number | null): string | null {
    return intervalSeconds === null
      ? null
      : new Date(at + intervalSeconds * overdueIntervals * 1000).toISOString()
  }

  flush(): Promise<void> {
    return this.#buffer.flush()
  }

  close(): Promise<void> {
    return this.#buffer.close()
  }
}
