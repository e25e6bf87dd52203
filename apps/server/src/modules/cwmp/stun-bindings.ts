import { createHmac, timingSafeEqual } from 'node:crypto'
import { integrityTexts, type Sign, type StunAddress, type StunMessage } from '@netward/cwmp/stun'
import { LRUCache } from 'lru-cache'
import type { Logger } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { Buffered, Batcher } from './batcher.ts'
import { credentialContext } from './callers.ts'
import type { StunRepo, StunSighting } from './stun.repo.ts'

interface Account {
  deviceId: string
  password: string
  /** Address where it was seen, and by which server; null before the first time. */
  seen: { address: string; port: number; server: string } | null
  /** When that was last written. */
  writtenAt: number
}

export type Judgement =
  /** Known, or unknown without effect: it gets its address. `sign` where it signed. */
  | { kind: 'answer'; sign?: Sign }
  /** It claims another address, and has to prove it (TR-069 G.2.2.1). */
  | { kind: 'prove' }
  | { kind: 'wrong' }
  | { kind: 'drop' }

const knownMilliseconds = 300_000
/** An unknown name may become known. */
const unknownMilliseconds = 5_000
/** Write interval of an unchanged binding. */
const writtenEveryMilliseconds = 300_000
const maxWaiting = 2_000

export function hmacSha1(password: string): Sign {
  return (bytes) => createHmac('sha1', password).update(bytes).digest()
}

/**
 * Senders of binding requests and their addresses. A request without MESSAGE-INTEGRITY moves nothing: anyone
 * can write another's user name. Written in batches, like presence.
 */
export class StunBindings {
  readonly #accounts: Batcher<string, Account | null>
  readonly #known = new LRUCache<string, { account: Account | null }>({
    max: 100_000,
    ttl: knownMilliseconds,
  })
  readonly #sightings: Buffered<StunSighting>
  /** Proofs that were seen, with their source: a copy from elsewhere proves nothing. */
  readonly #proofs = new LRUCache<string, string>({ max: 50_000, ttl: 600_000 })
  readonly #server: string
  #waiting = 0

  constructor(repo: StunRepo, secrets: Secrets, log: Logger, server: string) {
    this.#server = server
    this.#accounts = new Batcher(
      async (usernames) =>
        (await repo.accounts(usernames)).map((row) =>
          row === null
            ? null
            : {
                deviceId: row.device_id,
                password: secrets.open(row.password, credentialContext(row.device_id)).toString('utf8'),
                seen:
                  row.address === null || row.port === null || row.server === null
                    ? null
                    : { address: row.address, port: row.port, server: row.server },
                writtenAt: 0,
              },
        ),
      { milliseconds: 10, largest: 256, lanes: 2 },
    )
    this.#sightings = new Buffered(
      'stun',
      (seen) => repo.insertSightings([...new Map(seen.map((one) => [one.deviceId, one])).values()], server),
      log,
      { milliseconds: 1_000, most: 100_000 },
    )
  }

  async judge(bytes: Uint8Array, message: StunMessage, from: StunAddress, now: number): Promise<Judgement> {
    const { username, integrity } = message
    if (username === null || !message.connectionRequestBinding) return { kind: 'answer' }
    const account = await this.#find(username)
    if (account === 'busy') return { kind: 'drop' }
    // The answer does not reveal whether the name exists.
    if (account === null) return integrity === null ? { kind: 'answer' } : { kind: 'wrong' }
    if (integrity !== null) {
      const sign = hmacSha1(account.password)
      const proved = integrityTexts(bytes, integrity.at).some((text) =>
        timingSafeEqual(sign(text), integrity.hash),
      )
      if (!proved) return { kind: 'wrong' }
      const proof = Buffer.from(integrity.hash).toString('base64')
      const source = `${from.address}:${from.port}`
      if ((this.#proofs.get(proof) ?? source) !== source) return { kind: 'drop' }
      this.#proofs.set(proof, source)
      this.#keep(account, from, now)
      return { kind: 'answer', sign }
    }
    const { seen } = account
    if (seen?.address !== from.address || seen.port !== from.port || message.bindingChange)
      return { kind: 'prove' }
    this.#keep(account, from, now)
    return { kind: 'answer' }
  }

  flush(): Promise<void> {
    return this.#sightings.flush()
  }

  close(): Promise<void> {
    return this.#sightings.close()
  }

  #keep(account: Account, { address, port }: StunAddress, at: number): void {
    const { seen } = account
    const same = seen?.address === address && seen.port === port && seen.server === this.#server
    account.seen = { address, port, server: this.#server }
    if (same && at - account.writtenAt < writtenEveryMilliseconds) return
    account.writtenAt = at
    this.#sightings.add({ deviceId: account.deviceId, address, port, at })
  }

  /** `busy`: too many wait for the database. */
  async #find(username: string): Promise<Account | null | 'busy'> {
    const known = this.#known.get(username)
    if (known !== undefined) return known.account
    if (this.#waiting >= maxWaiting) return 'busy'
    this.#waiting++
    try {
      const account = await this.#accounts.add(username)
      // Two keepalives of one gateway share the first lookup.
      const meanwhile = this.#known.get(username)
      if (meanwhile !== undefined) return meanwhile.account
      this.#known.set(username, { account }, account === null ? { ttl: unknownMilliseconds } : {})
      return account
    } finally {
      this.#waiting--
    }
  }
}
