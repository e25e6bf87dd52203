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

const nothingLearned: Learned = { rows: [], told: {} }

/** So long what is asked anew where it is lost may wait for the next statement. */
const heldMilliseconds = 1_000

/**
 * What one session has to tell the database. It travels with the next statement that the session needs anyway, at the end of
 * an exchange at the latest. What was only read may wait for a second, for a gateway whose answer is lost is asked again; so
 * may what came of templates, which are then compared anew: what they add was written down before.
 */
export class SessionNews {
  readonly learned: LearnedRows
  readonly #repo: AcsRepo
  readonly #deviceId: string
  #holder: string | null = null
  #news: News = { ended: [] }
  #urgent = false
  #heldSince: number | null = null
  #timer: NodeJS.Timeout | null = null
  #telling: Promise<unknown> = Promise.resolve()

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

  /** Says what the session is about to add, before it does. What it read waits on. */
  adding(objects: readonly TemplateAdding[]): Promise<unknown> {
    const news = { ended: [], adding: objects }
    return this.#repo.turn(this.#deviceId, this.holder, { learned: nothingLearned, news }, null)
  }

  /**
   * Tells all that there is, and marks `next` as sent, takes what waits in the queue, or asks for templates.
   * @returns what may be sent
   * @throws when the database does: what was not told is gone, and the session with it.
   */
  turn(then: Then): Promise<TakenCommand[]> {
    const news = this.#news
    this.#news = { ended: [] }
    this.#urgent = false
    this.#heldSince = null
    const holder = then === null ? this.#holder : this.holder
    // Of a read that is not over nobody waits for the values yet; templates fit by what was read.
    const asksOnly = then !== null && !('templates' in then) && news.ended.length === 0 && !news.provisioned
    const learned = asksOnly ? nothingLearned : this.learned.take()
    return this.#repo.turn(this.#deviceId, holder, { learned, news }, then)
  }

  async tell(): Promise<void> {
    const { ended, credentials, provisioned } = this.#news
    if (ended.length > 0 || credentials || provisioned || !this.learned.isEmpty) await this.turn(null)
  }

  /** An exchange begins. @throws what kept the news of the one before from being told. */
  async begin(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    await this.#telling
  }

  /** An exchange ends, and others follow. */
  async settle(): Promise<void> {
    if (this.#heldSince === null && !this.#urgent) return
    const left = this.#urgent ? 0 : (this.#heldSince ?? 0) + heldMilliseconds - Date.now()
    if (left <= 0) return this.tell()
    this.#timer = setTimeout(() => {
      this.#telling = this.tell()
      // Heard by the next exchange; where none comes the next session asks again.
      this.#telling.catch(() => {})
    }, left)
    this.#timer.unref()
  }

  /** The session was broken off. `untouched`: commands that were marked as sent and never were. */
  async abandon(untouched: readonly string[]): Promise<void> {
    await this.begin()
    if (untouched.length > 0) this.#news.back = untouched
    if (this.#news.back) await this.turn(null)
    else await this.tell()
  }
}
