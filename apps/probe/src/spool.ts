import type { Fact, LineFact } from '@netward/collector'
import type { MetricPoll } from '@netward/contract/metric-batch'
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { listSegments, readSegment, removeSegment, type Segment, segmentFile } from './spool-segment.ts'
import { thinned } from './thin.ts'

export interface SpoolOptions {
  readonly directory: string
  readonly days: number
  readonly bytes: number
  readonly now?: () => number
}

/** What waits: a batch, facts of devices or facts of lines, under the key by which a repeat is recognised. */
export type Spooled =
  | {
      readonly of: 'batch'
      readonly epoch: string
      readonly sequence: number
      readonly polls: readonly MetricPoll[]
    }
  | {
      readonly of: 'facts'
      readonly epoch: string
      readonly sequence: number
      readonly facts: readonly Fact[]
    }
  | {
      readonly of: 'line-facts'
      readonly epoch: string
      readonly sequence: number
      readonly facts: readonly LineFact[]
    }

/** Of a record: where it is, and what it holds. */
export interface Place {
  readonly of: Spooled['of']
  readonly epoch: string
  readonly sequence: number
  /** When it was written, in milliseconds. */
  readonly at: number
  readonly values: number
  readonly offset: number
  readonly length: number
}

/** A segment is closed at this size or age: thinning and removing work on closed ones. */
const segmentBytes = 1024 * 1024
const segmentAge = 30 * 60_000
const day = 86_400_000

/**
 * Results on disk until the server has them. Each record is on the disk before the collector may forget it, so that a probe
 * that is killed loses nothing, and a record that was cut off by the end of the process is recognised and left out. When there
 * is no more place, raw values of the oldest segments become means of half an hour, and only then the oldest means go.
 */
export class Spool {
  readonly #options: SpoolOptions
  readonly #now: () => number
  readonly #epoch = randomUUID()
  #segments: Segment[] = []
  #current: { segment: Segment; file: number; openedAt: number } | null = null
  #sequences = { batch: 0, facts: 0, 'line-facts': 0 }
  readonly #underWay = new Set<Place>()
  dropped = 0
  thinnedValues = 0

  constructor(options: SpoolOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    mkdirSync(options.directory, { recursive: true, mode: 0o700 })
    this.#segments = listSegments(options.directory)
    this.#readCounts()
    this.#bound()
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  get oldestAt(): number | null {
    return this.#segments.find(({ places }) => places.length > 0)?.places[0]?.at ?? null
  }

  get isEmpty(): boolean {
    return this.#segments.every(({ places }) => places.length === 0)
  }

  addBatch(polls: readonly MetricPoll[]): void {
    const values = polls.reduce((sum, poll) => sum + poll.values.length, 0)
    this.#add({ of: 'batch', epoch: this.#epoch, sequence: ++this.#sequences.batch, polls }, values)
  }

  addFacts(facts: readonly Fact[]): void {
    this.#add({ of: 'facts', epoch: this.#epoch, sequence: ++this.#sequences.facts, facts }, 0)
  }

  addLineFacts(facts: readonly LineFact[]): void {
    const sequence = ++this.#sequences['line-facts']
    this.#add({ of: 'line-facts', epoch: this.#epoch, sequence, facts }, 0)
  }

  /** The next that is not under way, the oldest first; null: nothing. It is under way then. */
  next(): Spooled | null {
    for (const segment of this.#segments) {
      for (const place of segment.places) {
        if (this.#underWay.has(place)) continue
        const record = readRecord(this.#options.directory, segment, place)
        if (record === null) {
          segment.places = segment.places.filter((one) => one !== place)
          continue
        }
        this.#underWay.add(place)
        return record
      }
    }
    return null
  }

  get underWay(): number {
    return this.#underWay.size
  }

  /** The server has that record, and all facts or batches of the epoch before it that were sent. */
  acknowledge({ of, epoch, sequence }: Pick<Spooled, 'of' | 'epoch' | 'sequence'>): void {
    const isDone = (place: Place) =>
      place.of === of && place.epoch === epoch && place.sequence <= sequence && this.#underWay.has(place)
    for (const segment of this.#segments) {
      const done = segment.places.filter(isDone)
      if (done.length === 0) continue
      for (const place of done) this.#underWay.delete(place)
      segment.places = segment.places.filter((place) => !done.includes(place))
    }
    this.#removeEmpty()
  }

  /** The connection is gone: what was under way is sent again. */
  forgetUnderWay(): void {
    this.#underWay.clear()
  }

  close(): void {
    this.#closeCurrent()
  }

  #add(record: Spooled, values: number): void {
    const current = this.#writable()
    const line = Buffer.from(`${JSON.stringify({ ...record, at: this.#now() })}\n`)
    const { segment, file } = current
    writeSync(file, line)
    fdatasyncSync(file)
    const { of, epoch, sequence } = record
    const place = {
      of,
      epoch,
      sequence,
      at: this.#now(),
      values,
      offset: segment.bytes,
      length: line.length - 1,
    }
    segment.places.push(place)
    segment.bytes += line.length
    this.#bound()
  }

  #writable() {
    const now = this.#now()
    const current = this.#current
    if (current !== null && (current.segment.bytes >= segmentBytes || now - current.openedAt >= segmentAge))
      this.#closeCurrent()
    if (this.#current === null) {
      const number = (this.#segments.at(-1)?.number ?? 0) + 1
      const segment: Segment = { number, kind: 'raw', bytes: 0, places: [] }
      const file = openSync(segmentFile(this.#options.directory, segment), 'a', 0o600)
      this.#segments.push(segment)
      this.#current = { segment, file, openedAt: now }
    }
    return this.#current
  }

  #closeCurrent(): void {
    if (this.#current !== null) closeSync(this.#current.file)
    this.#current = null
    this.#removeEmpty()
  }

  #removeEmpty(): void {
    // One that is written still is emptied by the next, not by each acknowledgement.
    if (this.#current?.segment.places.length === 0 && this.#current.segment.bytes > segmentBytes / 16) {
      closeSync(this.#current.file)
      this.#current = null
    }
    for (const segment of this.#segments.filter(({ places }) => places.length === 0)) {
      if (segment === this.#current?.segment) continue
      removeSegment(this.#options.directory, segment)
      this.#segments = this.#segments.filter((one) => one !== segment)
    }
  }

  #bound(): void {
    const oldest = this.#now() - this.#options.days * day
    for (const segment of this.#segments)
      if (segment !== this.#current?.segment && (segment.places.at(-1)?.at ?? 0) < oldest) this.#drop(segment)
    while (this.bytes > this.#options.bytes) {
      const closed = this.#segments.filter((segment) => segment !== this.#current?.segment)
      const raw = closed.find(
        ({ kind, places }) => kind === 'raw' && !places.some((one) => this.#underWay.has(one)),
      )
      if (raw !== undefined) this.#thin(raw)
      else if (closed[0] !== undefined) this.#drop(closed[0])
      else return
    }
  }

  /** Raw values become means: the new file is whole on the disk before the old one goes. */
  #thin(segment: Segment): void {
    const { directory } = this.#options
    const records = segment.places.flatMap((place) => readRecord(directory, segment, place) ?? [])
    const { kept, lost } = thinned(records, randomUUID())
    const lines = kept.map((record) =>
      JSON.stringify({ ...record, at: segment.places.at(-1)?.at ?? this.#now() }),
    )
    const made: Segment = { number: segment.number, kind: 'mean', bytes: 0, places: [] }
    const file = segmentFile(directory, made)
    writeFileSync(`${file}.new`, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
    removeSegment(directory, segment)
    this.#segments[this.#segments.indexOf(segment)] = readSegment(directory, made)
    this.thinnedValues += lost
    this.#writeCounts()
  }

  #drop(segment: Segment): void {
    this.dropped += segment.places.reduce((sum, { values }) => sum + values, 0)
    for (const place of segment.places) this.#underWay.delete(place)
    removeSegment(this.#options.directory, segment)
    this.#segments = this.#segments.filter((one) => one !== segment)
    this.#writeCounts()
  }

  #readCounts(): void {
    const file = this.#countsFile()
    if (!existsSync(file)) return
    try {
      const { dropped, thinned: means } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
      this.dropped = Number.isSafeInteger(dropped) ? (dropped as number) : 0
      this.thinnedValues = Number.isSafeInteger(means) ? (means as number) : 0
    } catch {
      // Cut off: it counts from here.
    }
  }

  #writeCounts(): void {
    const text = JSON.stringify({ dropped: this.dropped, thinned: this.thinnedValues })
    writeFileSync(`${this.#countsFile()}.new`, text, { mode: 0o600 })
    renameSync(`${this.#countsFile()}.new`, this.#countsFile())
  }

  #countsFile(): string {
    return path.join(this.#options.directory, 'counts.json')
  }
}

function readRecord(directory: string, segment: Segment, place: Place): Spooled | null {
  let file: number
  try {
    file = openSync(segmentFile(directory, segment), 'r')
  } catch {
    return null
  }
  try {
    const bytes = Buffer.alloc(place.length)
    readSync(file, bytes, 0, place.length, place.offset)
    return JSON.parse(bytes.toString('utf8')) as Spooled
  } catch {
    return null
  } finally {
    closeSync(file)
  }
}
