import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { FromCollector, ReachMethod, ToCollector } from './protocol.ts'

/**
 * What an outlet probe and the server say over their WebSocket. Text frames are JSON of these; a binary frame is a part of a
 * stream, its number (32 bits, big endian) first. The server begins with a challenge, the probe proves who it is, and nothing
 * else is taken before.
 */

export const probeProtocol = 1

export const frameLimits = {
  /** Of one frame, from the probe and to it. */
  fromProbe: 8 * 1024 * 1024,
  toProbe: 64 * 1024 * 1024,
  /** Of the proof. */
  proof: 16 * 1024,
  /** Messages with results that are not acknowledged yet. */
  unacknowledged: 8,
  /** Connections to devices at once. */
  streams: 32,
  /** Bytes of a stream that are on their way, before more is taken from its other side. */
  streamWindow: 256 * 1024,
} as const

export type ToProbe =
  | { readonly kind: 'challenge'; readonly protocol: number; readonly nonce: string }
  | Welcome
  | { readonly kind: 'refused'; readonly reason: RefusedReason }
  | { readonly kind: 'beat'; readonly n: number }
  | { readonly kind: 'release'; readonly release: ProbeRelease }
  | { readonly kind: 'collector'; readonly message: ToProbeCollector }
  /** Opens a TCP connection in the probe's local ranges. */
  | { readonly kind: 'open'; readonly stream: number; readonly address: string; readonly port: number }
  | { readonly kind: 'taken'; readonly stream: number; readonly bytes: number }
  | { readonly kind: 'close'; readonly stream: number }

/** Settings are the probe's own: a server never sends them, and never stops it. */
export type ToProbeCollector = Exclude<ToCollector, { kind: 'start' | 'stop' }>

/** `token`: unknown, used or expired. `key`: not the probe's, or it is revoked. Both are final, the others are tried again. */
export type RefusedReason = 'token' | 'key' | 'protocol' | 'busy'

export interface Welcome {
  readonly kind: 'welcome'
  readonly probeId: string
  readonly name: string
  readonly release: ProbeRelease | null
}

/** The program that the server has. */
export interface ProbeRelease {
  readonly version: string
  /** In hexadecimal. */
  readonly sha256: string
  /** Ed25519 over `releaseText`, base64; null: nobody signed it. */
  readonly signature: string | null
}

export type FromProbe =
  | Proof
  | Beat
  | { readonly kind: 'collector'; readonly message: FromCollector }
  | { readonly kind: 'opened'; readonly stream: number }
  | { readonly kind: 'failed'; readonly stream: number; readonly reason: 'refused' | 'no_answer' }
  | { readonly kind: 'taken'; readonly stream: number; readonly bytes: number }
  | { readonly kind: 'closed'; readonly stream: number }

/** Either a token, with which the key becomes the probe's, or the id of the probe that has it. */
export interface Proof {
  readonly kind: 'proof'
  readonly token?: string
  readonly probeId?: string
  /** Ed25519, SPKI in DER, base64. */
  readonly publicKey: string
  /** Over `proofText`, base64. */
  readonly signature: string
  readonly version: string
  /** Operating system, processor, Node: for people. */
  readonly system: string
  /** Of its own configuration. */
  readonly ranges: readonly string[]
}

/** Answers a beat. */
export interface Beat {
  readonly kind: 'beat'
  readonly n: number
  /** Its clock, in milliseconds. */
  readonly at: number
  readonly reach: ReachMethod | null
  readonly trapPort: number | null
  readonly spoolBytes: number
  readonly spoolOldestAt: number | null
  readonly dropped: number
  readonly thinned: number
  readonly memory: number
  readonly devices: number
  readonly upgrade: 'none' | 'unsigned' | 'refused' | 'running' | 'failed'
}

/** What a probe signs. The purpose is in it, so that no other use of the key can be taken for it. */
export function proofText(nonce: string, { token, probeId }: Pick<Proof, 'token' | 'probeId'>): string {
  return `netward probe connects\n${nonce}\n${probeId === undefined ? `token ${token ?? ''}` : `probe ${probeId}`}\n`
}

/** What the holder of the release key signs. */
export function releaseText({ version, sha256 }: Pick<ProbeRelease, 'version' | 'sha256'>): string {
  return `netward probe release\n${version}\n${sha256}\n`
}

/** First byte of a binary frame. */
const kinds = { stream: 0, part: 1, lastPart: 2 } as const
/** A proxy or server may take no frames of more than 64 KiB: longer messages are deflated, and go in parts. */
const plainBytes = 32 * 1024
const partBytes = 48 * 1024

/** The frames of a message. */
export function framesOf(message: FromProbe): (string | Buffer)[] {
  const text = JSON.stringify(message)
  if (text.length < plainBytes / 4 || Buffer.byteLength(text) <= plainBytes) return [text]
  const whole = deflateRawSync(text, { level: 3 })
  const frames: Buffer[] = []
  for (let at = 0; at < whole.length; at += partBytes) {
    const kind = at + partBytes < whole.length ? kinds.part : kinds.lastPart
    frames.push(Buffer.concat([Buffer.of(kind), whole.subarray(at, at + partBytes)]))
  }
  return frames
}

export function streamFrame(stream: number, data: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(5 + data.length)
  frame[0] = kinds.stream
  frame.writeUInt32BE(stream, 1)
  frame.set(data, 5)
  return frame
}

export class FrameError extends Error {
  override name = 'FrameError'
}

/** Takes frames of the other side, which may be hostile, and puts messages together again. */
export class FrameReader {
  readonly #most: number
  #parts: Buffer[] = []
  #bytes = 0

  /** @param most bytes of a message, inflated */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * @returns null for a part of a message whose end has not come
   * @throws FrameError if it is nothing of the kind
   */
  take(data: Buffer, isBinary: boolean): { message: unknown } | { stream: number; data: Buffer } | null {
    if (!isBinary) return { message: parsed(data) }
    const kind = data[0]
    if (kind === kinds.stream && data.length >= 5)
      return { stream: data.readUInt32BE(1), data: data.subarray(5) }
    if (kind !== kinds.part && kind !== kinds.lastPart) throw new FrameError('unknown frame')
    this.#bytes += data.length
    if (this.#bytes > this.#most) throw new FrameError('long message')
    this.#parts.push(data.subarray(1))
    if (kind === kinds.part) return null
    const whole = Buffer.concat(this.#parts)
    this.#parts = []
    this.#bytes = 0
    return { message: parsed(inflated(whole, this.#most)) }
  }
}

function inflated(data: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(data, { maxOutputLength: most })
  } catch {
    throw new FrameError('not deflated')
  }
}

function parsed(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'))
  } catch {
    throw new FrameError('not JSON')
  }
}
