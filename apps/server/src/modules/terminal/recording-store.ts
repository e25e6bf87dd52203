import type { Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { Logger } from '../../platform/log.ts'
import { carrierRepo, type RecordedPart } from './carrier.repo.ts'
import type { Recording } from './recording.ts'

/**
 * What waits is stored by one statement so often: spread over the second, for all at once would hold up every terminal.
 * Whoever looks on sees it nearly as it happens.
 */
const beatMilliseconds = 200
/** As long as nobody looks on so much is gathered. */
const gatheredMilliseconds = 1_000
/** One recording that holds more is stored at once. */
const mostWaiting = 64 * 1024
const mostAtOnce = 1024 * 1024

/** Stores what all terminals of a process show, each about once a second, however many they are. */
export class RecordingStore {
  readonly #scopes: Scopes
  readonly #log: Logger
  /** What waits, and from when on a beat stores it. */
  readonly #waiting = new Map<Recording, number>()
  #armed = false
  #writing: Promise<void> = Promise.resolve()

  constructor(scopes: Scopes, log: Logger) {
    this.#scopes = scopes
    this.#log = log
  }

  /** Something of it waits. */
  note(recording: Recording): void {
    const full = recording.waiting > mostWaiting
    if (full || recording.watched) this.#waiting.set(recording, 0)
    else if (!this.#waiting.has(recording))
      this.#waiting.set(recording, performance.now() + gatheredMilliseconds - beatMilliseconds)
    if (full) void this.#store(0)
    this.#arm()
  }

  /** Stores everything that waits. */
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

  /** One statement at a time: no part overtakes the one before it. */
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
      if (size < mostAtOnce) continue
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
      // One that cannot be stored takes no other with it.
      for (const one of parts) await this.#keep(new Map([one]))
    }
  }
}
