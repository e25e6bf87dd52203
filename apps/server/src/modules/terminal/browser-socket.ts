import { terminalApi } from '@netward/contract'
import type { TerminalMessage, TerminalOutcome } from '@netward/contract/terminal-values'
import type { WebSocket } from '@fastify/websocket'
import type { Size } from './telnet-codec.ts'

/** Backpressure: below this rate of consumption the device is not read. */
const maxUnsent = 256 * 1024
/** The browser receives the end message before the socket closes. */
const closingMilliseconds = 2_000

export interface BrowserEvents {
  typed(bytes: Buffer): void
  resized(size: Size): void
  /** The device's sign-in questions. */
  answered(round: number, answers: readonly string[]): void
  /** Broken: it sent an invalid frame. */
  left(outcome: 'left' | 'broken'): void
  /** Accepts no more until `ready`. */
  slow(): void
  ready(): void
}

/** The browser's end of a terminal: binary frames carry input and output, text frames everything else. */
export class BrowserSocket {
  readonly #socket: WebSocket
  readonly #events: BrowserEvents
  #unsent = 0
  #held = false

  constructor(socket: WebSocket, events: BrowserEvents) {
    this.#socket = socket
    this.#events = events
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) events.typed(data)
      else this.#control(data.toString('utf8'))
    })
    socket.on('close', () => events.left('left'))
  }

  show(text: string): void {
    const frame = Buffer.from(text)
    this.#unsent += frame.length
    this.#socket.send(frame, { binary: true }, () => {
      this.#unsent -= frame.length
      if (!this.#held || this.#unsent >= maxUnsent / 2) return
      this.#held = false
      this.#events.ready()
    })
    if (this.#held || this.#unsent <= maxUnsent) return
    this.#held = true
    this.#events.slow()
  }

  say(message: TerminalMessage): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** The device accepts no input. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  close(outcome: TerminalOutcome): void {
    this.#socket.close(4400, outcome)
    const cut = setTimeout(() => this.#socket.terminate(), closingMilliseconds)
    this.#socket.once('close', () => clearTimeout(cut))
  }

  #control(text: string): void {
    const { data } = terminalApi.terminalControl.safeParse(parsed(text))
    switch (data?.type) {
      case 'end':
        return this.#events.left('left')
      case 'resize':
        return this.#events.resized({ columns: data.columns, rows: data.rows })
      case 'answer':
        return this.#events.answered(data.round, data.answers)
      case undefined:
        return this.#events.left('broken')
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
