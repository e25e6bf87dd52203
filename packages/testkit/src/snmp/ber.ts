/** BER as agents speak it (X.690 §8, RFC 3417 §8): written apart from the collector's library, so that each tests the other. */

export const tags = {
  integer: 0x02,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  address: 0x40,
  counter32: 0x41,
  gauge32: 0x42,
  timeticks: 0x43,
  opaque: 0x44,
  counter64: 0x46,
  noSuchObject: 0x80,
  noSuchInstance: 0x81,
  endOfMibView: 0x82,
  get: 0xa0,
  getNext: 0xa1,
  response: 0xa2,
  trapV1: 0xa4,
  getBulk: 0xa5,
  inform: 0xa6,
  trap: 0xa7,
  report: 0xa8,
} as const

export function tlv(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const head =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff]
  const whole = Buffer.allocUnsafe(head.length + length)
  whole.set(head)
  let at = head.length
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The shortest two's complement. */
export function integer(value: number | bigint, tag: number = tags.integer): Buffer {
  const bytes: number[] = []
  let left = BigInt(value)
  do {
    bytes.unshift(Number(left & 0xffn))
    left >>= 8n
  } while (!(left === 0n && (bytes[0] ?? 0) < 0x80) && !(left === -1n && (bytes[0] ?? 0) >= 0x80))
  return tlv(tag, Uint8Array.from(bytes))
}

export const octets = (value: string | Uint8Array): Buffer =>
  tlv(tags.octets, typeof value === 'string' ? Buffer.from(value) : value)

export const arcsOf = (oid: string): number[] => oid.split('.').map(Number)

export function objectId(arcs: readonly number[]): Buffer {
  const bytes: number[] = []
  const [first = 0, second = 0, ...others] = arcs
  for (const arc of [first * 40 + second, ...others]) {
    const group = [arc % 128]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      group.unshift((left % 128) + 128)
    bytes.push(...group)
  }
  return tlv(tags.oid, Uint8Array.from(bytes))
}

/** Reads one element after another. @throws RangeError on what is not BER */
export class Elements {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get tag(): number | null {
    return this.#bytes[this.#at] ?? null
  }

  take(tag?: number): Buffer {
    const bytes = this.#bytes
    if (tag !== undefined && bytes[this.#at] !== tag) throw new RangeError(`expected tag ${tag}`)
    let start = this.#at + 2
    let length = bytes[this.#at + 1] ?? Number.NaN
    if (length > 0x80) {
      const size = length & 0x7f
      length = bytes.readUIntBE(start, size)
      start += size
    }
    if (!(start + length <= bytes.length)) throw new RangeError('cut off')
    this.#at = start + length
    return bytes.subarray(start, start + length)
  }

  inside(tag: number = tags.sequence): Elements {
    return new Elements(this.take(tag))
  }

  integer(): number {
    const bytes = this.take(tags.integer)
    return bytes.readIntBE(0, bytes.length)
  }

  arcs(): number[] {
    const arcs: number[] = []
    let arc = 0
    for (const byte of this.take(tags.oid)) {
      arc = arc * 128 + (byte & 0x7f)
      if (byte < 0x80) {
        if (arcs.length === 0)
          arcs.push(Math.min(2, Math.floor(arc / 40)), arc - 40 * Math.min(2, Math.floor(arc / 40)))
        else arcs.push(arc)
        arc = 0
      }
    }
    return arcs
  }
}
