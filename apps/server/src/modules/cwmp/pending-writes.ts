import { randomUUID } from 'node:crypto'
import type {
  AnsweredCredentials,
  CommandEnd,
  CommandOutcome,
  Learned,
  News,
  ProvisionOutcome,
  TakenCommand,
  TemplateAdding,
  Then,
} from './acs-rows.ts'
import type { AcsRepo } from './acs.repo.ts'
import { LearnedRows } from './learned-rows.ts'

const nothingLearned: Learned = { rows: [], reported: {} }

/** How long repeatable results may wait for the next statement. */
const heldMilliseconds = 1_000

/**
 * Pending writes of one session. They travel with the next statement that the session needs, at the latest at
 * the end of an exchange. Reads may wait for a second, since an interrupted gateway repeats them; so may
 * outcomes of templates, which are compared anew: additions were recorded before.
 */
export class PendingWrites {
  readonly learned: LearnedRows
  readonly #repo: AcsRepo
  readonly #deviceId: string
  #holder: string | null = null
  #news: News = { ended: [] }
  #urgent = false
  #heldSince: number | null = null
  #timer: NodeJS.Timeout | null = null
  #flushing: Promise<unknown> = Promise.resolve()

  constructor(repo: AcsRepo, deviceId: string) {
    this.#repo = repo
    this.#deviceId = deviceId
    this.learned = new LearnedRows(repo, deviceId)
  }

  /** Names this session's lease on the queue. */
  get holder(): string {
    this.#holder ??= randomUUID()
    return this.#holder
  }

  ended({ id, kind }: { id: string; kind: string }, state: CommandEnd, outcome: CommandOutcome): void {
    this.#news.ended.push({ id, state, outcome })
    this.#heldSince ??= Date.now()
    if (!kind.startsWith('get_') && kind !== 'provision') this.#urgent = true
  }

  credentialsAnswered(answer: AnsweredCredentials): void {
    this.#news.credentials = answer
    this.#urgent = true
  }

  provisioned(outcome: ProvisionOutcome): void {
    this.#news.provisioned = outcome
    this.#heldSince ??= Date.now()
  }

  /** Records what the session is about to add, before the call. Its reads keep waiting. */
  adding(objects: readonly TemplateAdding[]): Promise<unknown> {
    const news = { ended: [], adding: objects }
    return this.#repo.turn(this.#deviceId, this.holder, { learned: nothingLearned, news }, null)
  }

  /**
   * Writes everything pending and marks `next` as sent, takes the next command, or asks for templates.
   * @returns what may be sent
   * @throws when the database does: the pending writes are lost, and the session ends.
   */
  turn(then: Then): Promise<TakenCommand[]> {
    const news = this.#news
    this.#news = { ended: [] }
    this.#urgent = false
    this.#heldSince = null
    const holder = then === null ? this.#holder : this.holder
    // No one waits for the values of an unfinished read; templates match by what was read.
    const asksOnly = then !== null && !('templates' in then) && news.ended.length === 0 && !news.provisioned
    const learned = asksOnly ? nothingLearned : this.learned.take()
    return this.#repo.turn(this.#deviceId, holder, { learned, news }, then)
  }

  async flush(): Promise<void> {
    const { ended, credentials, provisioned } = this.#news
    if (ended.length > 0 || credentials || provisioned || !this.learned.isEmpty) await this.turn(null)
  }

  /** An exchange begins. @throws the error of the previous exchange's writes. */
  async begin(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    await this.#flushing
  }

  /** An exchange ends, and others follow. */
  async settle(): Promise<void> {
    if (this.#heldSince === null && !this.#urgent) return
    const left = this.#urgent ? 0 : (this.#heldSince ?? 0) + heldMilliseconds - Date.now()
    if (left <= 0) return this.flush()
    this.#timer = setTimeout(() => {
      this.#flushing = this.flush()
      // Thrown by the next exchange; without one the next session asks again.
      this.#flushing.catch(() => {})
    }, left)
    this.#timer.unref()
  }

  /** The session was interrupted. `untouched`: commands that were marked as sent but never were. */
  async abandon(untouched: readonly string[]): Promise<void> {
    await this.begin()
    if (untouched.length > 0) this.#news.back = untouched
    if (this.#news.back) await this.turn(null)
    else await this.flush()
  }
}
