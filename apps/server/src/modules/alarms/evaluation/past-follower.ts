import type { MetricPoll } from '@netward/contract/metric-batch'
import type { Scopes } from '../../../platform/db/scope.ts'
import { staleSqlState } from '../../../platform/metrics/intake/batch-watcher.ts'
import { advanceOf, DeviceChanges, dueOf } from './advance.ts'
import { KnownRules } from './company-rules.ts'
import { type DeviceWatch, deviceWatch } from './device-watch.ts'
import { evaluationRepo } from './evaluation.repo.ts'
import { followPoll, rememberPoll } from './follow-poll.ts'

const mostAttempts = 8

/**
 * Evaluates polls of the past as if each had been received when it was measured: the alarms of a demo's first week. Values
 * that a collector sends late raise nothing.
 */
export class PastFollower {
  readonly #scopes: Scopes
  readonly #devices = new Map<string, DeviceWatch | null>()
  /** Numbers of parts, by device, metric and instance: the memory of counters is kept by them. */
  readonly #slots = new Map<string, number>()

  constructor(scopes: Scopes) {
    this.#scopes = scopes
  }

  /** In order of time for each device. */
  async follow(polls: readonly MetricPoll[], from: number): Promise<void> {
    for (const poll of polls) if (poll.at >= from) await this.#follow(poll)
  }

  async #follow({ deviceId, at, values }: MetricPoll): Promise<void> {
    const poll = {
      deviceId,
      at,
      values: values.map(([metric, instance, value]) => ({
        metric,
        instance,
        slot: this.#slotOf(`${deviceId} ${metric} ${instance}`),
        value: typeof value === 'string' ? BigInt(value) : value,
      })),
    }
    for (let attempt = 1; ; attempt++) {
      const watch = await this.#watchOf(deviceId)
      if (watch === null) return
      const changes = new DeviceChanges(watch)
      followPoll(changes, poll, at)
      try {
        if (changes.list.length > 0) {
          const due = dueOf(changes, Date.now())
          await evaluationRepo.advance(this.#scopes, advanceOf([{ changes, due, writes: true }]))
          changes.apply()
          watch.revision += 1
        }
        return rememberPoll(watch, poll)
      } catch (error) {
        const isStale = error instanceof Error && 'code' in error && error.code === staleSqlState
        if (!isStale || attempt === mostAttempts) throw error
        watch.outdated = true
      }
    }
  }

  async #watchOf(deviceId: string): Promise<DeviceWatch | null> {
    const before = this.#devices.get(deviceId)
    if (before === null || before?.outdated === false) return before
    const [known] = await new KnownRules().load(this.#scopes, [deviceId])
    const watch = known === undefined ? null : deviceWatch(known.row, known.plan, 0, before)
    this.#devices.set(deviceId, watch)
    return watch
  }

  #slotOf(key: string): number {
    const known = this.#slots.get(key)
    if (known !== undefined) return known
    this.#slots.set(key, this.#slots.size)
    return this.#slots.size - 1
  }
}
