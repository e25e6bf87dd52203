import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Place, Spooled } from './spool.ts'

/** A file of records, one a line. */
export interface Segment {
  readonly number: number
  readonly kind: 'raw' | 'mean'
  bytes: number
  /** Of what is not acknowledged, in order. */
  places: Place[]
}

export const segmentFile = (directory: string, { number, kind }: Pick<Segment, 'number' | 'kind'>) =>
  path.join(directory, `${String(number).padStart(10, '0')}.${kind}.jsonl`)

/** In their order. Files that a killed process left half-done are removed. */
export function listSegments(directory: string): Segment[] {
  const found: Segment[] = []
  for (const name of readdirSync(directory).toSorted()) {
    const [, number, kind] = /^([0-9]{10})\.(raw|mean)\.jsonl$/.exec(name) ?? []
    if (number === undefined) {
      if (name.endsWith('.new')) rmSync(path.join(directory, name))
      continue
    }
    const segment: Segment = { number: Number(number), kind: kind as Segment['kind'], bytes: 0, places: [] }
    // Its means are whole: the process ended before it removed what they were made of.
    if (segment.kind === 'raw' && existsSync(segmentFile(directory, { ...segment, kind: 'mean' })))
      removeSegment(directory, segment)
    else found.push(readSegment(directory, segment))
  }
  return found.toSorted((a, b) => a.number - b.number)
}

export function readSegment(directory: string, segment: Pick<Segment, 'number' | 'kind'>): Segment {
  const bytes = readFileSync(segmentFile(directory, segment))
  const places: Place[] = []
  for (let offset = 0; offset < bytes.length;) {
    const end = bytes.indexOf(0x0a, offset)
    // The last line was cut off by the end of the process.
    if (end === -1) break
    const place = placeOf(bytes.subarray(offset, end), offset)
    if (place !== null) places.push(place)
    offset = end + 1
  }
  return { ...segment, bytes: bytes.length, places }
}

export function removeSegment(directory: string, segment: Segment): void {
  rmSync(segmentFile(directory, segment), { force: true })
}

function placeOf(line: Buffer, offset: number): Place | null {
  try {
    const record = JSON.parse(line.toString('utf8')) as Spooled & { at: number }
    const { of, epoch, sequence, at } = record
    const values = record.of === 'batch' ? record.polls.reduce((sum, poll) => sum + poll.values.length, 0) : 0
    return { of, epoch, sequence, at, values, offset, length: line.length }
  } catch {
    // A disk that lost a page: this record is gone, the others are not.
    return null
  }
}
