import { readNumber } from '../number.ts'
import { numbersOf, type Reading } from '../rows.ts'
import { ip } from './oids.ts'

const mostOfOne = 64

/** Numbers of an index as bytes; null if one is none. */
export const bytesOf = (numbers: readonly number[]): Uint8Array | null =>
  numbers.every((number) => Number.isInteger(number) && number >= 0 && number <= 255)
    ? Uint8Array.from(numbers)
    : null

/** 4 or 16 bytes in the usual notation; 0.0.0.0 and :: are none. */
export function formatAddress(bytes: Uint8Array): string | null {
  if (bytes.every((byte) => byte === 0)) return null
  if (bytes.length === 4) return bytes.join('.')
  if (bytes.length !== 16) return null
  const words = Array.from({ length: 8 }, (_, at) => ((bytes[at * 2] ?? 0) << 8) | (bytes[at * 2 + 1] ?? 0))
  return compressed(words.map((word) => word.toString(16)))
}

/** RFC 5952: the longest run of zeros, of at least two, becomes `::`. */
function compressed(words: readonly string[]): string {
  let best = { at: -1, length: 1 }
  for (let at = 0; at < 8; at += 1) {
    let length = 0
    while (words[at + length] === '0') length += 1
    if (length > best.length) best = { at, length }
  }
  if (best.at < 0) return words.join(':')
  return `${words.slice(0, best.at).join(':')}::${words.slice(best.at + best.length).join(':')}`
}

/** Addresses by ifIndex, from ipAddressTable and ipAddrTable. */
export async function readAddresses(reading: Reading): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = new Map<number, Set<string>>()
  const add = (index: number | null, bytes: Uint8Array | null) => {
    const address = bytes && formatAddress(bytes)
    if (index === null || !address) return
    const addresses = found.get(index) ?? new Set()
    if (addresses.size < mostOfOne) addresses.add(address)
    found.set(index, addresses)
  }
  for (const [index, row] of await reading.column(ip.ipAdEntIfIndex))
    add(readNumber(row), bytesOf(numbersOf(index)))
  for (const [index, row] of await reading.column(ip.ipAddressIfIndex)) {
    // Type, length, bytes; those with a zone (types 3 and 4) have four more.
    const [type = 0, , ...bytes] = numbersOf(index)
    add(readNumber(row), bytesOf(type === 2 || type === 4 ? bytes.slice(0, 16) : bytes.slice(0, 4)))
  }
  return new Map([...found].map(([index, addresses]) => [index, [...addresses]]))
}
