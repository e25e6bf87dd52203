/** The last reading of each counter that a rule watches, by slot: about 20 bytes each. */
export class CounterMemory {
  #places = new Int32Array(0)
  #ats = new Float64Array(0)
  #values = new Float64Array(0)
  #used = 0

  /**
   * The rate per second since the reading before; null at the first one, and where a counter went back: a wrap of 32 bits
   * and a restart look alike, and neither is a burst of errors.
   */
  rate(slot: number, at: number, value: number): number | null {
    const place = (this.#places[slot] ?? 0) - 1
    if (place < 0) return null
    const seconds = (at - this.#ats[place]!) / 1000
    const change = value - this.#values[place]!
    return seconds > 0 && change >= 0 ? change / seconds : null
  }

  keep(slot: number, at: number, value: number): void {
    if (slot >= this.#places.length) this.#places = grown(this.#places, Int32Array, slot + 1)
    let place = this.#places[slot]! - 1
    if (place < 0) {
      place = this.#used++
      this.#places[slot] = place + 1
      if (place >= this.#ats.length) {
        this.#ats = grown(this.#ats, Float64Array, place + 1)
        this.#values = grown(this.#values, Float64Array, place + 1)
      }
    }
    if (at < this.#ats[place]!) return
    this.#ats[place] = at
    this.#values[place] = value
  }
}

function grown<T extends Int32Array | Float64Array>(
  before: T,
  of: new (length: number) => T,
  least: number,
): T {
  const after = new of(Math.max(8, least, Math.ceil(before.length * 1.5)))
  after.set(before)
  return after
}
