import type { Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { Logger } from '../../platform/log.ts'
import { carrierRepo, type RecordedPart } from './carrier.repo.ts'
import type { Recording } from './recording.ts'

/**
 * Interval at which one statement stores pending parts: spread over the second, since all at once would block
 * every terminal. Watchers see output almost live.
 */
const beatMilliseconds = 200
/** Batch size while no user watches. */
const batchMilliseconds = 1_000
/** A recording with more pending than this is stored at once. */
const maxWaiting = 64 * 1024
const maxConcurrent = 1024 * 1024

/** Stores the output of all terminals of a process, each about once a second, at any number. */
export class RecordingStore {
  readonly #scopes: Scopes
  readonly #log: Logger
  /** Pending parts, and the beat that first stores them. */
  readonly #waiting = new Map<Recording, number>()
  #armed = false
  #writing: Promise<void> = Promise.resolve()

  constructor(scopes: Scopes, log: Logger) {
    this.#scopes = scopes
    this.#log = log
  }

  /** Part of it is pending. */
  note(recording: Recording): void {
    const full = recording.waiting > maxWaiting
    if (full || recording.watched) this.#waiting.set(recording, 0)
    else if (!this.#waiting.has(recording))
      this.#waiting.set(recording, performance.now() + batchMilliseconds - beatMilliseconds)
    if (full) void this.#store(0)
    this.#arm()
  }

  /** Stores everything pending. */
  flush(): Promise<void> {
    return this.#store(Infinity)
  }

  #arm(): void {
    if (this.#armed || this.#waiting.size === 0) return
    this.#armed = true
    setTimeout(() => void this.#beat(), beatMilliseconds)
  }

  async #beat(): Promise<void> {
    await this.#store(performance.now())
    this.#armed = false
    this.#arm()
  }

  /** One statement at a time, so parts stay in order. */
  #store(until: number): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write(until))
    return this.#writing
  }

  async #write(until: number): Promise<void> {
    const recordings = [...this.#waiting].filter(([, due]) => due <= until).map(([recording]) => recording)
    let parts = new Map<Recording, RecordedPart>()
    let size = 0
    for (const recording of recordings) {
      this.#waiting.delete(recording)
      const part = recording.take()
      if (part === null) continue
      parts.set(recording, part)
      size += part.content.length
      if (size < maxConcurrent) continue
      await this.#keep(parts)
      parts = new Map()
      size = 0
    }
    if (parts.size > 0) await this.#keep(parts)
  }

  async #keep(parts: ReadonlyMap<Recording, RecordedPart>): Promise<void> {
    try {
      const kept = new Set(await carrierRepo.keepParts(this.#scopes, [...parts.values()]))
      for (const [recording, { terminalId }] of parts) if (!kept.has(terminalId)) recording.failed()
    } catch (error) {
      const unreachable = error instanceof AppError && error.code === 'system.unavailable'
      if (parts.size === 1 || unreachable) {
        this.#log.warn({ err: error, terminals: parts.size }, 'what a terminal showed was not stored')
        for (const recording of parts.keys()) recording.failed()
        return
      }
      // A part that cannot be stored does not fail the others.
      for (const one of parts) await this.#keep(new Map([one]))
    }
  }
}
