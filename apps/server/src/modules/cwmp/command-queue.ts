import type { Command } from '@netward/cwmp'
import type { Secrets } from '../../platform/secrets.ts'
import type { AcsConfig } from './acs-config.ts'
import type { QueuedCommand } from './acs-rows.ts'
import { commandOf } from './commands.ts'
import { byWayOf, isTest, type Way } from './callback-url.ts'
import type { PendingWrites } from './pending-writes.ts'

/** Carried out by commands that the session plans (provisioning.ts). */
const plannedKinds = new Set(['provision', 'change_settings'])

export interface Queued {
  /** Null: templates or a settings change, which take commands of their own. */
  command: Command | null
  row: QueuedCommand
}

/** The queue of one gateway as one session processes it, under a lease that a later Inform takes. */
export class CommandQueue {
  readonly #secrets: Secrets
  readonly #config: AcsConfig
  readonly #news: PendingWrites
  readonly #way: Way
  readonly #deviceId: string
  readonly #since = new Date().toISOString()
  /** `sent`: marked so already. */
  readonly #taken: (Queued & { sent: boolean })[] = []
  #more: boolean

  constructor(
    deps: { secrets: Secrets; news: PendingWrites; config: AcsConfig },
    gateway: { device_id: string; has_commands: boolean },
    way: Way,
  ) {
    this.#way = way
    this.#config = deps.config
    this.#news = deps.news
    this.#secrets = deps.secrets
    this.#deviceId = gateway.device_id
    this.#more = gateway.has_commands
  }

  /** Reported values may have queued commands since the session began. */
  expectMore(): void {
    this.#more = true
  }

  /** The next command, already marked as sent; null when none is left, or the lease is lost. */
  async next(): Promise<Queued | null> {
    while (true) {
      if (this.#taken.length === 0) await this.#take()
      const next = this.#taken.shift()
      if (next === undefined) return null
      if (next.sent || (await this.#mark(next.row))) return next
    }
  }

  /** Commands that were marked as sent and are not begun. */
  untouched(): string[] {
    return this.#taken.filter(({ sent }) => sent).map(({ row }) => row.id)
  }

  async #mark({ id }: QueuedCommand): Promise<boolean> {
    return (await this.#news.turn({ next: id })).length > 0
  }

  /** Repeats until the queue is empty: commands may arrive meanwhile. */
  async #take(): Promise<void> {
    if (!this.#more) await this.#news.flush()
    while (this.#more && this.#taken.length === 0) {
      // What is unreported by then would look unanswered.
      const rows = await this.#news.turn({ since: this.#since })
      this.#more = rows.length > 0
      for (const { sent, ...row } of rows) {
        const withheld = this.#isWithheld(row)
        const command = withheld ? null : this.#commandOf(row)
        if (command !== null || plannedKinds.has(row.kind)) this.#taken.push({ command, row, sent })
        else if (sent || (await this.#mark(row))) {
          this.#news.ended(row, 'failed', { faultCode: withheld ? 'secret_withheld' : 'cannot_be_sent' })
        }
      }
    }
  }

  /** The URL of a transfer or test is for that one only; a password that a person sets stays. */
  #isWithheld({ kind, secret, request }: QueuedCommand): boolean {
    return (
      kind === 'set_parameter_values' && secret !== null && !isTest(request) && !this.#way.mayCarrySecrets
    )
  }

  /** Also null for a secret that cannot be opened: one bad row must not stop the queue. */
  #commandOf(row: QueuedCommand): Command | null {
    try {
      const command = commandOf(row, this.#deviceId, this.#secrets)
      return command === null ? null : byWayOf(this.#config, this.#way, row, command)
    } catch {
      return null
    }
  }
}
