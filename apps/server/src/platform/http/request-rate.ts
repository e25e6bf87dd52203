import { LRUCache } from 'lru-cache'
import { AppError } from '../errors.ts'
import { sourceOf } from '../source-address.ts'

/** Requests a second that each may keep up; 0: no limit. */
export interface RateLimits {
  readonly perPerson: number
  readonly perAddress: number
}

/** Seconds of the sustained rate that may come at once: a page with many parts, a script that catches up. */
const burstSeconds = 20

/**
 * The rate of requests of people who are signed in. Each process counts for itself, in memory: the limit keeps one person
 * from slowing down all others, and no write to the database is worth that.
 */
export class RequestRate {
  readonly #person: Bucket
  readonly #address: Bucket

  constructor({ perPerson, perAddress }: RateLimits) {
    this.#person = new Bucket(perPerson)
    this.#address = new Bucket(perAddress)
  }

  /** @throws AppError request.too_many */
  takePerson(personId: string): void {
    refuse(this.#person.take(personId))
  }

  /** @throws AppError request.too_many */
  takeAddress(address: string): void {
    refuse(this.#address.take(sourceOf(address)))
  }
}

function refuse(waitMs: number): void {
  if (waitMs > 0)
    throw new AppError('request.too_many', { data: { retryAfterSeconds: Math.ceil(waitMs / 1000) } })
}

/** A leaky bucket a key (GCRA): one moment is all that is kept. */
export class Bucket {
  readonly #intervalMs: number
  /** When what each key has sent is worked off. */
  readonly #done = new LRUCache<string, number>({ max: 50_000 })

  constructor(perSecond: number) {
    this.#intervalMs = perSecond === 0 ? 0 : 1000 / perSecond
  }

  /** Milliseconds to wait; 0 lets it through, which takes `many` at once. */
  take(key: string, many = 1): number {
    if (this.#intervalMs === 0) return 0
    const now = Date.now()
    const done = Math.max(this.#done.get(key) ?? 0, now)
    const ahead = done - now
    if (ahead >= burstSeconds * 1000) return ahead - burstSeconds * 1000 + this.#intervalMs
    this.#done.set(key, done + many * this.#intervalMs)
    return 0
  }
}
