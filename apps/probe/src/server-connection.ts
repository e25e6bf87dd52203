import {
  frameLimits,
  FrameError,
  FrameReader,
  framesOf,
  type FromProbe,
  probeProtocol,
  type ProbeRelease,
  type RefusedReason,
  type ToProbe,
} from '@netward/collector/probe-frames'
import { probePath } from '@netward/contract/probe-values'
import { WebSocket } from 'ws'
import type { Identity } from './identity.ts'
import { proxyFor, tunnelAgent } from './tunnel.ts'

export interface ConnectionOptions {
  readonly server: string
  readonly identity: Identity
  readonly token: string | null
  readonly version: string
  readonly ranges: readonly string[]
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly onWelcome: (welcome: { name: string; release: ProbeRelease | null }) => void
  readonly onMessage: (message: ToProbe) => void
  readonly onStream: (stream: number, data: Buffer) => void
  /** It ended, or was refused; it is tried again. */
  readonly onLeft: (refused: RefusedReason | null) => void
  readonly onSaid?: (text: string) => void
  /** Of waits between attempts, for tests. */
  readonly waitScale?: number
}

/** The server sends a beat every 30 seconds: without one for so long the connection is dead. */
const silenceMilliseconds = 100_000
const firstWait = 1_000
const longestWait = 5 * 60_000
/** After a refusal that only a person can change. */
const refusedWait = 10 * 60_000

/** The connection to the server, again and again until `close`. */
export class ServerConnection {
  readonly #options: ConnectionOptions
  #socket: WebSocket | null = null
  #isWelcome = false
  #failures = 0
  #closed = false
  #timer: NodeJS.Timeout | null = null
  #silence: NodeJS.Timeout | null = null

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#connect()
  }

  get isConnected(): boolean {
    return this.#isWelcome
  }

  /** Lost without a connection. */
  say(message: FromProbe): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    for (const frame of framesOf(message)) this.#socket.send(frame)
  }

  sendBytes(frame: Buffer): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(frame, { binary: true })
  }

  close(): void {
    this.#closed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#stopWaiting()
    this.#socket?.close(1001)
    this.#socket?.terminate()
  }

  #connect(): void {
    const { server, environment = process.env } = this.#options
    const url = new URL(probePath, server)
    const proxy = proxyFor(url, environment)
    const isSecure = url.protocol === 'https:'
    url.protocol = isSecure ? 'wss:' : 'ws:'
    const socket = new WebSocket(url, {
      maxPayload: frameLimits.toProbe,
      handshakeTimeout: 20_000,
      perMessageDeflate: false,
      followRedirects: false,
      ...(proxy !== null && { agent: tunnelAgent(proxy, isSecure) }),
    })
    this.#socket = socket
    const reader = new FrameReader(frameLimits.toProbe)
    let refused: RefusedReason | null = null
    this.#listen()
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      this.#listen()
      try {
        const found = reader.take(data, isBinary)
        if (found === null) return
        if ('stream' in found) this.#options.onStream(found.stream, found.data)
        else refused = this.#take(found.message as ToProbe) ?? refused
      } catch (error) {
        if (!(error instanceof FrameError)) throw error
        socket.terminate()
      }
    })
    socket.on('error', (error) => this.#options.onSaid?.(`no connection: ${error.message}`))
    socket.on('close', (code) => {
      if (this.#socket !== socket) return
      this.#stopWaiting()
      const wasWelcome = this.#isWelcome
      this.#isWelcome = false
      this.#options.onLeft(refused ?? (code === 4410 ? 'key' : null))
      this.#again(refused, wasWelcome)
    })
  }

  #take(message: ToProbe): RefusedReason | null {
    if (typeof message !== 'object' || message === null) return null
    const { identity, token, version, ranges } = this.#options
    switch (message.kind) {
      case 'challenge': {
        if (message.protocol !== probeProtocol || typeof message.nonce !== 'string') return null
        const system = `${process.platform} ${process.arch}, Node ${process.versions.node}`
        this.say({ kind: 'proof', ...identity.proof(message.nonce, token), version, system, ranges })
        return null
      }
      case 'welcome':
        identity.enrolled(message.probeId)
        this.#isWelcome = true
        this.#failures = 0
        this.#options.onWelcome(message)
        return null
      case 'refused':
        this.#options.onSaid?.(`the server refuses this probe: ${message.reason}`)
        return message.reason
      default:
        if (this.#isWelcome) this.#options.onMessage(message)
        return null
    }
  }

  /** All probes lose their server at once when it restarts: each waits a time of its own. */
  #again(refused: RefusedReason | null, wasWelcome: boolean): void {
    if (this.#closed) return
    const isFinal = refused === 'key' || refused === 'token'
    const most = isFinal ? refusedWait : Math.min(longestWait, firstWait * 2 ** this.#failures)
    const spread = wasWelcome ? 10_000 : most
    this.#failures = Math.min(20, this.#failures + 1)
    const wait = isFinal ? most * (0.5 + Math.random()) : firstWait * Math.random() + spread * Math.random()
    this.#timer = setTimeout(() => this.#connect(), wait * (this.#options.waitScale ?? 1))
  }

  #listen(): void {
    this.#stopWaiting()
    this.#silence = setTimeout(() => this.#socket?.terminate(), silenceMilliseconds)
  }

  #stopWaiting(): void {
    if (this.#silence !== null) clearTimeout(this.#silence)
    this.#silence = null
  }
}
