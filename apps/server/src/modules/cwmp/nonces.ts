import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'

const lifetimeMilliseconds = 60_000
const stampBytes = 6
/** Of the process that gave it out. */
const makerBytes = 4
const randomLength = 6
const macBytes = 12
const headBytes = stampBytes + makerBytes + randomLength
/** Nonces of one lifetime that are remembered; beyond that the older half is forgotten early and asked anew. */
const remembered = 200_000

/**
 * Nonces that any process with the master key knows for its own kind: time, who made it, chance, and a keyed hash over
 * these and the caller's address. What was used is remembered by the process that made it, which alone takes it:
 * another one calls it stale, and the gateway answers a new challenge. So a replay finds no process that takes it.
 */
export class Nonces {
  readonly #key: KeyObject
  readonly #maker = randomBytes(makerBytes)
  #used = new Map<string, number>()
  #usedBefore = new Map<string, number>()
  #turnedAt = 0

  constructor(key: Buffer) {
    this.#key = createSecretKey(key)
  }

  issue(address: string, now: number): string {
    const head = Buffer.allocUnsafe(headBytes)
    head.writeUIntBE(now, 0, stampBytes)
    this.#maker.copy(head, stampBytes)
    randomBytes(randomLength).copy(head, stampBytes + makerBytes)
    return Buffer.concat([head, this.#mac(head, address)]).toString('base64url')
  }

  /** `stale`: ours, but too old or another process's, so the gateway is asked again with a new one. */
  check(nonce: string, address: string, now: number): 'good' | 'stale' | 'forged' {
    const bytes = Buffer.from(nonce, 'base64url')
    if (bytes.length !== headBytes + macBytes) return 'forged'
    const head = bytes.subarray(0, headBytes)
    if (!timingSafeEqual(this.#mac(head, address), bytes.subarray(headBytes))) return 'forged'
    if (!head.subarray(stampBytes, stampBytes + makerBytes).equals(this.#maker)) return 'stale'
    const age = now - head.readUIntBE(0, stampBytes)
    return age >= 0 && age <= lifetimeMilliseconds ? 'good' : 'stale'
  }

  /**
   * Uses a count of a nonce up, once the answer itself was found right. False: this count, or a later one, was used
   * before (RFC 7616 3.4: a replay). Without qop `count` is 0 and the nonce is good once.
   */
  use(nonce: string, count: number, now: number): boolean {
    if (now - this.#turnedAt > lifetimeMilliseconds || this.#used.size >= remembered) {
      this.#usedBefore = this.#used
      this.#used = new Map()
      this.#turnedAt = now
    }
    const last = this.#used.get(nonce) ?? this.#usedBefore.get(nonce) ?? -1
    if (count <= last) return false
    this.#used.set(nonce, count)
    return true
  }

  #mac(head: Buffer, address: string): Buffer {
    return createHmac('sha256', this.#key).update(head).update(address).digest().subarray(0, macBytes)
  }
}
