import { terminalApi } from '@netward/contract'
import type { TerminalMessage, TerminalOutcome } from '@netward/contract/terminal-values'
import type { WebSocket } from '@fastify/websocket'
import type { Size } from './telnet-codec.ts'

/** A browser that takes less than this is waited for: the device is read no further. */
const mostUnsent = 256 * 1024
/** The browser takes the words of the end before the socket goes. */
const closingMilliseconds = 2_000

export interface BrowserEvents {
  typed(bytes: Buffer): void
  resized(size: Size): void
  /** What the device asked at its sign-in. */
  answered(round: number, answers: readonly string[]): void
  /** Broken: it sent what nobody understands. */
  left(outcome: 'left' | 'broken'): void
  /** It takes nothing more, until `ready`. */
  slow(): void
  ready(): void
}

/** The browser's end of one terminal: frames of bytes are what is typed and shown, frames of text say the rest. */
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
      if (!this.#held || this.#unsent >= mostUnsent / 2) return
      this.#held = false
      this.#events.ready()
    })
    if (this.#held || this.#unsent <= mostUnsent) return
    this.#held = true
    this.#events.slow()
  }

  say(message: TerminalMessage): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** The device takes nothing of what is typed. */
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
