import type { AddressGuard } from '@netward/collector/guard'
import { frameLimits, streamFrame, type FromProbe } from '@netward/collector/probe-frames'
import { connect, type Socket } from 'node:net'
import { localCode } from './orders.ts'

export interface StreamWay {
  readonly say: (message: FromProbe) => void
  readonly sendBytes: (frame: Buffer) => void
}

const connectMilliseconds = 10_000

interface Open {
  readonly socket: Socket
  /** Sent, and not taken by the server yet. */
  underWay: number
}

/** TCP connections to devices, which the server asks for: inside of the probe's own ranges alone. */
export class DeviceStreams {
  readonly #guard: AddressGuard
  readonly #way: StreamWay
  readonly #open = new Map<number, Open>()

  constructor(guard: AddressGuard, way: StreamWay) {
    this.#guard = guard
    this.#way = way
  }

  open(stream: number, address: unknown, port: unknown): void {
    const isFree =
      Number.isInteger(stream) && !this.#open.has(stream) && this.#open.size < frameLimits.streams
    const isPort = Number.isInteger(port) && (port as number) >= 1 && (port as number) <= 65535
    // A literal address: a name would be resolved by somebody else.
    if (!isFree || !isPort || typeof address !== 'string' || !this.#guard.allows(address, localCode))
      return this.#way.say({ kind: 'failed', stream, reason: 'refused' })
    const socket = connect({ host: address, port: port as number, noDelay: true })
    const one: Open = { socket, underWay: 0 }
    this.#open.set(stream, one)
    let isConnected = false
    const timer = setTimeout(() => socket.destroy(), connectMilliseconds)
    socket.once('connect', () => {
      isConnected = true
      clearTimeout(timer)
      this.#way.say({ kind: 'opened', stream })
    })
    socket.on('data', (data) => {
      for (let at = 0; at < data.length; at += 16_384)
        this.#way.sendBytes(streamFrame(stream, data.subarray(at, at + 16_384)))
      one.underWay += data.length
      if (one.underWay >= frameLimits.streamWindow) socket.pause()
    })
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(timer)
      if (!this.#open.delete(stream)) return
      this.#way.say(
        isConnected ? { kind: 'closed', stream } : { kind: 'failed', stream, reason: 'no_answer' },
      )
    })
  }

  /** Bytes for a device. */
  arrived(stream: number, data: Buffer): void {
    const one = this.#open.get(stream)
    if (one === undefined) return
    one.socket.write(data, () => this.#way.say({ kind: 'taken', stream, bytes: data.length }))
    // A server that sends more than the window.
    if (one.socket.writableLength > 8 * frameLimits.streamWindow) this.close(stream)
  }

  taken(stream: number, bytes: unknown): void {
    const one = this.#open.get(stream)
    if (one === undefined || typeof bytes !== 'number' || !(bytes >= 0)) return
    one.underWay = Math.max(0, one.underWay - bytes)
    if (one.underWay < frameLimits.streamWindow) one.socket.resume()
  }

  close(stream: number): void {
    const one = this.#open.get(stream)
    this.#open.delete(stream)
    one?.socket.destroy()
  }

  closeAll(): void {
    for (const stream of this.#open.keys()) this.close(stream)
  }
}
