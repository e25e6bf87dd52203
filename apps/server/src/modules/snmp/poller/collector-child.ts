import {
  type CollectorProcess,
  type CollectorSettings,
  forkCollector,
  type FromCollector,
  type ToCollector,
} from '@netward/collector'
import type { Logger } from '../../../platform/log.ts'

export type Fork = typeof forkCollector

interface ChildEvents {
  /** A process began anew: it knows nothing. */
  onStart(): void
  onMessage(message: FromCollector): void
}

/** Waits after a process that ended by itself, in milliseconds: longer each time it lives shortly. */
const restartDelays = [500, 2_000, 10_000, 30_000]
const livedLong = 60_000

/** The collector's process: started with the first device, started again when it dies, stopped when there is nothing to do. */
export class CollectorChild {
  readonly #fork: Fork
  readonly #settings: CollectorSettings
  readonly #events: ChildEvents
  readonly #log: Logger
  #process: CollectorProcess | null = null
  #startedAt = 0
  #deaths = 0
  #restart: NodeJS.Timeout | null = null
  #wanted = false

  constructor(options: { fork?: Fork; settings: CollectorSettings; events: ChildEvents; log: Logger }) {
    this.#fork = options.fork ?? forkCollector
    this.#settings = options.settings
    this.#events = options.events
    this.#log = options.log
  }

  get isRunning(): boolean {
    return this.#process !== null
  }

  get pid(): number | undefined {
    return this.#process?.process.pid
  }

  get deaths(): number {
    return this.#deaths
  }

  start(): void {
    this.#wanted = true
    if (this.#process !== null || this.#restart !== null) return
    this.#startedAt = Date.now()
    const process = this.#fork({
      onMessage: (message) => {
        if (this.#process === process) this.#events.onMessage(message)
      },
      onExit: (code, signal) => {
        if (this.#process !== process) return
        this.#process = null
        this.#died(code, signal)
      },
    })
    this.#process = process
    process.send({ kind: 'start', settings: this.#settings })
    this.#events.onStart()
  }

  send(message: ToCollector): void {
    this.#process?.send(message)
  }

  async stop(): Promise<void> {
    this.#wanted = false
    if (this.#restart !== null) clearTimeout(this.#restart)
    this.#restart = null
    const process = this.#process
    this.#process = null
    await process?.stop()
  }

  #died(code: number | null, signal: NodeJS.Signals | null): void {
    if (!this.#wanted) return
    this.#deaths = Date.now() - this.#startedAt > livedLong ? 1 : this.#deaths + 1
    const delay = restartDelays[Math.min(this.#deaths, restartDelays.length) - 1]!
    this.#log.warn({ code, signal, delay }, 'the collector ended and is started again')
    this.#restart = setTimeout(() => {
      this.#restart = null
      if (this.#wanted) this.start()
    }, delay)
  }
}
