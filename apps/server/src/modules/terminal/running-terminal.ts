import { StringDecoder } from 'node:string_decoder'
import { terminalApi } from '@netward/contract'
import type { TerminalMessage, TerminalOutcome } from '@netward/contract/terminal-values'
import type { WebSocket } from '@fastify/websocket'
import type { Logger } from '../../platform/log.ts'
import { connectShell, type TerminalDeps } from './connect.ts'
import { Recording } from './recording.ts'
import { type Shell, ShellRefused } from './shell.ts'
import type { Size } from './telnet-codec.ts'
import { type Redeemed, terminalRepo } from './terminal.repo.ts'
import { decoderFor, encodeFor } from './text-stream.ts'

/** Nobody works in one terminal for longer. */
const longestMilliseconds = 8 * 3600_000
/** A browser that takes less than this is waited for: the device is read no further. */
const mostUnsent = 256 * 1024
/** Frames that come before the device has answered are kept up to this. */
const mostEarly = 4096
/** The browser takes the words of the end before the socket goes. */
const closingMilliseconds = 2_000

/** One terminal: a browser's socket, a shell on a device, and the recording between them. */
export class RunningTerminal {
  readonly #deps: TerminalDeps
  readonly #log: Logger
  readonly #row: Redeemed
  readonly #socket: WebSocket
  readonly #decode: (bytes: Buffer) => string
  readonly #typed = new StringDecoder('utf8')
  readonly #abort = new AbortController()
  readonly #idleMilliseconds: number
  #shell: Shell | null = null
  #recording: Recording | null = null
  #size: Size
  #early: Buffer[] = []
  #idle: NodeJS.Timeout | undefined
  #limit: NodeJS.Timeout | undefined
  #over: Promise<void> | null = null
  #unsent = 0
  #held = false
  #resolve: () => void = () => {}
  /** Since the standing was last asked. */
  used = true
  /** Resolves when everything of it is written. */
  readonly gone = new Promise<void>((resolve) => {
    this.#resolve = resolve
  })

  constructor(deps: TerminalDeps, log: Logger, row: Redeemed, socket: WebSocket, size: Size) {
    this.#deps = deps
    this.#log = log
    this.#row = row
    this.#socket = socket
    this.#size = size
    this.#decode = decoderFor(row.encoding)
    this.#idleMilliseconds = row.idle_minutes * 60_000
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#receive(data, isBinary))
    socket.on('close', () => this.end('left'))
  }

  get id(): string {
    return this.#row.id
  }

  async start(): Promise<void> {
    try {
      const shell = await connectShell(this.#deps, this.#row, this.#size, this.#abort.signal, {
        shown: (bytes) => this.#show(bytes),
        drained: () => this.#socket.resume(),
        closed: (outcome) => this.end(outcome),
      })
      if (this.#over !== null) {
        shell.end()
        return
      }
      this.#shell = shell
      if (!(await terminalRepo.updateStarted(this.#deps.scopes, this.#row))) {
        this.end('broken')
        return
      }
      this.#record()
      this.#say({ type: 'open' })
      this.#stir()
      this.#limit = setTimeout(() => this.end('limit'), longestMilliseconds)
      shell.resize(this.#size)
      for (const bytes of this.#early.splice(0)) this.#write(bytes)
    } catch (error) {
      if (!(error instanceof ShellRefused))
        this.#log.warn({ err: error, terminal: this.id }, 'a terminal failed')
      this.end(error instanceof ShellRefused ? error.outcome : 'broken', null, error)
    }
  }

  /** Ends it, once; the first reason counts. */
  end(outcome: TerminalOutcome, endedBy: string | null = null, error: unknown = null): void {
    this.#over ??= this.#finish(outcome, endedBy, error)
  }

  async #finish(outcome: TerminalOutcome, endedBy: string | null, error: unknown): Promise<void> {
    this.#abort.abort()
    clearTimeout(this.#idle)
    clearTimeout(this.#limit)
    this.#shell?.end()
    const keys = error instanceof ShellRefused && error.keys !== null ? error.keys : {}
    this.#say({ type: 'over', outcome, ...keys })
    this.#socket.close(4400, outcome)
    const cut = setTimeout(() => this.#socket.terminate(), closingMilliseconds)
    try {
      await this.#recording?.end()
      await terminalRepo.updateOver(this.#deps.scopes, this.#row, outcome, endedBy)
    } catch (failure) {
      // The sweep ends it as interrupted.
      this.#log.warn({ err: failure, terminal: this.id }, 'the end of a terminal was not written')
    } finally {
      if (this.#socket.readyState === this.#socket.CLOSED) clearTimeout(cut)
      this.#resolve()
    }
  }

  /** What the device showed before it was recorded is recorded too: the header comes first. */
  #record(): void {
    this.#recording ??= new Recording(
      { ...this.#size, at: Date.now() },
      (n, content, bytes) => terminalRepo.insertChunk(this.#deps.scopes, this.#row, n, content, bytes),
      () => this.end('broken'),
    )
  }

  #show(bytes: Buffer): void {
    if (this.#over !== null) return
    const text = this.#decode(bytes)
    if (text === '') return
    this.#record()
    this.#recording?.shown(text)
    if (this.#recording?.full === true) {
      this.end('recording_full')
      return
    }
    const frame = Buffer.from(text)
    this.#unsent += frame.length
    this.#socket.send(frame, { binary: true }, () => {
      this.#unsent -= frame.length
      if (this.#held && this.#unsent < mostUnsent / 2) {
        this.#held = false
        this.#shell?.resume()
      }
    })
    if (!this.#held && this.#unsent > mostUnsent) {
      this.#held = true
      this.#shell?.pause()
    }
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#over !== null) return
    if (!isBinary) {
      this.#control(data.toString('utf8'))
      return
    }
    this.used = true
    this.#stir()
    if (this.#shell === null || this.#recording === null) {
      if (this.#early.reduce((sum, { length }) => sum + length, data.length) <= mostEarly)
        this.#early.push(data)
      return
    }
    this.#write(data)
  }

  #write(data: Buffer): void {
    const bytes = encodeFor(this.#row.encoding, this.#typed.write(data))
    if (bytes.length > 0 && this.#shell?.write(bytes) === false) this.#socket.pause()
  }

  #control(text: string): void {
    const control = terminalApi.terminalControl.safeParse(parsed(text))
    if (!control.success) {
      this.end('broken')
      return
    }
    if (control.data.type === 'end') {
      this.end('left')
      return
    }
    const { columns, rows } = control.data
    this.#size = { columns, rows }
    this.#recording?.resized(this.#size)
    this.#shell?.resize(this.#size)
  }

  #say(message: TerminalMessage): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #stir(): void {
    clearTimeout(this.#idle)
    if (this.#shell !== null) this.#idle = setTimeout(() => this.end('idle'), this.#idleMilliseconds)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
