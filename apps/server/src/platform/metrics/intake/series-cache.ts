import { LRUCache } from 'lru-cache'
import type { Scopes } from '../../db/scope.ts'
import { intakeRepo } from './intake.repo.ts'

/** 10,000 interfaces with ten metrics, and some. A device that invents instances ends here. */
const mostSeriesOfDevice = 120_000
/** Of all devices, about 100 bytes each; those polled least recently are looked up again. */
const mostCached = 1_500_000

type Slots = Map<string, Map<string, number>>

/**
 * The slots of series, looked up once per process. A slot never changes as long as its device exists, and device ids are
 * not used twice, so an entry cannot be wrong: at worst it is of a device that is gone, which the database says when it
 * refuses the poll, and then `forget` drops it.
 */
export class SeriesCache {
  readonly #scopes: Scopes
  readonly #devices = new LRUCache<string, { slots: Slots; size: number }>({
    maxSize: mostCached,
    sizeCalculation: ({ size }) => size + 1,
  })

  constructor(scopes: Scopes) {
    this.#scopes = scopes
  }

  forget(deviceId: string): void {
    this.#devices.delete(deviceId)
  }

  /**
   * Slots by metric and instance, with those of `wanted` if the device may have them; empty if there is no such device.
   */
  async slotsOf(
    deviceId: string,
    wanted: readonly { metric: string; instance: string }[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
    const known = this.#devices.get(deviceId)
    const missing = known
      ? wanted.filter(({ metric, instance }) => !known.slots.get(metric)?.has(instance))
      : wanted
    if (known && missing.length === 0) return known.slots
    const found = await intakeRepo.resolveSlots(this.#scopes, deviceId, missing, mostSeriesOfDevice)
    const { slots, size } = this.#devices.get(deviceId) ?? { slots: new Map() as Slots, size: 0 }
    if (found.length === 0) return slots
    for (const { metric, instance, slot } of found) {
      let ofMetric = slots.get(metric)
      if (!ofMetric) slots.set(metric, (ofMetric = new Map()))
      ofMetric.set(instance, slot)
    }
    this.#devices.set(deviceId, { slots, size: size + found.length })
    return slots
  }
}
