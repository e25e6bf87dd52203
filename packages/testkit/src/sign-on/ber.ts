/** One element of BER as LDAP uses it (RFC 4511 §5.1): definite lengths, one octet of tag. */
export interface Element {
  readonly tag: number
  readonly value: Buffer
}

/** The first element, and how many octets it takes; null: it is not complete. */
export function elementAt(bytes: Buffer): { element: Element; size: number } | null {
  if (bytes.length < 2) return null
  const first = bytes[1]!
  const more = first > 127 ? first & 127 : 0
  if (bytes.length < 2 + more) return null
  const length = more === 0 ? first : bytes.readUIntBE(2, more)
  const size = 2 + more + length
  if (bytes.length < size) return null
  return { element: { tag: bytes[0]!, value: bytes.subarray(2 + more, size) }, size }
}

export function childrenOf({ value }: Element): Element[] {
  const found: Element[] = []
  for (let rest = value; rest.length > 0;) {
    const one = elementAt(rest)
    if (one === null) throw new Error('not BER')
    found.push(one.element)
    rest = rest.subarray(one.size)
  }
  return found
}

export function encoded(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const value = Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)))
  const length =
    value.length < 128
      ? Buffer.from([value.length])
      : Buffer.from([0x82, value.length >> 8, value.length & 255])
  return Buffer.concat([Buffer.from([tag]), length, value])
}

export const intOf = ({ value }: Element): number =>
  value.length === 0 ? 0 : value.readIntBE(0, value.length)
export const encodedInt = (tag: number, value: number): Buffer =>
  encoded(
    tag,
    value < 128
      ? Buffer.from([value])
      : Buffer.from([value >> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]),
  )
