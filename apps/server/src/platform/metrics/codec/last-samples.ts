import { ByteReader, ByteWriter, type Integer } from './bytes.ts'
import { packed, unpacked } from './packed.ts'

/** The last samples of a device that are packed: what a counter goes on from, and what is shown as the latest value. */
export interface LastSamples {
  readonly gauges: Map<number, { at: number; value: number }>
  /** The last two, the later one at the end: together they are a rate. */
  readonly counters: Map<number, LastReading[]>
}

export interface LastReading {
  at: number
  value: Integer
  bits: 32 | 64
  upTime: number | null
  discontinuity: number
}

const writer = new ByteWriter()

export function encodeLast({ gauges, counters }: LastSamples): Buffer {
  let before = 0
  const moment = (at: number) => {
    writer.signed(at - before)
    before = at
  }
  writer.varint(gauges.size)
  for (const [slot, { at, value }] of gauges) {
    writer.varint(slot)
    moment(at)
    writer.float(value)
  }
  writer.varint(counters.size)
  for (const [slot, readings] of counters) {
    writer.varint(slot)
    writer.varint(readings.length)
    for (const { at, value, bits, upTime, discontinuity } of readings) {
      moment(at)
      writer.varint(value)
      writer.varint(bits === 32 ? 1 : 0)
      writer.varint(upTime === null ? 0 : upTime + 1)
      writer.varint(discontinuity)
    }
  }
  return packed(writer.take())
}

export function decodeLast(bytes: Buffer): LastSamples {
  const reader = new ByteReader(unpacked(bytes))
  let before = 0
  const moment = () => (before += Number(reader.signed()))
  const gauges: LastSamples['gauges'] = new Map()
  for (let left = reader.count(); left > 0; left--)
    gauges.set(reader.count(), { at: moment(), value: reader.float() })
  const counters: LastSamples['counters'] = new Map()
  for (let left = reader.count(); left > 0; left--) {
    const slot = reader.count()
    const readings = Array.from({ length: reader.count() }, () => {
      const at = moment()
      const value = reader.varint()
      const bits = reader.count() === 1 ? (32 as const) : (64 as const)
      const upTime = reader.count()
      return { at, value, bits, upTime: upTime === 0 ? null : upTime - 1, discontinuity: reader.count() }
    })
    counters.set(slot, readings)
  }
  return { gauges, counters }
}

export const noLast = (): LastSamples => ({ gauges: new Map(), counters: new Map() })
