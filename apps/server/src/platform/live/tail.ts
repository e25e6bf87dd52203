import type { LiveEvent, LiveMessage } from '@netward/contract'
import { liveEventPlacements } from '@netward/contract/live'
import type { Scopes } from '../db/scope.ts'
import { every } from '../jobs/worker.ts'
import type { Logger } from '../log.ts'
import { type Cursor, cursorText, isBefore, parseCursor } from './cursor.ts'

/** A listener: its visibility was decided with its ticket, and is rechecked while it listens. */
export interface Listener {
  readonly sessionId: string
  readonly scope: 'company' | 'tree' | 'platform'
  readonly companyId: string
  readonly rootId: string | null
  /** Of the membership that opened it. */
  readonly homeCompanyId: string
  /** Outlets and departments of the visible devices, as far as known; null: everywhere. */
  outletIds: readonly string[] | null
  departmentIds: readonly string[] | null
  send(message: LiveMessage): void
  close(): void
}

interface EventRow {
  tx: string
  id: string
  company_id: string
  ancestors: string[]
  kind: LiveEvent['kind']
  subject_id: string | null
  data: Record<string, unknown>
  at: string
  /** A data scope applies: its subject is a device, a terminal or an outlet, which stands here. */
  placed: boolean
  outlet_id: string | null
  department_id: string | null
}

interface ListenerState extends Record<string, unknown> {
  n: string
  ended: boolean
  outlet_ids: string[] | null
  department_ids: string[] | null
}

const batch = 500
const placements = JSON.stringify(liveEventPlacements)

/** Follows the event table with one cursor for all listeners of this process: no notification per write. */
export class LiveTail {
  readonly #scopes: Scopes
  readonly #log: Logger
  readonly #listeners = new Set<Listener>()
  #cursor: Cursor | null = null
  #timers: { stop(): void; idle(): Promise<void> }[] = []

  constructor(scopes: Scopes, log: Logger) {
    this.#scopes = scopes
    this.#log = log
  }

  start(): void {
    this.#timers = [
      every(400, this.#log, 'live.tail', () => this.#advance()),
      every(15_000, this.#log, 'live.sessions', () => this.lookAgain()),
    ]
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) timer.stop()
    await Promise.all(this.#timers.map((timer) => timer.idle()))
    for (const listener of this.#listeners) listener.close()
  }

  get listeners(): number {
    return this.#listeners.size
  }

  /** Adds a listener after sending what it missed since `after`, or a reset when that is no longer kept. */
  async add(listener: Listener, after: string | null): Promise<void> {
    const horizon = await this.#horizon()
    const asked = parseCursor(after)
    let from: Cursor = asked ?? { tx: horizon.tx, id: '0' }
    // A cursor from the future is not ours. It would hold the common cursor, and with it all other listeners.
    const strange = asked !== null && BigInt(asked.tx) > BigInt(horizon.tx)
    const forgotten = asked !== null && horizon.pruned !== null && BigInt(asked.tx) < BigInt(horizon.pruned)
    if (strange || forgotten) {
      from = { tx: horizon.tx, id: '0' }
      listener.send({ type: 'reset', cursor: cursorText(from) })
    }
    listener.send({ type: 'hello', cursor: cursorText(from) })
    // Once the listener is in the set the common cursor serves it; the gap is sent first, including what the
    // common cursor passed meanwhile.
    for (;;) {
      const passed = this.#cursor
      const rows = await this.#read(from)
      for (const row of rows) {
        deliver(listener, row)
        from = { tx: row.tx, id: row.id }
      }
      if (rows.length < batch && this.#cursor === passed) break
    }
    const behind = this.#cursor
    if (!behind || isBefore(behind, from)) this.#skipUntil.set(listener, from)
    this.#listeners.add(listener)
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener)
  }

  /** Events up to here were sent to the listener before the common cursor reached them. */
  readonly #skipUntil = new WeakMap<Listener, Cursor>()

  async #advance(): Promise<void> {
    if (this.#listeners.size === 0) {
      this.#cursor = null
      return
    }
    this.#cursor ??= await this.#oldestNeeded()
    for (;;) {
      const rows = await this.#read(this.#cursor)
      // After the read: an event that follows a sign-out is never sent to the session that signed out.
      await this.#closeEnded()
      // A listener that lost visibility receives nothing that happens from now on.
      const concerned = [...this.#listeners].filter((listener) => rows.some((row) => concerns(row, listener)))
      if (concerned.length > 0) await this.lookAgain(concerned)
      for (const row of rows) {
        const at = { tx: row.tx, id: row.id }
        for (const listener of this.#listeners) {
          const sent = this.#skipUntil.get(listener)
          if (sent && !isBefore(sent, at)) continue
          deliver(listener, row)
        }
        this.#cursor = at
      }
      if (rows.length < batch) return
    }
  }

  /** Closes the streams whose session ended, without waiting for the look at all streams. */
  async #closeEnded(): Promise<void> {
    const ended = await this.#scopes.asLoginRole<{ id: string }>(
      'select id from sessions_just_ended($1::bigint[]) as id',
      [[...new Set([...this.#listeners].map((listener) => listener.sessionId))]],
    )
    if (ended.length === 0) return
    const ids = new Set(ended.map(({ id }) => id))
    for (const listener of this.#listeners) {
      if (!ids.has(listener.sessionId)) continue
      this.#listeners.delete(listener)
      listener.close()
    }
  }

  /** The first listener decides where the common cursor begins. */
  async #oldestNeeded(): Promise<Cursor> {
    let oldest: Cursor | null = null
    for (const listener of this.#listeners) {
      const sent = this.#skipUntil.get(listener)
      if (sent && (oldest === null || isBefore(sent, oldest))) oldest = sent
    }
    return oldest ?? { tx: (await this.#horizon()).tx, id: '0' }
  }

  /**
   * Rechecks streams. A stream that could no longer be opened ends: the session, the membership or the grant
   * is over. One whose person sees other devices than before continues with these, and is asked to reload.
   */
  async lookAgain(listeners: readonly Listener[] = [...this.#listeners]): Promise<void> {
    if (listeners.length === 0) return
    const now = await this.#scopes.asLoginRole<ListenerState>(
      `select n, ended, outlet_ids, department_ids
       from listeners_now($1::bigint[], $2::bigint[], $3::bigint[], $4)`,
      [
        listeners.map((listener) => listener.sessionId),
        listeners.map((listener) => listener.homeCompanyId),
        listeners.map((listener) => listener.companyId),
        listeners.map((listener) => listener.scope),
      ],
    )
    for (const { n, ended, outlet_ids, department_ids } of now) {
      const listener = listeners[Number(n) - 1]
      if (listener === undefined) continue
      if (ended) {
        this.#listeners.delete(listener)
        listener.close()
      } else if (!same(listener.outletIds, outlet_ids) || !same(listener.departmentIds, department_ids)) {
        listener.outletIds = outlet_ids
        listener.departmentIds = department_ids
        if (this.#cursor) listener.send({ type: 'reset', cursor: cursorText(this.#cursor) })
      }
    }
  }

  #read(after: Cursor): Promise<EventRow[]> {
    return this.#scopes.asLoginRole<EventRow & Record<string, unknown>>(
      `select tx::text, id, company_id, ancestors::text[] as ancestors, kind, subject_id, data, at, placed, outlet_id,
         department_id from live_events_after($1::text::xid8, $2, $3, $4)`,
      [after.tx, after.id, batch, placements],
    )
  }

  async #horizon(): Promise<{ tx: string; pruned: string | null }> {
    const [row] = await this.#scopes.asLoginRole<{ tx: string; pruned: string | null }>(
      'select tx::text, pruned::text from live_horizon()',
    )
    return row ?? { tx: '0', pruned: null }
  }
}

/**
 * Whether an event may change the visibility of a stream, or end it: a company was closed to its people or to
 * people acting in it, roles were granted, revoked or changed, an outlet changed its department.
 */
function concerns({ kind, company_id }: EventRow, listener: Listener): boolean {
  if (kind === 'company.changed' || kind === 'acting.changed') return true
  const { homeCompanyId, companyId, outletIds, departmentIds } = listener
  if (company_id !== homeCompanyId && company_id !== companyId) return false
  if (kind === 'member.changed' || kind === 'role.changed') return true
  return kind === 'outlet.changed' && (outletIds !== null || departmentIds !== null)
}

function same(before: readonly string[] | null, now: readonly string[] | null): boolean {
  if (before === null || now === null) return before === now
  return before.length === now.length && before.every((id) => now.includes(id))
}

function sees({ outletIds, departmentIds }: Listener, { outlet_id, department_id }: EventRow): boolean {
  if (outletIds === null && departmentIds === null) return true
  return (
    (outlet_id !== null && outletIds?.includes(outlet_id) === true) ||
    (department_id !== null && departmentIds?.includes(department_id) === true)
  )
}

function deliver(listener: Listener, row: EventRow): void {
  // A kind that the contract does not list has no placement: nobody is known to be allowed to see it.
  if (!Object.hasOwn(liveEventPlacements, row.kind)) return
  const ours = liveEventPlacements[row.kind] !== 'everybody'
  if (ours && listener.scope === 'company' && row.company_id !== listener.companyId) return
  if (ours && listener.scope === 'tree' && !row.ancestors.includes(listener.rootId ?? '')) return
  if (row.placed && !sees(listener, row)) return
  listener.send({
    type: 'event',
    cursor: cursorText(row),
    event: {
      companyId: row.company_id,
      kind: row.kind,
      subjectId: row.subject_id,
      data: row.data,
      at: row.at,
    },
  })
}
