/**
 * What stands before the PDU of an SNMP message (RFC 1157 §4, RFC 1901 §3, RFC 3412 §6): read first, to drop what is not
 * for us without decoding it. Null: not an SNMP message, or cut off.
 */
export interface MessageHead {
  /** 0: v1, 1: v2c, 3: v3. */
  readonly version: number
  /** Of v1 and v2c. */
  readonly community: string
  /** Of v3: bit 0 authenticated, bit 1 encrypted, bit 2 reportable. */
  readonly flags: number
  readonly engineId: Buffer
  readonly userName: string
  /** Tag of the PDU; null if it is encrypted. */
  readonly pdu: number | null
}

export const pduTags = { getResponse: 0xa2, trapV1: 0xa4, inform: 0xa6, trap: 0xa7, report: 0xa8 } as const
export const authenticated = 1
export const encrypted = 2

const integer = 0x02
const octets = 0x04
const sequence = 0x30
/** Shorter ones hold no message: an empty v1 request has 18 bytes. */
const least = 18
const none = Buffer.alloc(0)

export function readHead(datagram: Buffer): MessageHead | null {
  if (datagram.length < least || datagram[0] !== sequence) return null
  try {
    const message = inside({ datagram, at: 0, end: datagram.length }, sequence)
    const version = numberIn(message)
    if (version === 3) return headOfV3(message)
    const community = take(message, octets).toString('latin1')
    const pdu = tagAt(message)
    return version === 0 || version === 1
      ? { version, community, flags: 0, engineId: none, userName: '', pdu }
      : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function headOfV3(message: Cursor): MessageHead {
  const header = inside(message, sequence)
  numberIn(header)
  numberIn(header)
  const flags = take(header, octets)[0] ?? 0
  const security = inside(inside(message, octets), sequence)
  const engineId = take(security, octets)
  numberIn(security)
  numberIn(security)
  const userName = take(security, octets).toString('utf8')
  const head = { version: 3, community: '', flags, engineId, userName }
  if ((flags & encrypted) !== 0) return { ...head, pdu: null }
  const scoped = inside(message, sequence)
  take(scoped, octets)
  take(scoped, octets)
  return { ...head, pdu: tagAt(scoped) }
}

interface Cursor {
  readonly datagram: Buffer
  at: number
  readonly end: number
}

/** The content of the next element as a cursor of its own; the outer one goes on behind it. */
function inside(cursor: Cursor, tag: number): Cursor {
  if (tagAt(cursor) !== tag) throw new RangeError('another tag')
  let at = cursor.at + 1
  let length = byteAt(cursor, at++)
  if (length > 0x7f) {
    const bytes = length & 0x7f
    // RFC 3417 §8: definite lengths; a datagram needs no more than three bytes.
    if (bytes === 0 || bytes > 4) throw new RangeError('length')
    length = 0
    for (let read = 0; read < bytes; read++) length = length * 256 + byteAt(cursor, at++)
  }
  if (at + length > cursor.end) throw new RangeError('cut off')
  cursor.at = at + length
  return { datagram: cursor.datagram, at, end: at + length }
}

function take(cursor: Cursor, tag: number): Buffer {
  const { datagram, at, end } = inside(cursor, tag)
  return datagram.subarray(at, end)
}

function numberIn(cursor: Cursor): number {
  const bytes = take(cursor, integer)
  if (bytes.length === 0 || bytes.length > 5) throw new RangeError('integer')
  return bytes.readIntBE(0, bytes.length)
}

const tagAt = (cursor: Cursor): number => byteAt(cursor, cursor.at)

function byteAt({ datagram, end }: Cursor, at: number): number {
  if (at >= end) throw new RangeError('cut off')
  return datagram[at] ?? 0
}
