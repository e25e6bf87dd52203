import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'

const lifetimeMilliseconds = 60_000
/** Deadline for the first answer to a challenge. */
const firstUseMilliseconds = 20_000
/** Allowed difference between the clocks of two nodes. */
const clockMilliseconds = 2_000
// 24 bytes are 32 characters, the room that C clients have: netcwmp silently cuts off the rest.
const stampBytes = 6
const randomLength = 6
const macBytes = 12
const headBytes = stampBytes + randomLength
/**
 * Nonces of one lifetime that are remembered; beyond that the older half is dropped early and requested anew.
 */
const remembered = 200_000

/**
 * Nonces that any process with the master key accepts: time, random bytes, and a keyed hash over these and
 * the caller's address. The process that accepted the first count remembers it and alone accepts further
 * counts. Other processes accept only the first count, from the same address, while a challenge is fresh:
 * that bounds a replay where several processes share one address.
 */
export class Nonces {
  readonly #key: KeyObject
  #used = new Map<string, number>()
  #usedBefore = new Map<string, number>()
  #turnedAt = 0

  constructor(key: Buffer) {
    this.#key = createSecretKey(key)
  }

  issue(address: string, now: number): string {
    const head = Buffer.allocUnsafe(headBytes)
    head.writeUIntBE(now, 0, stampBytes)
    randomBytes(randomLength).copy(head, stampBytes)
    return Buffer.concat([head, this.#mac(head, address)]).toString('base64url')
  }

  /** `stale`: ours, but too old, so the gateway gets a new one. */
  check(nonce: string, address: string, now: number): 'good' | 'stale' | 'forged' {
    const bytes = Buffer.from(nonce, 'base64url')
    if (bytes.length !== headBytes + macBytes) return 'forged'
    const head = bytes.subarray(0, headBytes)
    if (!timingSafeEqual(this.#mac(head, address), bytes.subarray(headBytes))) return 'forged'
    const age = ageOf(head, now)
    return age >= -clockMilliseconds && age <= lifetimeMilliseconds ? 'good' : 'stale'
  }

  /**
   * Consumes a count of a valid nonce. False: this count, or a later one, was used before (RFC 7616 3.4: a
   * replay), or it is not the first one and this process has seen none. Without qop `count` is 0 and the
   * nonce is valid once.
   */
  use(nonce: string, count: number, now: number): boolean {
    if (now - this.#turnedAt > lifetimeMilliseconds || this.#used.size >= remembered) {
      this.#usedBefore = this.#used
      this.#used = new Map()
      this.#turnedAt = now
    }
    const last = this.#used.get(nonce) ?? this.#usedBefore.get(nonce)
    if (last === undefined) {
      const age = ageOf(Buffer.from(nonce, 'base64url'), now)
      if (count > 1 || age > firstUseMilliseconds) return false
    } else if (count <= last) return false
    this.#used.set(nonce, count)
    return true
  }

  #mac(head: Buffer, address: string): Buffer {
    return createHmac('sha256', this.#key).update(head).update(address).digest().subarray(0, macBytes)
  }
}

function ageOf(head: Buffer, now: number): number {
  return now - head.readUIntBE(0, stampBytes)
}
