import type { Scopes } from '../../db/scope.ts'
import { decodeLast, encodeLast, type LastSamples, noLast } from '../codec/last-samples.ts'
import { readCounters, readGauges } from '../codec/poll-body.ts'
import { packingRepo, type PollKey, type SlotsRow, type TakenPoll } from '../intake/packing.repo.ts'
import { advance } from '../postgres/pack-device.ts'
import type { VictoriaClient } from './client.ts'

const devicesAtOnce = 24
const pollsAtOnce = 2000

interface Held {
  readonly poll: TakenPoll
  readonly sentAt: number
}

/**
 * Carries polls from PostgreSQL to VictoriaMetrics, which acknowledges from memory: each poll stays here until
 * VictoriaMetrics has had the time to write it to its disk, and is sent again when it was restarted before. What a killed
 * process of ours had sent is sent again too; the same sample twice is one there (-dedup.minScrapeInterval=1ms).
 */
export class Forwarder {
  readonly #client: VictoriaClient
  /** Milliseconds until what was sent counts as written: it flushes every 5 seconds. */
  readonly #heldFor: number
  readonly #held = new Map<string, Held>()
  #startedAt: string | null = null

  constructor(client: VictoriaClient, heldFor: number) {
    this.#client = client
    this.#heldFor = heldFor
  }

  /** Polls that are sent, but not known to be on its disk. */
  get depth(): number {
    return this.#held.size
  }

  async run(scopes: Scopes, signal: AbortSignal): Promise<void> {
    const startedAt = await this.#client.startedAt()
    if (startedAt !== this.#startedAt) this.#held.clear()
    this.#startedAt = startedAt
    const devices = await packingRepo.devices(scopes, Date.now() + 86_400_000)
    for (let first = 0; first < devices.length && !signal.aborted; first += devicesAtOnce) {
      const some = devices.slice(first, first + devicesAtOnce)
      while (!signal.aborted && (await this.#send(scopes, some)) === pollsAtOnce);
    }
    await this.#release(scopes, startedAt)
  }

  async #send(scopes: Scopes, deviceIds: readonly string[]): Promise<number> {
    const held = [...this.#held.values()].filter(({ poll }) => deviceIds.includes(poll.device_id))
    const polls = await packingRepo.take(
      scopes,
      deviceIds,
      Date.now() + 86_400_000,
      pollsAtOnce,
      held.map(({ poll }) => poll.id),
    )
    if (polls.length === 0) return 0
    const slots = new Map((await packingRepo.slots(scopes, deviceIds)).map((row) => [row.device_id, row]))
    const lines = linesOf(polls, slots)
    if (lines !== '') await this.#client.send(lines)
    const sentAt = Date.now()
    for (const poll of polls) this.#held.set(poll.id, { poll, sentAt })
    return polls.length
  }

  /** Deletes what has had the time to get to the disk of the process that it was sent to. */
  async #release(scopes: Scopes, startedAt: string): Promise<void> {
    const due = [...this.#held.values()].filter(({ sentAt }) => sentAt + this.#heldFor <= Date.now())
    if (due.length === 0) return
    await this.#client.flush()
    if ((await this.#client.startedAt()) !== startedAt) return
    const byDevice = [...Map.groupBy(due, ({ poll }) => poll.device_id)]
    for (let first = 0; first < byDevice.length; first += devicesAtOnce) {
      const some = byDevice.slice(first, first + devicesAtOnce)
      await settle(scopes, new Map(some.map(([id, of]) => [id, of.map(({ poll }) => poll)])))
      for (const [, of] of some) for (const { poll } of of) this.#held.delete(poll.id)
    }
  }
}

/** Polls to the last samples of their devices, and away. */
async function settle(scopes: Scopes, polls: ReadonlyMap<string, readonly TakenPoll[]>): Promise<void> {
  const ids = [...polls.keys()]
  const [states, slotRows] = await Promise.all([
    packingRepo.packed(scopes, ids),
    packingRepo.slots(scopes, ids),
  ])
  const slots = new Map(slotRows.map((row) => [row.device_id, new Set(row.slots)]))
  const devices = states.map(({ device_id, revision, last }) => ({
    id: device_id,
    revision,
    last: encodeLast(
      lastOf(last ? decodeLast(last) : noLast(), polls.get(device_id)!, slots.get(device_id) ?? new Set()),
    ),
  }))
  const known = new Set(devices.map(({ id }) => id))
  const of = (there: boolean): PollKey[] =>
    [...polls].flatMap(([id, some]) => (known.has(id) === there ? some : []))
  if (devices.length > 0) await packingRepo.pack(scopes, { devices, polls: of(true), hours: [], rollups: [] })
  if (of(false).length > 0) await packingRepo.dropPolls(scopes, of(false))
}

function lastOf(last: LastSamples, polls: readonly TakenPoll[], slots: ReadonlySet<number>): LastSamples {
  for (const { at: when, gauges, counters } of polls) {
    const at = Number(when)
    readGauges(gauges, (slot, value) => {
      if (slots.has(slot)) advance(last, 'gauges', slot, [{ at, value }])
    })
    readCounters(counters, (slot, value, bits, discontinuity, upTime) => {
      if (slots.has(slot)) advance(last, 'counters', slot, [{ at, value, bits, upTime, discontinuity }])
    })
  }
  return last
}

/** Labels are ours: numbers, and the instance as text of JSON, which nothing ever asks by. */
function linesOf(polls: readonly TakenPoll[], slots: ReadonlyMap<string, SlotsRow>): string {
  const lines: string[] = []
  for (const [deviceId, some] of Map.groupBy(polls, ({ device_id }) => device_id)) {
    const row = slots.get(deviceId)
    if (!row) continue
    const series = new Map<number, { values: string[]; timestamps: string[] }>()
    const add = (slot: number, at: string, value: string) => {
      let one = series.get(slot)
      if (!one) series.set(slot, (one = { values: [], timestamps: [] }))
      one.values.push(value)
      one.timestamps.push(at)
    }
    for (const { at, gauges, counters } of some) {
      readGauges(gauges, (slot, value) => add(slot, at, String(value)))
      readCounters(counters, (slot, value) => add(slot, at, String(value)))
    }
    row.slots.forEach((slot, index) => {
      const one = series.get(slot)
      if (!one) return
      const metric = JSON.stringify({
        __name__: row.metrics[index],
        company: row.company_id,
        device: deviceId,
        series: row.ids[index],
        instance: row.instances[index],
      })
      lines.push(
        `{"metric":${metric},"values":[${one.values.join(',')}],"timestamps":[${one.timestamps.join(',')}]}\n`,
      )
    })
  }
  return lines.join('')
}
