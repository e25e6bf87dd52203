import { setTimeout as wait } from 'node:timers/promises'
import { SendFailure } from '../senders/sender.ts'
import { failure } from '../vendors/vendor.ts'
import type { DirectoryDepartment, DirectoryPage, DirectoryPerson } from './directory.ts'

/** Waits; other in tests. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<unknown>
export const usualPause: Pause = (milliseconds, signal) => wait(milliseconds, undefined, { signal })

export interface Limits {
  readonly people: number
  readonly departments: number
  readonly calls: number
}
export const usualLimits: Limits = { people: 200_000, departments: 20_000, calls: 200_000 }

const mostTries = 6
const longestPauseSeconds = 120
/** Pages in a row without anything new: a list that never ends, under other cursors. */
const mostIdlePages = 2000
const passing: ReadonlySet<SendFailure['reason']> = new Set(['too_many', 'timeout', 'unreachable'])

/** @throws SendFailure where the time is over; the reason of the signal where the work was stopped */
export function stopIfAborted(signal: AbortSignal): void {
  if (!signal.aborted) return
  const { reason } = signal as { reason: unknown }
  throw reason instanceof Error && reason.name === 'TimeoutError' ? failure('timeout', '', reason) : reason
}

/** One reading of a directory: what it may take, and how patient it is with the service. */
export class Reading {
  readonly signal: AbortSignal
  readonly #pause: Pause
  readonly #limits: Limits
  readonly #people = new Set<string>()
  readonly #departments = new Set<string>()
  readonly #cursors = new Set<string>()
  #calls = 0
  #idlePages = 0

  constructor(signal: AbortSignal, pause: Pause = usualPause, limits: Limits = usualLimits) {
    this.signal = signal
    this.#pause = pause
    this.#limits = limits
  }

  /** Asks again while the service is busy, after the time that it names or longer and longer. @throws SendFailure */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      stopIfAborted(this.signal)
      this.#calls += 1
      if (this.#calls > this.#limits.calls) throw failure('answer', `> ${this.#limits.calls} calls`)
      try {
        return await question()
      } catch (error) {
        stopIfAborted(this.signal)
        if (!(error instanceof SendFailure) || !passing.has(error.reason) || tries >= mostTries) throw error
        const seconds = error.retryAfterSeconds ?? 2 ** tries
        if (seconds > longestPauseSeconds) throw error
        await this.#pause(seconds * 1000, this.signal).catch((stopped: unknown) => {
          stopIfAborted(this.signal)
          throw stopped
        })
      }
    }
  }

  /** False: this person was read before. @throws SendFailure when there are too many */
  isNewPerson(subject: string): boolean {
    this.#idlePages = this.#people.has(subject) ? this.#idlePages : 0
    return isNew(this.#people, subject, this.#limits.people, 'people')
  }

  hasPerson(subject: string): boolean {
    return this.#people.has(subject)
  }

  isNewDepartment(id: string): boolean {
    this.#idlePages = this.#departments.has(id) ? this.#idlePages : 0
    return isNew(this.#departments, id, this.#limits.departments, 'departments')
  }

  /** A list that comes back to where it was has no end. @throws SendFailure */
  nextCursor(list: string, cursor: string): string {
    const key = `${list} ${cursor}`
    if (this.#cursors.has(key)) throw failure('answer', 'cursor repeats')
    this.#idlePages += 1
    if (this.#idlePages > mostIdlePages)
      throw failure('answer', `> ${mostIdlePages} pages without anything new`)
    this.#cursors.add(key)
    return cursor
  }
}

function isNew(seen: Set<string>, id: string, most: number, what: string): boolean {
  if (seen.has(id)) return false
  if (seen.size >= most) throw failure('answer', `> ${most} ${what}`)
  seen.add(id)
  return true
}

const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu

/** A line of a directory for people: without control characters, not longer than `most`. Undefined: nothing is in it. */
export function lineOf(value: unknown, most = 100): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = value
    .slice(0, 4 * most)
    .replace(hidden, ' ')
    .trim()
  return Array.from(line).slice(0, most).join('').trim() || undefined
}

/** An identifier as text; longer ones than any service has are none. */
export function idOf(value: unknown): string | undefined {
  const id = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  // oxlint-disable-next-line no-control-regex -- what no identifier holds
  return typeof id === 'string' && id !== '' && id.length <= 200 && !/[\u0000-\u001F\u007F]/.test(id)
    ? id
    : undefined
}

/** Departments as one tree below `rootId`: without a parent that is there, or in a circle, they stand below the root. */
export function treeOf(
  departments: readonly DirectoryDepartment[],
  rootId: string,
): readonly DirectoryDepartment[] {
  const parents = new Map(departments.map(({ id, parentId }) => [id, parentId]))
  const isRooted = new Set([rootId])
  const settled = new Map<string, string>()
  for (const { id } of departments) {
    const path = new Set<string>()
    let at = id
    while (!isRooted.has(at)) {
      path.add(at)
      const up = settled.get(at) ?? parents.get(at)
      if (up === undefined || up === null || path.has(up) || (up !== rootId && !parents.has(up))) {
        settled.set(at, rootId)
        break
      }
      at = up
    }
    for (const one of path) isRooted.add(one)
  }
  const root = departments.find(({ id }) => id === rootId)
  const others = departments.filter(({ id }) => id !== rootId)
  return [
    { ...root, id: rootId, parentId: null },
    ...others.map((one) => ({ ...one, parentId: settled.get(one.id) ?? one.parentId })),
  ]
}

/** Of services that answer for one person at a time. Null: one whom the application may not see, who may well be there. */
export async function readEach(
  subjects: readonly string[],
  read: (subject: string) => Promise<DirectoryPerson | 'gone' | null>,
): Promise<DirectoryPage> {
  const people: DirectoryPerson[] = []
  const gonePeople: string[] = []
  for (const subject of subjects) {
    const person = await read(subject)
    if (person === 'gone') gonePeople.push(subject)
    else if (person !== null) people.push(person)
  }
  return { people, gonePeople }
}

/** In parts, so that nobody holds all of them at once. */
export function* chunksOf<T>(items: readonly T[], size = 500): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

type Defined<T> = { [K in keyof T]-?: undefined extends T[K] ? T[K] | undefined : T[K] }

/** Without the parts that the service does not tell. */
export const definedOf = <T extends object>(parts: Defined<T>): T =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as T
