import type { CollectorStatistics } from '../protocol.ts'

/** @param all in milliseconds */
export function latenessOf(all: readonly number[]): Pick<CollectorStatistics, 'latenessP95' | 'latenessMax'> {
  const sorted = Float64Array.from(all).toSorted()
  return {
    latenessP95: Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0),
    latenessMax: Math.round(sorted.at(-1) ?? 0),
  }
}

/** What is counted over a minute, and begins anew with it. */
export class Counting {
  #lateness: number[] = []
  #cpu = process.cpuUsage()
  polls = 0
  varbinds = 0
  values = 0
  traps = 0
  trapsDropped = 0

  began(lateMs: number): void {
    this.#lateness.push(lateMs)
  }

  /** @param now what is true at this moment */
  take(
    now: Pick<CollectorStatistics, 'targets' | 'silent' | 'slow' | 'bufferedBytes' | 'droppedValues'>,
  ): CollectorStatistics {
    const cpu = process.cpuUsage(this.#cpu)
    const taken: CollectorStatistics = {
      at: Date.now(),
      ...now,
      polls: this.polls,
      varbinds: this.varbinds,
      values: this.values,
      ...latenessOf(this.#lateness),
      cpuMs: Math.round((cpu.user + cpu.system) / 1000),
      rssBytes: process.memoryUsage.rss(),
      traps: this.traps,
      trapsDropped: this.trapsDropped,
    }
    this.#lateness = []
    this.#cpu = process.cpuUsage()
    this.polls = this.varbinds = this.values = this.traps = this.trapsDropped = 0
    return taken
  }
}
