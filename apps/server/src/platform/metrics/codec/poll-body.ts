import { ByteReader, ByteWriter, type Integer } from './bytes.ts'

/**
 * The values of one poll as metric_recent keeps them: gauges and counters apart, since most reads need one of the two.
 * Each value stands behind the distance of its slot (the number of its series within the device) from the one before, so
 * slots ascend.
 *
 * gauges:   (distance · 2 + isFloat, varint or float64)*
 * counters: upTime + 1 or 0, (distance · 4 + hasDiscontinuity · 2 + is32Bit, varint, discontinuity?)*
 */
export interface PollBody {
  readonly gauges: readonly { slot: number; value: number }[]
  readonly counters: readonly CounterReading[]
  /** Hundredths of a second; null: the source has none. */
  readonly upTime: number | null
}

export interface CounterReading {
  slot: number
  value: Integer
  bits: 32 | 64
  /** ifCounterDiscontinuityTime; 0: never. */
  discontinuity: number
}

const writer = new ByteWriter()

export function encodeGauges(gauges: PollBody['gauges']): Buffer {
  let before = -1
  for (const { slot, value } of gauges) {
    const isFloat = !Number.isSafeInteger(value) || value < 0 || Object.is(value, -0)
    writer.varint((slot - before) * 2 + (isFloat ? 1 : 0))
    if (isFloat) writer.float(value)
    else writer.varint(value)
    before = slot
  }
  return writer.take()
}

export function encodeCounters(counters: PollBody['counters'], upTime: number | null): Buffer {
  if (counters.length === 0) return writer.take()
  writer.varint(upTime === null ? 0 : upTime + 1)
  let before = -1
  for (const { slot, value, bits, discontinuity } of counters) {
    writer.varint((slot - before) * 4 + (discontinuity > 0 ? 2 : 0) + (bits === 32 ? 1 : 0))
    writer.varint(value)
    if (discontinuity > 0) writer.varint(discontinuity)
    before = slot
  }
  return writer.take()
}

export function readGauges(bytes: Buffer, each: (slot: number, value: number) => void): void {
  const reader = new ByteReader(bytes)
  let slot = -1
  while (!reader.ended) {
    const head = reader.count()
    slot += Math.floor(head / 2)
    each(slot, head % 2 === 1 ? reader.float() : reader.count())
  }
}

export function readCounters(
  bytes: Buffer,
  each: (slot: number, value: Integer, bits: 32 | 64, discontinuity: number, upTime: number | null) => void,
): void {
  if (bytes.length === 0) return
  const reader = new ByteReader(bytes)
  const coded = reader.count()
  const upTime = coded === 0 ? null : coded - 1
  let slot = -1
  while (!reader.ended) {
    const head = reader.count()
    slot += Math.floor(head / 4)
    const value = reader.varint()
    each(slot, value, head & 1 ? 32 : 64, head & 2 ? reader.count() : 0, upTime)
  }
}
