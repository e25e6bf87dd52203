import { randomUUID } from 'node:crypto'
import type { Command } from '@netward/cwmp'
import type { Secrets } from '../../platform/secrets.ts'
import type { CommandOutcome, QueuedCommand } from './acs-rows.ts'
import type { AcsRepo } from './acs.repo.ts'
import { commandOf } from './commands.ts'

export interface Queued {
  /** Null: the templates of the gateway are to be carried out, which takes commands of its own. */
  command: Command | null
  row: QueuedCommand
}

/** The queue of one gateway as one session works it off, under a lease that a later Inform takes away. */
export class CommandQueue {
  readonly #repo: AcsRepo
  readonly #secrets: Secrets
  readonly #deviceId: string
  readonly #since = new Date().toISOString()
  readonly #taken: Queued[] = []
  /** Names this session's lease, once it wants one. */
  #holder = ''
  #more: boolean

  constructor(
    deps: { repo: AcsRepo; secrets: Secrets },
    gateway: { device_id: string; has_commands: boolean },
  ) {
    this.#repo = deps.repo
    this.#secrets = deps.secrets
    this.#deviceId = gateway.device_id
    this.#more = gateway.has_commands
  }

  /** The next command, already marked as sent; null when none is left, or the lease is gone. */
  async next(): Promise<Queued | null> {
    while (true) {
      if (this.#taken.length === 0) await this.#take()
      const next = this.#taken.shift()
      if (next === undefined) return null
      if (await this.#repo.commandSent(next.row.id, this.#holder)) return next
    }
  }

  /** `sent`: answered, and the evidence that it was done is still to come. */
  async ended(commandId: string, state: 'done' | 'failed' | 'sent', outcome: CommandOutcome): Promise<void> {
    await this.#repo.commandEnded(commandId, this.#holder, state, outcome)
  }

  /** Asks until nothing waits: others may have come while these were worked off. */
  async #take(): Promise<void> {
    while (this.#more && this.#taken.length === 0) {
      if (this.#holder === '') this.#holder = randomUUID()
      const rows = await this.#repo.takeCommands(this.#deviceId, this.#holder, this.#since)
      this.#more = rows.length > 0
      for (const row of rows) {
        const command = this.#commandOf(row)
        if (command !== null || row.kind === 'provision') this.#taken.push({ command, row })
        else if (await this.#repo.commandSent(row.id, this.#holder)) {
          await this.ended(row.id, 'failed', { faultCode: 'cannot_be_sent' })
        }
      }
    }
  }

  /** Null for a secret that does not open too: one bad row may not stop the whole queue. */
  #commandOf(row: QueuedCommand): Command | null {
    try {
      return commandOf(row, this.#deviceId, this.#secrets)
    } catch {
      return null
    }
  }
}
