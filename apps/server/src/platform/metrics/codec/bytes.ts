const highBit = 0x80
const two53 = 2 ** 53

/** An exact integer: a number as long as it is safe, a bigint beyond. */
export type Integer = number | bigint

/** The shortest exact form. */
export const exact = (value: bigint): Integer =>
  value >= -9_007_199_254_740_991n && value <= 9_007_199_254_740_991n ? Number(value) : value

export function difference(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const result = a - b
    if (Number.isSafeInteger(result)) return result
  }
  return exact(BigInt(a) - BigInt(b))
}

export function total(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const result = a + b
    if (Number.isSafeInteger(result)) return result
  }
  return exact(BigInt(a) + BigInt(b))
}

/** A growing buffer of LEB128 integers and floats. One is reused: `take` copies out what it holds. */
export class ByteWriter {
  #bytes: Buffer
  #at = 0

  constructor(size = 4096) {
    this.#bytes = Buffer.allocUnsafe(size)
  }

  #room(more: number): void {
    if (this.#at + more <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + more))
    this.#bytes.copy(grown, 0, 0, this.#at)
    this.#bytes = grown
  }

  /** Not negative. */
  varint(value: Integer): void {
    this.#room(10)
    if (typeof value === 'bigint') return this.#bigVarint(value)
    const bytes = this.#bytes
    let at = this.#at
    let rest = value
    while (rest >= 0x8000_0000) {
      bytes[at++] = (rest % highBit) | highBit
      rest = Math.floor(rest / highBit)
    }
    while (rest >= highBit) {
      bytes[at++] = (rest & 0x7f) | highBit
      rest >>>= 7
    }
    bytes[at++] = rest
    this.#at = at
  }

  #bigVarint(value: bigint): void {
    let rest = value
    while (rest >= 128n) {
      this.#bytes[this.#at++] = Number(rest & 0x7fn) | highBit
      rest >>= 7n
    }
    this.#bytes[this.#at++] = Number(rest)
  }

  /** Zigzag: small numbers of either sign are short. */
  signed(value: Integer): void {
    if (typeof value === 'number' && value < two53 / 2 && value > -two53 / 2) {
      this.varint(value >= 0 ? value * 2 : -value * 2 - 1)
      return
    }
    const big = BigInt(value)
    this.varint(big >= 0n ? big * 2n : -big * 2n - 1n)
  }

  float(value: number): void {
    this.#room(8)
    this.#bytes.writeDoubleLE(value, this.#at)
    this.#at += 8
  }

  byte(value: number): void {
    this.#room(1)
    this.#bytes[this.#at++] = value
  }

  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#at))
    this.#at = 0
    return taken
  }
}

export class ByteReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get ended(): boolean {
    return this.#at >= this.#bytes.length
  }

  varint(): Integer {
    const bytes = this.#bytes
    let byte = bytes[this.#at++]!
    if (byte < highBit) return byte
    let value = byte & 0x7f
    let scale = highBit
    // 49 bits fit a number whatever they are.
    for (let read = 1; read < 7; read++) {
      byte = bytes[this.#at++]!
      value += (byte & 0x7f) * scale
      if (byte < highBit) return value
      scale *= highBit
    }
    let big = BigInt(value)
    for (let shift = 49n; ; shift += 7n) {
      byte = bytes[this.#at++]!
      big += BigInt(byte & 0x7f) << shift
      if (byte < highBit) return exact(big)
    }
  }

  /** A varint that is known to be a small number, such as a count. */
  count(): number {
    return Number(this.varint())
  }

  signed(): Integer {
    const coded = this.varint()
    if (typeof coded === 'number') return coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2
    return exact(coded & 1n ? -((coded + 1n) / 2n) : coded / 2n)
  }

  float(): number {
    const value = this.#bytes.readDoubleLE(this.#at)
    this.#at += 8
    return value
  }

  byte(): number {
    return this.#bytes[this.#at++]!
  }

  skip(bytes: number): void {
    this.#at += bytes
  }

  skipVarints(count: number): void {
    for (let left = count; left > 0; left--) while (this.#bytes[this.#at++]! >= highBit);
  }
}
