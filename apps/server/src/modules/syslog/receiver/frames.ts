/** Messages of one TCP connection (RFC 6587): counted by octets, or ended by a line feed or NUL. */
export class Frames {
  readonly #most: number
  #rest: Buffer = Buffer.alloc(0)

  constructor(most: number) {
    this.#most = most
  }

  /** @returns whole messages; null: the sender follows neither way, or sends what is too long. */
  push(bytes: Buffer): Buffer[] | null {
    let rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    const whole: Buffer[] = []
    while (rest.length > 0) {
      const first = rest[0]!
      if (first === 0x0a || first === 0x0d || first === 0) {
        rest = rest.subarray(1)
        continue
      }
      // §3.4.1: MSG-LEN begins with a digit other than 0; §3.4.2: a message begins with `<`.
      const counted =
        first >= 0x31 && first <= 0x39 ? /^(\d{1,5}) /.exec(rest.subarray(0, 6).toString('latin1')) : null
      if (counted !== null) {
        const length = Number(counted[1])
        if (length > this.#most) return null
        const from = counted[0].length
        if (rest.length < from + length) break
        whole.push(rest.subarray(from, from + length))
        rest = rest.subarray(from + length)
        continue
      }
      const end = rest.findIndex((byte) => byte === 0x0a || byte === 0)
      if (end === -1) break
      if (end > this.#most) return null
      whole.push(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
    }
    if (rest.length > this.#most + 6) return null
    this.#rest = Buffer.from(rest)
    return whole
  }

  /** What a sender left without an end. */
  last(): Buffer | null {
    return this.#rest.length === 0 ? null : this.#rest
  }
}
