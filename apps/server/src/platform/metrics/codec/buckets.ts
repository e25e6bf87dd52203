import { ByteReader, ByteWriter, type Integer } from './bytes.ts'
import { powerOf, scaleCode, scaleFrom, scaleOf } from './decimals.ts'
import type { WantedSlots } from './hour-block.ts'
import { packed, unpacked } from './packed.ts'

/** A rollup: of gauges over their values, of counters over what they counted between two readings. */
export interface Bucket {
  /** Values, or intervals between readings that end in the bucket. */
  count: number
  /** The sum of the values, or the exact increase. */
  sum: Integer
  /** Of counters: milliseconds in which the increase was counted. */
  covered: number
  /** Of counters these are rates per second, to three decimals. */
  min: number
  max: number
  last: number
}

export interface BucketColumn {
  slot: number
  /** At most 12; null: nothing was measured. */
  buckets: readonly (Bucket | null)[]
}

const writer = new ByteWriter(65_536)

/** Rollups of a block, each series with equally many buckets. */
export function encodeBuckets(kind: 'gauges' | 'counters', columns: readonly BucketColumn[]): Buffer {
  writer.varint(columns.length)
  let before = -1
  for (const { slot, buckets } of columns) {
    writer.varint(slot - before)
    before = slot
    writer.varint(buckets.reduce((bits, bucket, index) => bits + (bucket ? 2 ** index : 0), 0))
    const filled = buckets.filter((bucket) => bucket !== null)
    if (kind === 'counters') filled.forEach(writeRates)
    else writeGauges(filled)
  }
  return packed(writer.take())
}

/** @param wanted slots that the reader wants; others are skipped without being decoded */
export function decodeBuckets(
  kind: 'gauges' | 'counters',
  bytes: Buffer,
  each: number,
  wanted?: WantedSlots,
): BucketColumn[] {
  const reader = new ByteReader(unpacked(bytes))
  const columns: BucketColumn[] = []
  let slot = -1
  for (let left = reader.count(); left > 0; left--) {
    slot += reader.count()
    const bits = reader.count()
    if (wanted?.has(slot) === false) {
      skipColumn(kind, reader, bits)
      continue
    }
    const read = kind === 'counters' ? readRates : gaugeReader(reader)
    const buckets = Array.from({ length: each }, (_, index) => (bits & (1 << index) ? read(reader) : null))
    columns.push({ slot, buckets })
  }
  return columns
}

/** As writeRates and writeGauges write them: six numbers a bucket of counters, five of gauges. */
function skipColumn(kind: 'gauges' | 'counters', reader: ByteReader, bits: number): void {
  let filled = 0
  for (let rest = bits; rest > 0; rest >>>= 1) filled += rest & 1
  if (kind === 'counters') return reader.skipVarints(6 * filled)
  if (scaleFrom(reader.byte()) !== 'float') return reader.skipVarints(5 * filled)
  for (; filled > 0; filled--) {
    reader.skipVarints(1)
    reader.skip(32)
  }
}

function writeGauges(filled: readonly Bucket[]): void {
  const scale = scaleOf(filled.flatMap(({ min, max, last }) => [min, max, last]))
  const power = scale === 'float' ? 1 : powerOf(scale)
  writer.byte(scaleCode(scale))
  let before = 0
  for (const { count, sum, min, max, last } of filled) {
    writer.varint(count)
    if (scale === 'float') {
      for (const value of [last, min, max, Number(sum)]) writer.float(value)
      continue
    }
    const scaled = Math.round(last * power)
    writer.signed(scaled - before)
    writer.varint(scaled - Math.round(min * power))
    writer.varint(Math.round(max * power) - scaled)
    // A sum of so many values of that scale is an integer there too: its rounding errors go.
    writer.signed(Math.round(Number(sum) * power) - scaled * count)
    before = scaled
  }
}

function gaugeReader(reader: ByteReader): () => Bucket {
  const scale = scaleFrom(reader.byte())
  const power = scale === 'float' ? 1 : powerOf(scale)
  let before = 0
  return () => {
    const count = reader.count()
    if (scale === 'float') {
      const [last, min, max, sum] = [reader.float(), reader.float(), reader.float(), reader.float()]
      return { count, sum, covered: 0, min, max, last }
    }
    before += Number(reader.signed())
    const min = (before - reader.count()) / power
    const max = (before + reader.count()) / power
    const sum = (Number(reader.signed()) + before * count) / power
    return { count, sum, covered: 0, min, max, last: before / power }
  }
}

const thousandths = (rate: number) => Math.round(rate * 1000)
const meanOf = (sum: Integer, covered: number) => (covered === 0 ? 0 : Number(sum) / covered)

function writeRates({ count, sum, covered, min, max, last }: Bucket): void {
  const mean = thousandths(meanOf(sum, covered) * 1000)
  writer.varint(count)
  writer.varint(covered)
  writer.varint(sum)
  for (const rate of [min, max, last]) writer.signed(thousandths(rate) - mean)
}

function readRates(reader: ByteReader): Bucket {
  const count = reader.count()
  const covered = reader.count()
  const sum = reader.varint()
  const mean = thousandths(meanOf(sum, covered) * 1000)
  const [min, max, last] = [0, 1, 2].map(() => (mean + Number(reader.signed())) / 1000) as [
    number,
    number,
    number,
  ]
  return { count, sum, covered, min, max, last }
}
