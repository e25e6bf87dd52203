import type { Size } from './telnet-codec.ts'

/** A terminal that showed so much ends: nothing happens in one that is not recorded. */
export const mostRecorded = 16 * 1024 * 1024
const flushMilliseconds = 1_000
const flushBytes = 64 * 1024

/**
 * The lines of an asciicast (version 2) of one terminal: what was shown and how large the window was. What was typed is
 * not in it, for it would hold passwords; what the device echoes is.
 */
export class Recording {
  readonly #began: number
  readonly #keep: (n: number, content: string, bytes: number) => Promise<void>
  #waiting: string
  #timer: NodeJS.Timeout | null = null
  #n = 0
  #bytes = 0
  #writing: Promise<void> = Promise.resolve()
  readonly #failed: () => void

  /** @param keep stores a part; `bytes` is the length of all so far. @param failed tells that it could not. */
  constructor(
    begin: Size & { at: number },
    keep: (n: number, content: string, bytes: number) => Promise<void>,
    failed: () => void,
  ) {
    this.#began = begin.at
    this.#keep = keep
    this.#failed = failed
    const header = {
      version: 2,
      width: begin.columns,
      height: begin.rows,
      timestamp: Math.floor(begin.at / 1000),
      env: { TERM: 'xterm-256color' },
    }
    this.#waiting = `${JSON.stringify(header)}\n`
  }

  get full(): boolean {
    return this.#bytes + this.#waiting.length > mostRecorded
  }

  shown(text: string): void {
    this.#line('o', text)
  }

  resized({ columns, rows }: Size): void {
    this.#line('r', `${columns}x${rows}`)
  }

  /** Stores what waits. */
  async end(): Promise<void> {
    this.#flush()
    await this.#writing
  }

  #line(kind: 'o' | 'r', text: string): void {
    const seconds = Math.round(Date.now() - this.#began) / 1000
    // A database holds no NUL, escaped or not.
    this.#waiting += `${JSON.stringify([seconds, kind, text.replaceAll('\0', '')])}\n`
    if (this.#waiting.length > flushBytes) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), flushMilliseconds)
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#waiting === '') return
    const content = this.#waiting
    this.#waiting = ''
    this.#bytes += Buffer.byteLength(content)
    const [n, bytes] = [this.#n++, this.#bytes]
    this.#writing = this.#writing.then(() => this.#keep(n, content, bytes)).catch(() => this.#failed())
  }
}
