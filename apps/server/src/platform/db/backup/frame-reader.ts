/** Reads lines and runs of bytes, in turn, from a stream of chunks of any size. */
export class FrameReader {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next line without its end, null at the end of the stream. */
  async line(): Promise<string | null> {
    let from = 0
    while (true) {
      const end = this.#rest.indexOf(10, from)
      if (end !== -1) return this.#take(end + 1).toString('utf8', 0, end)
      from = this.#rest.length
      if (!(await this.#more())) return null
    }
  }

  /** Exactly that many bytes, null when the stream ends before. */
  async bytes(count: number): Promise<Buffer | null> {
    const parts = [this.#rest]
    let length = this.#rest.length
    while (length < count) {
      const { done, value } = await this.#source.next()
      if (done) return null
      parts.push(value)
      length += value.length
    }
    this.#rest = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    return this.#take(count)
  }

  #take(count: number): Buffer {
    const taken = this.#rest.subarray(0, count)
    this.#rest = this.#rest.subarray(count)
    return taken
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next()
    if (done) return false
    this.#rest = Buffer.concat([this.#rest, value])
    return true
  }
}
