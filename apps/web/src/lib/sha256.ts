/**
 * Incremental SHA-256 (FIPS 180-4): crypto.subtle needs the whole input, and exists only on https and
 * loopback.
 */
export class Sha256 {
  readonly #state = new Uint32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ])
  readonly #words = new Uint32Array(64)
  readonly #rest = new Uint8Array(64)
  #restLength = 0
  #length = 0

  update(bytes: Uint8Array): this {
    this.#length += bytes.length
    let at = 0
    if (this.#restLength > 0) {
      at = Math.min(64 - this.#restLength, bytes.length)
      this.#rest.set(bytes.subarray(0, at), this.#restLength)
      this.#restLength += at
      if (this.#restLength < 64) return this
      this.#block(this.#rest, 0)
      this.#restLength = 0
    }
    for (; at + 64 <= bytes.length; at += 64) this.#block(bytes, at)
    this.#rest.set(bytes.subarray(at))
    this.#restLength = bytes.length - at
    return this
  }

  /** Hexadecimal; final: no more input afterwards. */
  digest(): string {
    const bits = this.#length * 8
    const padding = new Uint8Array((this.#restLength < 56 ? 56 : 120) - this.#restLength + 8)
    padding[0] = 0x80
    const view = new DataView(padding.buffer)
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32))
    view.setUint32(padding.length - 4, bits % 2 ** 32)
    this.update(padding)
    return [...this.#state].map((word) => word.toString(16).padStart(8, '0')).join('')
  }

  #block(bytes: Uint8Array, at: number): void {
    const w = this.#words
    for (let i = 0; i < 16; i++) {
      const j = at + i * 4
      w[i] = (bytes[j]! << 24) | (bytes[j + 1]! << 16) | (bytes[j + 2]! << 8) | bytes[j + 3]!
    }
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15]!
      const y = w[i - 2]!
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
      w[i] = w[i - 16]! + s0 + w[i - 7]! + s1
    }
    const state = this.#state
    let [a, b, c, d, e, f, g, h] = state as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + rounds[i]! + w[i]!) | 0
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + t1) | 0
      d = c
      c = b
      b = a
      a = (t1 + t2) | 0
    }
    const sums = [a, b, c, d, e, f, g, h]
    for (let i = 0; i < 8; i++) state[i] = state[i]! + sums[i]!
  }
}

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
const rounds = new Uint32Array(64)
for (let n = 2, found = 0; found < 64; n++) {
  let prime = true
  for (let d = 2; d * d <= n && prime; d++) prime = n % d !== 0
  if (prime) rounds[found++] = Math.floor((Math.cbrt(n) % 1) * 2 ** 32)
}
