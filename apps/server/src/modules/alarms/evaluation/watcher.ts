import { LRUCache } from 'lru-cache'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { BatchWatcher, Followed, WatchedPoll } from '../../../platform/metrics/intake/batch-watcher.ts'
import { advanceOf, DeviceChanges, dueOf } from './advance.ts'
import { KnownRules } from './company-rules.ts'
import { type DeviceWatch, deviceWatch } from './device-watch.ts'
import { followPoll, rememberPoll } from './follow-poll.ts'

/** Limits and neighbours of a device follow its inventory within this time. */
const contextMs = 30 * 60_000
/** About 3 kB each with a hundred error counters. */
const mostDevices = 50_000

/**
 * Evaluates alarm rules in the stream of samples: what a batch changes is written in the transaction that acknowledges it.
 * A process keeps in memory what it evaluates with; the revision of each device, which each write compares, tells when
 * another process, or a person, has changed something.
 */
export class AlarmWatcher implements BatchWatcher {
  readonly #scopes: Scopes
  readonly #devices = new LRUCache<string, DeviceWatch>({ max: mostDevices })
  #rules = new KnownRules()

  constructor(scopes: Scopes) {
    this.#scopes = scopes
  }

  async follow(polls: readonly WatchedPoll[], receivedAt: number): Promise<Followed> {
    const byDevice = Map.groupBy(polls, ({ deviceId }) => deviceId)
    await this.#load([...byDevice.keys()])
    const all: { changes: DeviceChanges; due: number | null; writes: boolean }[] = []
    for (const [deviceId, ofDevice] of byDevice) {
      const watch = this.#devices.get(deviceId)
      if (!watch) continue
      const changes = new DeviceChanges(watch)
      for (const poll of ofDevice) followPoll(changes, poll, receivedAt)
      const writes = changes.list.length > 0
      all.push({ changes, due: writes ? dueOf(changes, receivedAt) : null, writes })
    }
    return {
      advance: all.length === 0 ? null : advanceOf(all),
      committed: () => {
        for (const { changes, writes } of all) {
          const { watch } = changes
          if (writes) {
            changes.apply()
            watch.revision += 1
          }
          for (const poll of byDevice.get(watch.id)!) rememberPoll(watch, poll)
        }
      },
    }
  }

  stale(polls: readonly WatchedPoll[]): void {
    for (const { deviceId } of polls) {
      const watch = this.#devices.get(deviceId)
      // Counters stay: only what the database holds is read anew.
      if (watch) watch.outdated = true
    }
  }

  rulesAt(version: string): void {
    if (this.#rules.version === null || version === this.#rules.version) return
    this.#rules = new KnownRules()
    for (const watch of this.#devices.values()) watch.outdated = true
  }

  async #load(deviceIds: readonly string[]): Promise<void> {
    const now = Date.now()
    const missing = deviceIds.filter((id) => {
      const known = this.#devices.get(id)
      return known === undefined || known.outdated || now - known.loadedAt > contextMs
    })
    if (missing.length === 0) return
    for (const { row, plan } of await this.#rules.load(this.#scopes, missing))
      this.#devices.set(row.device_id, deviceWatch(row, plan, now, this.#devices.get(row.device_id)))
  }
}
