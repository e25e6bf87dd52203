import { every } from '../../platform/jobs/worker.ts'
import type { Logger } from '../../platform/log.ts'
import { type BackupDeps, makeBackup } from './make-backup.ts'
import { type BackupToDo, runnerRepo } from './runner.repo.ts'

export interface RunnerOptions extends BackupDeps {
  readonly log: Logger
  /** Devices read at once. */
  readonly concurrency?: number
  readonly pauseMilliseconds?: number
}

/** Makes queued backups, a few at once, where devices are measured: in processes of the role poller. */
export class BackupRunner {
  readonly #options: RunnerOptions
  readonly #abort = new AbortController()
  readonly #running = new Set<Promise<void>>()
  #timer: ReturnType<typeof every> | null = null

  constructor(options: RunnerOptions) {
    this.#options = options
  }

  start(): void {
    const { log, pauseMilliseconds = 2_000 } = this.#options
    this.#timer = every(pauseMilliseconds, log, 'configuration.backups', () => this.#turn())
  }

  get running(): number {
    return this.#running.size
  }

  async stop(): Promise<void> {
    this.#timer?.stop()
    this.#abort.abort()
    await this.#timer?.idle()
    await Promise.all(this.#running)
  }

  async #turn(): Promise<void> {
    const free = (this.#options.concurrency ?? 8) - this.#running.size
    if (free <= 0 || this.#abort.signal.aborted) return
    for (const todo of await runnerRepo.take(this.#options.scopes, free)) {
      const run = this.#back(todo).finally(() => this.#running.delete(run))
      this.#running.add(run)
    }
  }

  async #back(todo: BackupToDo): Promise<void> {
    const { scopes, log } = this.#options
    try {
      const result = await makeBackup(this.#options, todo, this.#abort.signal)
      // A process that stops leaves it to another one.
      if (!this.#abort.signal.aborted || result.reason === null) await runnerRepo.store(scopes, todo, result)
    } catch (error) {
      log.warn({ err: error, device: todo.device_id }, 'a configuration backup failed')
    }
  }
}
