import type { Scopes } from '../../db/scope.ts'
import { decodeLast, encodeLast, type LastSamples, noLast } from '../codec/last-samples.ts'
import { hour as hourLength } from '../reading/collected.ts'
import { DeviceHours, type DeviceSlots, keyOf, kindOfMetric, packDevice } from './pack-device.ts'
import {
  type Cell,
  type PackedDevice,
  type PackingResult,
  packingRepo,
  type TakenPoll,
} from '../intake/packing.repo.ts'

/** How long an hour waits for polls that are under way. */
const grace = 10 * 60_000
const devicesAtOnce = 24
const pollsAtOnce = 3000

/**
 * Packs polls of hours that are over, and late ones into hours that are packed. What it computes replaces what it read in
 * one statement, or not at all: it may be killed anywhere, and two at once do no harm.
 * @returns how many polls it packed
 */
export async function packPolls(scopes: Scopes, now: number, signal: AbortSignal): Promise<number> {
  const before = Math.floor((now - grace) / hourLength) * hourLength
  const devices = await packingRepo.devices(scopes, before)
  let packed = 0
  for (let first = 0; first < devices.length && !signal.aborted; first += devicesAtOnce) {
    const some = devices.slice(first, first + devicesAtOnce)
    for (let taken = pollsAtOnce; taken === pollsAtOnce && !signal.aborted; packed += taken)
      taken = await packSome(scopes, some, before)
  }
  return packed
}

async function packSome(scopes: Scopes, deviceIds: readonly string[], before: number): Promise<number> {
  const polls = await packingRepo.take(scopes, deviceIds, before, pollsAtOnce)
  if (polls.length === 0) return 0
  const byDevice = Map.groupBy(polls, ({ device_id }) => device_id)
  const ids = [...byDevice.keys()]
  const [states, slots] = await Promise.all([packingRepo.packed(scopes, ids), slotsOf(scopes, ids)])
  const works = states.flatMap((state) => {
    const ofDevice = slots.get(state.device_id)
    return ofDevice ? [workOf(state, ofDevice, byDevice.get(state.device_id)!)] : []
  })
  const gone = polls.filter(({ device_id }) => !states.some((state) => state.device_id === device_id))
  if (gone.length > 0) await packingRepo.dropPolls(scopes, gone)
  if (works.length > 0) await packingRepo.pack(scopes, await resultOf(scopes, works))
  return polls.length
}

interface Work {
  state: PackedDevice
  polls: readonly TakenPoll[]
  fresh: DeviceHours
  last: LastSamples
}

function workOf(state: PackedDevice, slots: DeviceSlots, polls: readonly TakenPoll[]): Work {
  const kept = polls.flatMap(({ at, gauges, counters }) =>
    Number(at) >= Number(state.oldest) ? [{ at: Number(at), gauges, counters }] : [],
  )
  const last = state.last ? decodeLast(state.last) : noLast()
  return { state, polls, fresh: new DeviceHours(slots, kept), last }
}

async function resultOf(scopes: Scopes, works: readonly Work[]): Promise<PackingResult> {
  const cells = works.flatMap(cellsOf)
  const quarters = [
    ...new Map(works.flatMap(quartersOf).map((cell) => [keyOf(cell.block, cell.cell), cell])).values(),
  ]
  const [hourRows, rollupRows] = await Promise.all([
    packingRepo.hours(scopes, cells),
    packingRepo.rollups(scopes, quarters),
  ])
  const hours = new Map(hourRows.map((row) => [keyOf(row.block, row.hour), row]))
  const rollups = new Map(rollupRows.map((row) => [keyOf(row.block, row.quarter), row]))
  const stored = {
    hours: new Map([...hours].map(([key, { samples }]) => [key, samples])),
    rollups: new Map([...rollups].map(([key, { buckets }]) => [key, buckets])),
  }
  const results = works.map(({ state, polls, fresh, last }) => {
    const packed = packDevice(fresh, { ...stored, last })
    // An hour that is packed stays in its partition: a changed cycle applies to new hours.
    return {
      device: { id: state.device_id, revision: state.revision, last: encodeLast(packed.last) },
      polls,
      hours: packed.hours.map((row) => ({
        ...row,
        cycle: hours.get(keyOf(row.block, row.hour))?.cycle ?? state.cycle,
      })),
      rollups: packed.rollups.map((row) => ({
        ...row,
        cycle: rollups.get(keyOf(row.block, row.quarter))?.cycle ?? state.cycle,
      })),
    }
  })
  return {
    devices: results.map(({ device }) => device),
    polls: results.flatMap((result) => result.polls),
    hours: results.flatMap((result) => result.hours),
    rollups: results.flatMap((result) => result.rollups),
  }
}

/** Packed hours that may have to be known: more only around readings that come late. */
function cellsOf({ fresh, last }: Work): Cell[] {
  const latest = Math.max(...[...last.counters.values()].map((readings) => readings.at(-1)?.at ?? 0), 0)
  const cells = new Map<string, Cell>()
  for (const [block, touched] of fresh.touched()) {
    for (const hour of touched) {
      const isLate = fresh.kinds.get(block) === 'counters' && hour * hourLength <= latest
      for (const near of isLate ? [-2, -1, 0, 1, 2, 3, 4].map((by) => hour + by) : [hour])
        cells.set(keyOf(block, near), { block, cell: near })
    }
  }
  return [...cells.values()]
}

function quartersOf({ fresh }: Work): Cell[] {
  const cells: Cell[] = []
  for (const [block, touched] of fresh.touched()) {
    for (const hour of touched)
      for (const near of [hour, hour + 2]) cells.push({ block, cell: Math.floor(near / 6) })
  }
  return cells
}

async function slotsOf(scopes: Scopes, deviceIds: readonly string[]): Promise<Map<string, DeviceSlots>> {
  const rows = await packingRepo.slots(scopes, deviceIds)
  return new Map(
    rows.map(({ device_id, slots, metrics, blocks }) => {
      const series: { block: string; kind: 'gauges' | 'counters' }[] = []
      slots.forEach((slot, index) => {
        series[slot] = { block: blocks[index]!, kind: kindOfMetric(metrics[index]!) }
      })
      return [device_id, series]
    }),
  )
}
