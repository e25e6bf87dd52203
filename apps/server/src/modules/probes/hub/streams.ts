import { frameLimits, streamFrame, type ToProbe } from '@netward/collector/probe-frames'
import { Duplex } from 'node:stream'
import type { ProbeFrame } from './read-frame.ts'

type StreamFrame = Extract<ProbeFrame, { stream: number }>

/** A connection to a device that the probe did not make. */
export class StreamRefused extends Error {
  override name = 'StreamRefused'
  readonly reason: 'refused' | 'no_answer'

  constructor(reason: 'refused' | 'no_answer') {
    super(`the probe made no connection: ${reason}`)
    this.reason = reason
  }
}

interface Way {
  readonly say: (message: ToProbe) => void
  readonly sendBytes: (frame: Buffer) => void
}

/** A TCP connection that a probe made to a device: what is written here arrives there. */
class DeviceStream extends Duplex {
  readonly #id: number
  readonly #way: Way
  readonly #onEnd: () => void
  /** Written, and not taken by the device yet. */
  #underWay = 0
  #goOn: (() => void) | null = null

  constructor(id: number, way: Way, onEnd: () => void) {
    super({ allowHalfOpen: false })
    this.#id = id
    this.#way = way
    this.#onEnd = onEnd
  }

  override _write(data: Buffer, _encoding: BufferEncoding, done: () => void): void {
    for (let at = 0; at < data.length; at += 16_384)
      this.#way.sendBytes(streamFrame(this.#id, data.subarray(at, at + 16_384)))
    this.#underWay += data.length
    if (this.#underWay < frameLimits.streamWindow) done()
    else this.#goOn = done
  }

  override _read(): void {}

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#onEnd()
    done(error)
  }

  taken(bytes: number): void {
    this.#underWay = Math.max(0, this.#underWay - bytes)
    if (this.#underWay >= frameLimits.streamWindow) return
    const goOn = this.#goOn
    this.#goOn = null
    goOn?.()
  }

  /** @returns false if the probe sends more than anybody reads */
  arrived(data: Buffer): boolean {
    this.push(data)
    this.#way.say({ kind: 'taken', stream: this.#id, bytes: data.length })
    return this.readableLength <= 8 * frameLimits.streamWindow
  }

  leave(): void {
    if (this.destroyed) return
    this.push(null)
    this.destroy()
  }
}

/** The connections to devices over one probe. */
export class Streams {
  readonly #way: Way
  readonly #open = new Map<number, DeviceStream>()
  readonly #asked = new Map<number, (answer: DeviceStream | 'refused' | 'no_answer') => void>()
  #last = 0

  constructor(way: Way) {
    this.#way = way
  }

  /** @throws StreamRefused */
  async open(
    address: string,
    port: number,
    options: { timeoutMilliseconds: number; signal?: AbortSignal },
  ): Promise<Duplex> {
    if (this.#open.size + this.#asked.size >= frameLimits.streams) throw new StreamRefused('refused')
    const id = ++this.#last
    const { promise, resolve } = Promise.withResolvers<DeviceStream | 'refused' | 'no_answer'>()
    this.#asked.set(id, resolve)
    const limit = AbortSignal.any([
      AbortSignal.timeout(options.timeoutMilliseconds),
      ...(options.signal ? [options.signal] : []),
    ])
    limit.addEventListener('abort', () => this.#answer(id, 'no_answer'), { once: true })
    this.#way.say({ kind: 'open', stream: id, address, port })
    const answer = await promise
    if (typeof answer !== 'string') return answer
    this.#way.say({ kind: 'close', stream: id })
    throw new StreamRefused(answer)
  }

  take(frame: StreamFrame): void {
    if (frame.kind === 'taken') this.#open.get(frame.stream)?.taken(frame.bytes)
    else if (frame.kind === 'closed') this.#end(frame.stream)
    else this.#answer(frame.stream, frame.kind === 'failed' ? frame.reason : 'opened')
  }

  /** Its bytes may follow in the same turn, before those who wait go on. */
  #answer(id: number, answer: 'opened' | 'refused' | 'no_answer'): void {
    const resolve = this.#asked.get(id)
    if (resolve === undefined) return
    this.#asked.delete(id)
    if (answer !== 'opened') return resolve(answer)
    const stream = new DeviceStream(id, this.#way, () => {
      if (this.#open.delete(id)) this.#way.say({ kind: 'close', stream: id })
    })
    this.#open.set(id, stream)
    resolve(stream)
  }

  /** @returns false if the probe floods us */
  arrived(id: number, data: Buffer): boolean {
    return this.#open.get(id)?.arrived(data) ?? true
  }

  closeAll(): void {
    for (const id of this.#asked.keys()) this.#answer(id, 'no_answer')
    for (const id of this.#open.keys()) this.#end(id)
  }

  #end(id: number): void {
    const stream = this.#open.get(id)
    this.#open.delete(id)
    stream?.leave()
  }
}
