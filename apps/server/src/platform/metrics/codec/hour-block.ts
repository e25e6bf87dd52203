import { ByteReader, ByteWriter, difference, type Integer, total } from './bytes.ts'
import { powerOf, scaleCode, scaleFrom, scaleOf } from './decimals.ts'
import { packed, unpacked } from './packed.ts'

/**
 * All samples of a block (up to 64 series of one metric of one device) within an hour, without loss. Times are shared:
 * a poll reads all of them at once.
 *
 * times: count, first, (second − first), then differences of differences
 * upTimes (counters): per time 0 or 1 + zigzag of what differs from the clock's pace
 * series: distance of the slot, head, [presence], values as differences from the one before
 */
export type HourBlock = GaugeBlock | CounterBlock

export interface GaugeBlock {
  readonly kind: 'gauges'
  readonly times: readonly number[]
  readonly series: readonly { slot: number; values: readonly (number | undefined)[] }[]
}

export interface CounterBlock {
  readonly kind: 'counters'
  readonly times: readonly number[]
  readonly upTimes: readonly (number | null)[]
  readonly series: readonly CounterColumn[]
}

export interface CounterColumn {
  slot: number
  bits: 32 | 64
  values: readonly (Integer | undefined)[]
  /** ifCounterDiscontinuityTime at each time; empty: always 0. */
  discontinuities: readonly number[]
}

const writer = new ByteWriter(65_536)

export function encodeHour(block: HourBlock): Buffer {
  writeTimes(block.times)
  if (block.kind === 'counters') writeUpTimes(block.times, block.upTimes)
  writer.varint(block.series.length)
  let slot = -1
  for (const column of block.series) {
    writer.varint(column.slot - slot)
    slot = column.slot
    if ('bits' in column) writeCounters(column)
    else writeGauges(column.values)
  }
  return packed(writer.take())
}

/** Slots that a reader wants; others are skipped without being decoded. */
export type WantedSlots = Pick<ReadonlySet<number>, 'has'>
const all: WantedSlots = { has: () => true }

export function decodeHour(kind: 'gauges', bytes: Buffer, wanted?: WantedSlots): GaugeBlock
export function decodeHour(kind: 'counters', bytes: Buffer, wanted?: WantedSlots): CounterBlock
export function decodeHour(kind: HourBlock['kind'], bytes: Buffer, wanted?: WantedSlots): HourBlock
export function decodeHour(kind: HourBlock['kind'], bytes: Buffer, wanted: WantedSlots = all): HourBlock {
  const reader = new ByteReader(unpacked(bytes))
  const times = readTimes(reader)
  const upTimes = kind === 'counters' ? readUpTimes(reader, times) : []
  const gauges: { slot: number; values: readonly (number | undefined)[] }[] = []
  const counters: CounterColumn[] = []
  let slot = -1
  for (let left = reader.count(); left > 0; left--) {
    slot += reader.count()
    if (!wanted.has(slot)) skipColumn(kind, reader, times.length)
    else if (kind === 'gauges') gauges.push({ slot, values: readGauges(reader, times.length) })
    else counters.push({ slot, ...readCounters(reader, times.length) })
  }
  return kind === 'gauges' ? { kind, times, series: gauges } : { kind, times, upTimes, series: counters }
}

function skipColumn(kind: HourBlock['kind'], reader: ByteReader, length: number): void {
  const { head, present } = readPresence(reader, length)
  let there = 0
  for (let index = 0; index < length; index++) if (present(index)) there += 1
  if (kind === 'counters') reader.skipVarints((head & 2) === 0 ? there : 2 * there)
  else if (scaleFrom(head) === 'float') reader.skip(8 * there)
  else reader.skipVarints(there)
}

function writeTimes(times: readonly number[]): void {
  writer.varint(times.length)
  let before = 0
  let pace = 0
  for (const time of times) {
    writer.signed(time - before - pace)
    // From the second on: the first distance is that to 1970.
    pace = before === 0 ? 0 : time - before
    before = time
  }
}

function readTimes(reader: ByteReader): number[] {
  let before = 0
  let pace = 0
  return Array.from({ length: reader.count() }, () => {
    const time = before + pace + Number(reader.signed())
    pace = before === 0 ? 0 : time - before
    before = time
    return time
  })
}

function writeUpTimes(times: readonly number[], upTimes: readonly (number | null)[]): void {
  let shift = 0
  times.forEach((time, index) => {
    const upTime = upTimes[index]
    if (upTime === null || upTime === undefined) return writer.varint(0)
    // Constant as long as the agent runs: when it started, by both clocks.
    const started = Math.round(time / 10) - upTime
    const moved = started - shift
    writer.varint((moved >= 0 ? moved * 2 : -moved * 2 - 1) + 1)
    shift = started
  })
}

function readUpTimes(reader: ByteReader, times: readonly number[]): (number | null)[] {
  let shift = 0
  return times.map((time) => {
    const coded = reader.count()
    if (coded === 0) return null
    const moved = (coded - 1) % 2 === 0 ? (coded - 1) / 2 : -coded / 2
    shift += moved
    return Math.round(time / 10) - shift
  })
}

/** Head of a column: its low bit says whether a value is missing somewhere. */
function writePresence(values: readonly unknown[], head: number): void {
  const gaps = values.includes(undefined)
  writer.varint(head * 2 + (gaps ? 1 : 0))
  if (!gaps) return
  for (let index = 0; index < values.length; index += 8) {
    let bits = 0
    for (let bit = 0; bit < 8; bit++) if (values[index + bit] !== undefined) bits |= 1 << bit
    writer.byte(bits)
  }
}

function readPresence(
  reader: ByteReader,
  length: number,
): { head: number; present: (index: number) => boolean } {
  const coded = reader.count()
  if (coded % 2 === 0) return { head: coded / 2, present: () => true }
  const bytes = Array.from({ length: Math.ceil(length / 8) }, () => reader.byte())
  return { head: (coded - 1) / 2, present: (index) => (bytes[index >> 3]! & (1 << (index & 7))) !== 0 }
}

function writeGauges(values: readonly (number | undefined)[]): void {
  const there = values.filter((value) => value !== undefined)
  const scale = scaleOf(there)
  writePresence(values, scaleCode(scale))
  if (scale === 'float') return there.forEach((value) => writer.float(value))
  const power = powerOf(scale)
  let before = 0
  for (const value of there) {
    const scaled = Math.round(value * power)
    writer.signed(scaled - before)
    before = scaled
  }
}

function readGauges(reader: ByteReader, length: number): (number | undefined)[] {
  const { head, present } = readPresence(reader, length)
  const scale = scaleFrom(head)
  let before = 0
  return Array.from({ length }, (_, index) => {
    if (!present(index)) return undefined
    if (scale === 'float') return reader.float()
    before += Number(reader.signed())
    return before / powerOf(scale)
  })
}

function writeCounters({ bits, values, discontinuities }: CounterColumn): void {
  const marked = discontinuities.some((time) => time > 0)
  writePresence(values, (bits === 32 ? 1 : 0) + (marked ? 2 : 0))
  let before: Integer = 0
  let mark = 0
  values.forEach((value, index) => {
    if (value === undefined) return
    writer.signed(difference(value, before))
    before = value
    if (!marked) return
    const time = discontinuities[index] ?? 0
    writer.signed(time - mark)
    mark = time
  })
}

function readCounters(reader: ByteReader, length: number): Omit<CounterColumn, 'slot'> {
  const { head, present } = readPresence(reader, length)
  const marked = (head & 2) !== 0
  const discontinuities: number[] = []
  let before: Integer = 0
  let mark = 0
  const values = Array.from({ length }, (_, index) => {
    if (marked) discontinuities.push(mark)
    if (!present(index)) return undefined
    before = total(before, reader.signed())
    if (marked) {
      mark += Number(reader.signed())
      discontinuities[index] = mark
    }
    return before
  })
  return { bits: head & 1 ? 32 : 64, values, discontinuities }
}
