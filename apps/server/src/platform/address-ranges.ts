import ipaddr from 'ipaddr.js'
import { mayMeasure } from './outgoing.ts'

/** Addresses of one family, from the first to the last, as numbers. */
interface Span {
  readonly bytes: 4 | 16
  readonly first: bigint
  readonly last: bigint
}

/** As PostgreSQL writes a cidr: without bits behind the prefix. Null: none. */
export function plainRange(cidr: string): string | null {
  const span = spanOf(cidr)
  return span === null ? null : `${addressOf(span, 0n)}/${cidr.split('/')[1]}`
}

/** Addresses of devices in ranges, each once, in the order of the ranges: without an IPv4 network's own and its broadcast address. */
export class AddressList {
  readonly #spans: readonly Span[]
  readonly size: number

  constructor(ranges: readonly string[]) {
    this.#spans = merged(ranges.flatMap((range) => hostsOf(range) ?? []))
    this.size = Number(this.#spans.reduce((sum, { first, last }) => sum + last - first + 1n, 0n))
  }

  at(position: number): string | undefined {
    let left = BigInt(position)
    for (const span of this.#spans) {
      const size = span.last - span.first + 1n
      if (left < size) return addressOf(span, left)
      left -= size
    }
    return undefined
  }

  has(address: string): boolean {
    const [one] = hostsOf(`${address}/${address.includes(':') ? 128 : 32}`) ?? []
    return (
      one !== undefined &&
      this.#spans.some(
        ({ bytes, first, last }) => bytes === one.bytes && first <= one.first && one.first <= last,
      )
    )
  }
}

/** Ranges that an installation gives to the company of that code. @param entries NETWARD_DEVICE_RANGES */
export function givenRanges(entries: readonly string[], companyCode: string): readonly string[] {
  return entries.flatMap((entry) => {
    const [range = '', code] = entry.split('=')
    return code === companyCode && spanOf(range) !== null ? [range] : []
  })
}

/** Whether all of a range is given to the company, and may be measured. An address alone counts as one. */
export function isGiven(range: string, entries: readonly string[], companyCode: string): boolean {
  const whole = range.includes('/') ? range : `${range}/${range.includes(':') ? 128 : 32}`
  const span = spanOf(whole)
  if (span === null) return false
  const within = givenRanges(entries, companyCode).some((given) => {
    const outer = spanOf(given)
    return (
      outer !== null && outer.bytes === span.bytes && outer.first <= span.first && span.last <= outer.last
    )
  })
  const at = { ranges: entries, companyCode }
  return (
    within && mayMeasure(addressOf(span, 0n), at) && mayMeasure(addressOf(span, span.last - span.first), at)
  )
}

/** Whether two ranges have an address in common. */
export function rangesOverlap(a: string, b: string): boolean {
  const [one, other] = [spanOf(a), spanOf(b)]
  return (
    one !== null &&
    other !== null &&
    one.bytes === other.bytes &&
    one.first <= other.last &&
    other.first <= one.last
  )
}

/** @param address literal */
export function isWithin(address: string, range: string): boolean {
  if (!ipaddr.isValid(address) || !ipaddr.isValidCIDR(range)) return false
  const parsed = ipaddr.process(address)
  const [network, bits] = ipaddr.parseCIDR(range)
  return network.kind() === parsed.kind() && parsed.match(network, bits)
}

function spanOf(cidr: string): Span | null {
  if (!ipaddr.isValidCIDR(cidr)) return null
  const [address, bits] = ipaddr.parseCIDR(cidr)
  const bytes = address.kind() === 'ipv4' ? 4 : 16
  const size = 1n << BigInt(bytes * 8 - bits)
  const first = (numberOf(address) / size) * size
  return { bytes, first, last: first + size - 1n }
}

function hostsOf(cidr: string): Span[] | null {
  const span = spanOf(cidr)
  if (span === null) return null
  const isNetwork = span.bytes === 4 && span.last - span.first >= 3n
  return [isNetwork ? { ...span, first: span.first + 1n, last: span.last - 1n } : span]
}

/** Overlapping and adjacent ones become one. */
function merged(spans: readonly Span[]): Span[] {
  const kept: Span[] = []
  for (const span of spans.toSorted((a, b) => a.bytes - b.bytes || (a.first < b.first ? -1 : 1))) {
    const before = kept.at(-1)
    if (before?.bytes === span.bytes && span.first <= before.last + 1n)
      kept[kept.length - 1] = { ...before, last: span.last > before.last ? span.last : before.last }
    else kept.push(span)
  }
  return kept
}

const numberOf = (address: ipaddr.IPv4 | ipaddr.IPv6): bigint =>
  address.toByteArray().reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)

function addressOf({ bytes, first }: Span, at: bigint): string {
  const number = first + at
  const digits = Array.from({ length: bytes }, (_, place) =>
    Number((number >> BigInt(8 * (bytes - 1 - place))) & 255n),
  )
  return ipaddr.fromByteArray(digits).toString()
}
