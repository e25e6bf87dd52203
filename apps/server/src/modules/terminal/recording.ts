import type { RecordedPart } from './carrier.repo.ts'
import type { RecordingStore } from './recording-store.ts'
import type { Size } from './telnet-codec.ts'

/** A terminal ends at this much output: nothing may happen unrecorded. */
export const maxRecorded = 16 * 1024 * 1024

/**
 * asciicast (version 2) lines of one terminal: output and window size. Input is excluded, since it would hold
 * passwords; echoed input is included.
 */
export class Recording {
  readonly #terminalId: string
  readonly #began: number
  readonly #most: number
  readonly #store: RecordingStore
  #waiting: string
  #n = 0
  #bytes = 0
  #watched = false
  /** Reports that a part could not be stored. */
  readonly failed: () => void

  /** @param begin `most`: maximum characters */
  constructor(
    terminalId: string,
    begin: Size & { at: number; most: number },
    store: RecordingStore,
    failed: () => void,
  ) {
    this.#terminalId = terminalId
    this.#began = begin.at
    this.#most = begin.most
    this.#store = store
    this.failed = failed
    const header = {
      version: 2,
      width: begin.columns,
      height: begin.rows,
      timestamp: Math.floor(begin.at / 1000),
      env: { TERM: 'xterm-256color' },
    }
    this.#waiting = `${JSON.stringify(header)}\n`
    store.note(this)
  }

  get full(): boolean {
    return this.#bytes + this.#waiting.length > this.#most
  }

  /** Size of the pending output. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** With a watcher, output is stored and announced sooner. */
  get watched(): boolean {
    return this.#watched
  }

  set watched(watched: boolean) {
    this.#watched = watched
    if (watched && this.#waiting !== '') this.#store.note(this)
  }

  shown(text: string): void {
    this.#line('o', text)
  }

  resized({ columns, rows }: Size): void {
    this.#line('r', `${columns}x${rows}`)
  }

  /** Hands the pending output over to the caller to store. */
  take(): RecordedPart | null {
    if (this.#waiting === '') return null
    const content = this.#waiting
    this.#waiting = ''
    this.#bytes += Buffer.byteLength(content)
    return {
      terminalId: this.#terminalId,
      n: this.#n++,
      content,
      bytes: this.#bytes,
      watched: this.#watched,
    }
  }

  /** Everything is stored, or has failed. */
  end(): Promise<void> {
    return this.#store.flush()
  }

  #line(kind: 'o' | 'r', text: string): void {
    const seconds = Math.round(Date.now() - this.#began) / 1000
    // PostgreSQL stores no NUL, escaped or not.
    this.#waiting += `${JSON.stringify([seconds, kind, text.replaceAll('\0', '')])}\n`
    this.#store.note(this)
  }
}
