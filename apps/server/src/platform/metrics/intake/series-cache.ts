import { LRUCache } from 'lru-cache'
import type { Scopes } from '../../db/scope.ts'
import { intakeRepo } from './intake.repo.ts'

/** 10,000 interfaces with ten metrics, and some. A device that invents instances ends here. */
const mostSeriesOfDevice = 120_000
/** Of all devices, about 100 bytes each; those polled least recently are looked up again. */
const mostCached = 1_500_000

/**
 * A series that is not used is forgotten after one to two of these: before it ends (`metrics.end`, after seven days), so
 * that its next value looks it up, and it goes on.
 */
const turn = 3 * 86_400_000

type Slots = Map<string, Map<string, number>>

/** A device that may have no more series is not looked up with each poll. */
const refusedFor = 5 * 60_000

interface Device {
  readonly slots: Slots
  size: number
  /** Until then it gets no new series. */
  refusedUntil: number
  /** A bit a slot: those used since `turnedAt`. */
  used: Uint8Array
  turnedAt: number
}

/**
 * The slots of series, looked up once per process. A slot never changes as long as its device exists, and device ids are
 * not used twice, so an entry cannot be wrong: at worst it is of a device that is gone, which the database says when it
 * refuses the poll, and then `forget` drops it.
 */
export class SeriesCache {
  readonly #scopes: Scopes
  readonly #devices = new LRUCache<string, Device>({
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
   * Slots by metric and instance, with those of `wanted` if the device may have them; null if there is no such device.
   */
  async slotsOf(
    deviceId: string,
    wanted: readonly Wanted[],
    now = Date.now(),
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, number>> | null> {
    const known = this.#known(deviceId, now)
    const missing = known ? wanted.filter((one) => !use(known, one)) : wanted
    if (known && (missing.length === 0 || now < known.refusedUntil)) return known.slots
    const found = await intakeRepo.resolveSlots(this.#scopes, deviceId, missing, mostSeriesOfDevice)
    const device = this.#devices.get(deviceId) ?? anew(now)
    if (found.length === 0) return wanted.length === 0 || device.size > 0 ? device.slots : null
    let made = 0
    for (const { metric, instance, slot } of found) {
      if (slot === null) {
        device.refusedUntil = now + refusedFor
        continue
      }
      made += 1
      let ofMetric = device.slots.get(metric)
      if (!ofMetric) device.slots.set(metric, (ofMetric = new Map()))
      ofMetric.set(instance, slot)
      use(device, { metric, instance })
    }
    this.#devices.set(deviceId, { ...device, size: device.size + made })
    return device.slots
  }

  /** Without what was not used for a turn. */
  #known(deviceId: string, now: number): Device | undefined {
    const device = this.#devices.get(deviceId)
    if (device === undefined || now - device.turnedAt < turn) return device
    // Nothing was asked of it for a turn: all that it knows may have ended.
    if (now - device.turnedAt >= 2 * turn) {
      this.#devices.delete(deviceId)
      return undefined
    }
    const slots: Slots = new Map()
    let size = 0
    for (const [metric, ofMetric] of device.slots) {
      const used = new Map([...ofMetric].filter(([, slot]) => isUsed(device, slot)))
      if (used.size > 0) slots.set(metric, used)
      size += used.size
    }
    const { refusedUntil } = device
    const turned = { slots, size, refusedUntil, used: new Uint8Array(), turnedAt: now }
    this.#devices.set(deviceId, turned)
    return turned
  }
}

interface Wanted {
  readonly metric: string
  readonly instance: string
}

const anew = (now: number): Device => ({
  slots: new Map(),
  size: 0,
  refusedUntil: 0,
  used: new Uint8Array(),
  turnedAt: now,
})

const isUsed = ({ used }: Device, slot: number) => ((used[slot >> 3] ?? 0) & (1 << (slot & 7))) !== 0

/** @returns false if the slot is not known */
function use(device: Device, { metric, instance }: Wanted): boolean {
  const slot = device.slots.get(metric)?.get(instance)
  if (slot === undefined) return false
  const place = slot >> 3
  if (place >= device.used.length) {
    const longer = new Uint8Array(place + 64)
    longer.set(device.used)
    device.used = longer
  }
  device.used[place]! |= 1 << (slot & 7)
  return true
}
