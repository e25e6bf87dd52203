import type { EmbeddedLog } from './embedded-error.ts'
import type { Postmaster } from './postmaster.ts'

const firstWait = 100
const longestWait = 30_000
/** After this uptime the next crash counts as the first. */
const steadyAfter = 60_000

type Wait = (milliseconds: number, value: undefined, options: { signal: AbortSignal }) => Promise<unknown>

/** Keeps one postmaster running: a crash is followed by a restart, repeated ones by growing waits. */
export class Supervisor {
  readonly #launch: () => Promise<Postmaster>
  readonly #log: EmbeddedLog
  readonly #wait: (
    milliseconds: number,
    value: undefined,
    options: { signal: AbortSignal },
  ) => Promise<unknown>
  readonly #stopping = new AbortController()
  readonly #listeners: (() => void)[] = []
  #current: Postmaster | null = null
  #watch: Promise<void> = Promise.resolve()

  constructor(launch: () => Promise<Postmaster>, log: EmbeddedLog, wait: Wait) {
    this.#launch = launch
    this.#log = log
    this.#wait = wait
  }

  get pid(): number {
    return this.#current?.pid ?? 0
  }

  onRestart(listener: () => void): void {
    this.#listeners.push(listener)
  }

  async start(): Promise<void> {
    this.#current = await this.#launch()
    process.on('exit', this.#stopAtExit)
    this.#watch = this.#keepRunning(this.#current)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    process.off('exit', this.#stopAtExit)
    const current = this.#current
    current?.kill('SIGINT')
    // A backend that does not react ends by the immediate shutdown; the next start recovers from the log.
    const impatient = setTimeout(() => current?.kill('SIGQUIT'), 30_000)
    await this.#watch
    clearTimeout(impatient)
  }

  /** The server ends without calling stop. */
  readonly #stopAtExit = () => this.#current?.kill('SIGINT')

  async #keepRunning(first: Postmaster): Promise<void> {
    let running = first
    let wait = firstWait
    let since = Date.now()
    while (true) {
      const how = await running.exited
      this.#current = null
      if (this.#stopping.signal.aborted) return
      if (Date.now() - since > steadyAfter) wait = firstWait
      this.#log.error(`the embedded database ended by itself (${how}); restarting it`)
      const next = await this.#relaunch(wait)
      if (!next) return
      running = next
      wait = Math.min(wait * 2, longestWait)
      since = Date.now()
      this.#log.warn('the embedded database runs again')
      for (const listener of this.#listeners) listener()
    }
  }

  async #relaunch(firstPause: number): Promise<Postmaster | null> {
    const { signal } = this.#stopping
    for (let pause = firstPause; !signal.aborted; pause = Math.min(pause * 2, longestWait)) {
      try {
        await this.#wait(pause, undefined, { signal })
        this.#current = await this.#launch()
        // stop() was called during the start, and had nothing to signal yet.
        if (signal.aborted) this.#current.kill('SIGINT')
        return this.#current
      } catch (error) {
        if (!signal.aborted) this.#log.error(error instanceof Error ? error.message : String(error))
      }
    }
    return null
  }
}
