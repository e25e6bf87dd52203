import { StringDecoder } from 'node:string_decoder'
import type { TerminalOutcome } from '@netward/contract/terminal-values'
import type { WebSocket } from '@fastify/websocket'
import type { Logger } from '../../platform/log.ts'
import { BrowserSocket } from './browser-socket.ts'
import { carrierRepo, type Redeemed, type Standing } from './carrier.repo.ts'
import { connectShell, type TerminalDeps } from './connect.ts'
import { type LoginQuestion, LoginQuestions } from './login-questions.ts'
import type { RecordingStore } from './recording-store.ts'
import { Recording } from './recording.ts'
import { type Shell, ShellRefused } from './shell.ts'
import type { Size } from './telnet-codec.ts'
import { TerminalLimits } from './terminal-limits.ts'
import { decoderFor, encodeFor } from './text-stream.ts'

/** Frames received before the device answers are kept up to this. */
const maxEarly = 4096

export interface Carrier {
  readonly deps: TerminalDeps
  readonly log: Logger
  readonly store: RecordingStore
  readonly now: () => number
  readonly maxRecorded: number
}

/** One terminal: a browser socket, a shell on a device, and the recording between them. */
export class RunningTerminal {
  readonly #carrier: Carrier
  readonly #row: Redeemed
  readonly #browser: BrowserSocket
  readonly #decode: (bytes: Buffer) => string
  readonly #typed = new StringDecoder('utf8')
  readonly #abort = new AbortController()
  readonly #questions: LoginQuestions
  #shell: Shell | null = null
  #recording: Recording | null = null
  #limits: TerminalLimits | null = null
  #warned: 'idle' | 'limit' | null = null
  #watchers = ''
  #size: Size
  #early: Buffer[] = []
  #over: Promise<void> | null = null
  #resolve: () => void = () => {}
  /** Consent is pending; nothing reaches the device before it is granted. */
  asking: boolean
  /** Since the last status check. */
  used = true
  /** Resolves when everything is written. */
  readonly gone = new Promise<void>((resolve) => {
    this.#resolve = resolve
  })

  constructor(carrier: Carrier, row: Redeemed, socket: WebSocket, size: Size) {
    this.#carrier = carrier
    this.#row = row
    this.#size = size
    this.asking = row.ask_until !== null
    this.#decode = decoderFor(row.encoding)
    this.#browser = new BrowserSocket(socket, {
      typed: (bytes) => this.#receive(bytes),
      resized: (to) => this.#resize(to),
      answered: (round, answers) => this.#answer(round, answers),
      left: (outcome) => this.end(outcome),
      slow: () => this.#shell?.pause(),
      ready: () => this.#shell?.resume(),
    })
    this.#questions = new LoginQuestions((message) => this.#browser.say(message), carrier.now)
  }

  get id(): string {
    return this.#row.id
  }

  async start(): Promise<void> {
    if (this.asking) this.#browser.say({ type: 'asking', until: this.#row.ask_until ?? '' })
    else await this.#connect()
  }

  /** Its current status in the database. */
  async stands({ why, ended_by, state, watchers }: Standing): Promise<void> {
    if (why !== null) {
      this.end(why, ended_by)
      return
    }
    const names = watchers.join('\n')
    if (names !== this.#watchers) {
      this.#watchers = names
      this.#browser.say({ type: 'watched', by: watchers })
      if (this.#recording !== null) this.#recording.watched = watchers.length > 0
    }
    if (!this.asking || state !== 'waiting') return
    this.asking = false
    this.#browser.say({ type: 'allowed' })
    await this.#connect()
  }

  /** Ends it on timeout, or warns shortly before. */
  tick(): void {
    if (this.#questions.late(this.#carrier.now())) {
      this.end('answer_late')
      return
    }
    const standing = this.#limits?.look(this.#carrier.now()) ?? null
    if (standing !== null && 'over' in standing) {
      this.end(standing.over)
      return
    }
    const why = standing?.ending.why ?? null
    if (why === this.#warned) return
    if (standing !== null) this.#browser.say({ type: 'ending', ...standing.ending })
    else this.#browser.say({ type: 'ending', why: this.#warned ?? 'idle', seconds: null })
    this.#warned = why
  }

  /** Ends it once; the first reason counts. */
  end(outcome: TerminalOutcome, endedBy: string | null = null, error: unknown = null): void {
    this.#over ??= this.#finish(outcome, endedBy, error)
  }

  async #connect(): Promise<void> {
    const { deps, log, now } = this.#carrier
    try {
      const person = {
        size: this.#size,
        signal: this.#abort.signal,
        ask: (question: LoginQuestion) => this.#questions.ask(question),
      }
      const shell = await connectShell(deps, this.#row, person, {
        shown: (bytes) => this.#show(bytes),
        drained: () => this.#browser.resume(),
        closed: (outcome) => this.end(outcome),
      })
      if (this.#over !== null) {
        shell.end()
        return
      }
      this.#shell = shell
      if (!(await carrierRepo.updateStarted(deps.scopes, this.#row))) {
        this.end('broken')
        return
      }
      this.#record()
      this.#browser.say({ type: 'open' })
      const minutes = { idle: this.#row.idle_minutes * 60_000, longest: this.#row.longest_minutes * 60_000 }
      this.#limits = new TerminalLimits(minutes, now())
      shell.resize(this.#size)
      for (const bytes of this.#early.splice(0)) this.#write(bytes)
    } catch (error) {
      if (!(error instanceof ShellRefused)) log.warn({ err: error, terminal: this.id }, 'a terminal failed')
      this.end(error instanceof ShellRefused ? error.outcome : 'broken', null, error)
    }
  }

  async #finish(outcome: TerminalOutcome, endedBy: string | null, error: unknown): Promise<void> {
    this.#abort.abort()
    this.#limits = null
    this.#shell?.end()
    const keys = error instanceof ShellRefused && error.keys !== null ? error.keys : {}
    this.#browser.say({ type: 'over', outcome, ...keys })
    this.#browser.close(outcome)
    const { deps, log } = this.#carrier
    try {
      await this.#recording?.end()
      await carrierRepo.updateOver(deps.scopes, this.#row, outcome, endedBy)
    } catch (failure) {
      // The sweep ends it as interrupted.
      log.warn({ err: failure, terminal: this.id }, 'the end of a terminal was not written')
    } finally {
      this.#resolve()
    }
  }

  /** Output before the recording starts is recorded too: the header comes first. */
  #record(): Recording {
    this.#recording ??= new Recording(
      this.id,
      { ...this.#size, at: Date.now(), most: this.#carrier.maxRecorded },
      this.#carrier.store,
      () => this.end('broken'),
    )
    return this.#recording
  }

  #show(bytes: Buffer): void {
    if (this.#over !== null) return
    const text = this.#decode(bytes)
    if (text === '') return
    const recording = this.#record()
    recording.shown(text)
    if (recording.full) this.end('recording_full')
    else this.#browser.show(text)
  }

  #receive(bytes: Buffer): void {
    // Input before consent never reaches the device.
    if (this.#over !== null || this.asking) return
    // Nor does input beside sign-in questions: the shell would echo it into the recording.
    if (this.#limits === null && this.#questions.asked) return
    this.used = true
    this.#limits?.stir(this.#carrier.now())
    if (this.#limits !== null) this.#write(bytes)
    else if (this.#early.reduce((sum, { length }) => sum + length, bytes.length) <= maxEarly)
      this.#early.push(bytes)
  }

  #answer(round: number, answers: readonly string[]): void {
    this.used = true
    this.#questions.answer(round, answers)
  }

  #write(data: Buffer): void {
    const bytes = encodeFor(this.#row.encoding, this.#typed.write(data))
    if (bytes.length > 0 && this.#shell?.write(bytes) === false) this.#browser.pause()
  }

  #resize(size: Size): void {
    if (this.#over !== null || (size.columns === this.#size.columns && size.rows === this.#size.rows)) return
    this.#size = size
    this.#recording?.resized(size)
    if (this.#recording?.full === true) this.end('recording_full')
    else this.#shell?.resize(size)
  }
}
