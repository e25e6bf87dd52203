import type { Scopes } from '../../db/scope.ts'
import { intakeRepo } from './intake.repo.ts'

const everyMs = 60_000

/**
 * How many samples of each device this process wrote. The database learns it with the next batch after a minute: written with
 * each batch, the row of a large company would make all writers wait. A process that is killed loses the last minute.
 */
export class SampleTally {
  readonly #scopes: Scopes
  #counts = new Map<string, number>()
  #saidAt = 0

  constructor(scopes: Scopes) {
    this.#scopes = scopes
  }

  add(deviceId: string, samples: number): void {
    this.#counts.set(deviceId, (this.#counts.get(deviceId) ?? 0) + samples)
  }

  /** Does not fail: the batch is committed, and what could not be said is said with the next one. */
  async sayNow(now: number): Promise<void> {
    if (this.#counts.size === 0 || Math.abs(now - this.#saidAt) < everyMs) return
    const counts = this.#counts
    this.#counts = new Map()
    this.#saidAt = now
    try {
      await intakeRepo.countSamples(this.#scopes, counts)
    } catch {
      for (const [deviceId, samples] of counts) this.add(deviceId, samples)
    }
  }
}
