import { randomUUID } from 'node:crypto'
import type { Command } from '@netward/cwmp'
import type { Secrets } from '../../platform/secrets.ts'
import type { CommandEnd, CommandOutcome, EndedCommand, QueuedCommand } from './acs-rows.ts'
import type { AcsRepo } from './acs.repo.ts'
import { commandOf } from './commands.ts'
import type { LearnedRows } from './learned-rows.ts'

/** Carried out by commands that the session plans (provisioning.ts). */
const plannedKinds = new Set(['provision', 'change_settings'])

export interface Queued {
  /** Null: templates or a change of settings are to be carried out, which takes commands of its own. */
  command: Command | null
  row: QueuedCommand
}

/** The queue of one gateway as one session works it off, under a lease that a later Inform takes away. */
export class CommandQueue {
  readonly #repo: AcsRepo
  readonly #secrets: Secrets
  readonly #learned: LearnedRows
  readonly #mayCarrySecrets: boolean
  readonly #deviceId: string
  readonly #since = new Date().toISOString()
  readonly #taken: Queued[] = []
  /** Answered, and told to nobody yet. */
  #ended: EndedCommand[] = []
  /** Names this session's lease, once it wants one. */
  #holder = ''
  #more: boolean

  constructor(
    deps: { repo: AcsRepo; secrets: Secrets; learned: LearnedRows },
    gateway: { device_id: string; has_commands: boolean },
    mayCarrySecrets: boolean,
  ) {
    this.#mayCarrySecrets = mayCarrySecrets
    this.#repo = deps.repo
    this.#learned = deps.learned
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
      if (await this.#turn(next.row.id)) return next
    }
  }

  /** Notes an end; it is told with the next turn, or by `tell`. */
  ended(id: string, state: CommandEnd, outcome: CommandOutcome): void {
    this.#ended.push({ id, state, outcome })
  }

  /** Tells what ended since the last turn, and what was learned by then. */
  async tell(): Promise<void> {
    if (this.#ended.length > 0) await this.#turn(null)
  }

  #turn(next: string | null): Promise<boolean> {
    const ended = this.#ended
    this.#ended = []
    return this.#repo.turn(this.#deviceId, this.#holder, { learned: this.#learned.take(), ended, next })
  }

  /** Asks until nothing waits: others may have come while these were worked off. */
  async #take(): Promise<void> {
    // What is not told by then would seem to have been left without an answer.
    await this.tell()
    while (this.#more && this.#taken.length === 0) {
      if (this.#holder === '') this.#holder = randomUUID()
      const rows = await this.#repo.takeCommands(this.#deviceId, this.#holder, this.#since)
      this.#more = rows.length > 0
      for (const row of rows) {
        // The URL of a transfer is for that transfer alone; a password that is set stays.
        const withheld = row.kind === 'set_parameter_values' && row.secret !== null && !this.#mayCarrySecrets
        const command = withheld ? null : this.#commandOf(row)
        if (command !== null || plannedKinds.has(row.kind)) this.#taken.push({ command, row })
        else if (await this.#turn(row.id)) {
          this.ended(row.id, 'failed', { faultCode: withheld ? 'secret_withheld' : 'cannot_be_sent' })
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
