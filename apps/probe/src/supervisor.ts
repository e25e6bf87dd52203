import type { ProbeRelease } from '@netward/collector/probe-frames'
import { type ChildProcess, fork } from 'node:child_process'
import { readConfiguration } from './configuration.ts'
import { Programs } from './release.ts'

/** What the process that measures says to the one that watches over it. */
export type FromWorker =
  | { readonly kind: 'up' }
  | { readonly kind: 'upgrade'; readonly release: ProbeRelease }

export interface SupervisorOptions {
  readonly state: string
  /** This program, and its version: what runs when nothing newer does. */
  readonly program: string
  readonly version: string
  readonly log: (text: string) => void
  /** Within which a new program has to reach the server. */
  readonly upMilliseconds?: number
}

const usualUp = 3 * 60_000
const restartMilliseconds = 2_000
const stopMilliseconds = 10_000
/** Ends before it ever reached the server, after which an upgrade is given up. */
const mostEnds = 3

/**
 * Runs the newest program that the holder of the release key signed. A new one is tried: if it does not reach the server in
 * time, the one before it goes on, and the new one is not tried again.
 */
export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #programs: Programs
  #child: ChildProcess | null = null
  #release: ProbeRelease | null = null
  #isUp = false
  #ends = 0
  #trial: NodeJS.Timeout | null = null
  #restart: NodeJS.Timeout | null = null
  #isStopping = false

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#programs = new Programs(options.state)
  }

  start(): void {
    this.#release = this.#programs.current(this.#options.version, this.#releaseKey())
    this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    for (const timer of [this.#trial, this.#restart]) if (timer !== null) clearTimeout(timer)
    await this.#end()
  }

  #releaseKey(): string | null {
    return readConfiguration(this.#options.state).releaseKey
  }

  #run(): void {
    const { state, program } = this.#options
    const file = this.#release === null ? program : this.#programs.fileOf(this.#release.version)
    this.#isUp = false
    const child = fork(file, ['work', '--state', state], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    this.#child = child
    child.on('message', (message) => this.#take(message as FromWorker))
    child.on('error', () => {})
    child.once('exit', () => {
      if (this.#child === child) this.#ended()
    })
  }

  #take(message: FromWorker): void {
    if (message.kind === 'upgrade') return void this.#upgrade(message.release)
    this.#isUp = true
    this.#ends = 0
    if (this.#trial === null) return
    clearTimeout(this.#trial)
    this.#trial = null
    if (this.#release !== null) this.#programs.use(this.#release)
    this.#options.log(`upgraded to ${this.#release?.version ?? ''}`)
  }

  #ended(): void {
    this.#child = null
    if (this.#isStopping) return
    if (!this.#isUp && this.#release !== null && ++this.#ends >= mostEnds) return void this.#giveUp()
    this.#restart = setTimeout(() => this.#run(), restartMilliseconds)
  }

  async #upgrade(release: ProbeRelease): Promise<void> {
    const { version, upMilliseconds = usualUp, log } = this.#options
    const known = this.#release?.version ?? version
    // What the other process says is looked at again: the file is what will run.
    if (this.#trial !== null || !this.#programs.isWhole(release, known, this.#releaseKey())) return
    log(`trying version ${release.version}`)
    await this.#end()
    if (this.#isStopping) return
    this.#release = release
    this.#ends = 0
    this.#trial = setTimeout(() => void this.#giveUp(), upMilliseconds)
    this.#run()
  }

  async #giveUp(): Promise<void> {
    if (this.#trial !== null) clearTimeout(this.#trial)
    this.#trial = null
    const failed = this.#release?.version ?? ''
    await this.#end()
    this.#programs.fail(failed)
    this.#release = null
    this.#ends = 0
    this.#options.log(`version ${failed} did not come up: the one before it goes on`)
    if (!this.#isStopping) this.#run()
  }

  /** One at a time has the spool. */
  async #end(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (this.#restart !== null) clearTimeout(this.#restart)
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    await new Promise<void>((resolve) => {
      const force = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds)
      child.once('exit', () => {
        clearTimeout(force)
        resolve()
      })
      child.kill('SIGTERM')
    })
  }
}
