import { LRUCache } from 'lru-cache'
import { mayMeasure } from '../../../platform/outgoing.ts'
import { wordsOf } from '../../../platform/words.ts'
import { type ParsedMessage, parseMessage } from './parse-message.ts'
import { withoutRandomMacs } from './random-macs.ts'

export interface Source {
  readonly address: string
  readonly deviceId: string
  readonly companyId: string
  readonly companyCode: string
}

export interface Kept extends ParsedMessage {
  readonly deviceId: string
  readonly at: string
  /** What it is found by. */
  readonly words: readonly string[]
}

/** What is stored of a message. */
export function keptOf(parsed: ParsedMessage): Omit<Kept, 'deviceId' | 'at'> {
  const text = withoutRandomMacs(parsed.text)
  return { ...parsed, text, words: wordsOf(`${parsed.app} ${text}`) }
}

export interface IntakeOptions {
  readonly deviceRanges: readonly string[]
  readonly find: (addresses: readonly string[]) => Promise<readonly Source[]>
  readonly write: (
    messages: readonly Kept[],
    dropped: readonly { deviceId: string; n: number }[],
  ) => Promise<void>
  /** Messages of one address: at once, and each second. */
  readonly burst?: number
  readonly perSecond?: number
}

const mostWaiting = 20_000
const mostWaitingBytes = 32 * 2 ** 20
/** Of addresses that nobody has looked up yet: forged senders shut no known device out. */
const mostUnknown = 5_000
const mostAddresses = 20_000
/** So long an address belongs to a device, or to none. */
const knownMilliseconds = 30_000

interface Waiting {
  readonly address: string
  readonly at: string
  readonly message: Buffer
}

/** Messages wait here until the next turn writes those of known devices, all in one statement. */
export class Intake {
  readonly #options: IntakeOptions
  /** The device at an address; null: none. */
  readonly #known = new LRUCache<string, { deviceId: string | null }>({
    max: mostAddresses,
    ttl: knownMilliseconds,
  })
  readonly #rates = new LRUCache<string, { tokens: number; at: number }>({ max: mostAddresses })
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #unknown = 0
  readonly #dropped = new Map<string, number>()
  /** From unknown addresses, or beyond what waits at most. */
  refused = 0

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  /** @returns false: the address is known to be nobody's. */
  take(address: string, message: Buffer): boolean {
    if (message.length === 0) return true
    if (this.#known.get(address)?.deviceId === null) {
      this.refused += 1
      return false
    }
    const isUnknown = !this.#known.has(address)
    const isFull =
      this.#waiting.length >= mostWaiting ||
      this.#waitingBytes + message.length > mostWaitingBytes ||
      (isUnknown && this.#unknown >= mostUnknown)
    if (isFull) this.refused += 1
    else if (this.#mayTake(address)) {
      if (isUnknown) this.#unknown += 1
      this.#waitingBytes += message.length
      this.#waiting.push({ address, at: new Date().toISOString(), message: Buffer.from(message) })
    } else if (this.#dropped.size < mostAddresses || this.#dropped.has(address))
      this.#dropped.set(address, (this.#dropped.get(address) ?? 0) + 1)
    return true
  }

  async turn(): Promise<void> {
    const waiting = this.#waiting
    const dropped = [...this.#dropped]
    if (waiting.length === 0 && dropped.length === 0) return
    this.#waiting = []
    this.#waitingBytes = 0
    this.#unknown = 0
    this.#dropped.clear()
    const addresses = new Set([
      ...waiting.map(({ address }) => address),
      ...dropped.map(([address]) => address),
    ])
    await this.#learn([...addresses].filter((address) => !this.#known.has(address)))
    const deviceAt = (address: string) => this.#known.get(address)?.deviceId ?? null
    const kept = waiting.flatMap(({ address, at, message }): Kept[] => {
      const deviceId = deviceAt(address)
      return deviceId === null ? [] : [{ deviceId, at, ...keptOf(parseMessage(message)) }]
    })
    this.refused += waiting.length - kept.length
    const counts = dropped.flatMap(([address, n]) => {
      const deviceId = deviceAt(address)
      return deviceId === null ? [] : [{ deviceId, n }]
    })
    if (kept.length > 0 || counts.length > 0) await this.#options.write(kept, counts)
  }

  /** As the collector measures: a private address is only that of a company whose range it is in. */
  async #learn(addresses: readonly string[]): Promise<void> {
    if (addresses.length === 0) return
    const found = (await this.#options.find(addresses)).filter(({ address, companyCode }) =>
      mayMeasure(address, { ranges: this.#options.deviceRanges, companyCode }),
    )
    for (const address of addresses) {
      const sources = found.filter((one) => one.address === address)
      const [first] = sources
      // Companies that share an address: nobody gets what may be another one's.
      const isOnes = first !== undefined && sources.every(({ companyId }) => companyId === first.companyId)
      this.#known.set(address, { deviceId: isOnes ? first.deviceId : null })
    }
  }

  #mayTake(address: string): boolean {
    const { burst = 500, perSecond = 50 } = this.#options
    const now = performance.now()
    const rate = this.#rates.get(address) ?? { tokens: burst, at: now }
    rate.tokens = Math.min(burst, rate.tokens + (perSecond * (now - rate.at)) / 1000)
    rate.at = now
    this.#rates.set(address, rate)
    if (rate.tokens < 1) return false
    rate.tokens -= 1
    return true
  }
}
