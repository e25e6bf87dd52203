import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'

const lifetimeMilliseconds = 60_000
const stampBytes = 6
const randomLength = 6
const macBytes = 12
/** Nonces of one lifetime that are remembered; beyond that the older half is forgotten early and asked anew. */
const remembered = 200_000

/**
 * Nonces that any node with the master key can check: time, chance, and a keyed hash over both and the caller's
 * address. What was used is remembered where it was used, so a replay to another node works only from the same
 * address and within a minute.
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
    const head = Buffer.allocUnsafe(stampBytes + randomLength)
    head.writeUIntBE(now, 0, stampBytes)
    randomBytes(randomLength).copy(head, stampBytes)
    return Buffer.concat([head, this.#mac(head, address)]).toString('base64url')
  }

  /** `stale`: ours, but too old, or from another address, so the gateway is asked again with a new one. */
  check(nonce: string, address: string, now: number): 'good' | 'stale' | 'forged' {
    const bytes = Buffer.from(nonce, 'base64url')
    if (bytes.length !== stampBytes + randomLength + macBytes) return 'forged'
    const head = bytes.subarray(0, stampBytes + randomLength)
    if (!timingSafeEqual(this.#mac(head, address), bytes.subarray(stampBytes + randomLength))) return 'forged'
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
