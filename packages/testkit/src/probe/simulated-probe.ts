import type { Fact, FromCollector, LineFact, LinePlan } from '@netward/collector'
import {
  type Beat,
  type FromProbe,
  proofText,
  type ToProbe,
  type ToProbeCollector,
} from '@netward/collector/probe-frames'
import type { MetricPoll } from '@netward/contract/metric-batch'
import { probePath } from '@netward/contract/probe-values'
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'

export interface SimulatedProbeOptions {
  /** The URL of the console. */
  readonly server: string
  /** Enrols with it; otherwise `known` connects again. */
  readonly token?: string
  readonly known?: ProbeIdentity
  readonly ranges?: readonly string[]
  readonly version?: string
  readonly system?: string
  /** Milliseconds by which its clock is ahead. */
  readonly clockError?: number
  readonly beat?: Partial<Beat>
  readonly onOrder?: (order: ToProbeCollector) => void
  /** The connection is gone. */
  readonly onClosed?: (code: number) => void
}

export interface ProbeIdentity {
  readonly probeId: string
  /** PEM. */
  readonly key: string
}

/** A probe without a collector: it takes its plan, and sends what its owner gives it, right or wrong. */
export class SimulatedProbe {
  readonly #options: SimulatedProbeOptions
  readonly #socket: WebSocket
  readonly #key: string
  readonly #epoch = randomUUID()
  readonly #waiting = new Map<string, () => void>()
  #sequences = { batch: 0, facts: 0, 'line-facts': 0 }
  #probeId = ''
  /** By id, as the plan has them. */
  readonly lines = new Map<string, LinePlan>()
  readonly received: ToProbe[] = []
  /** The last proof that it gave. */
  proved: FromProbe | null = null

  private constructor(options: SimulatedProbeOptions, ready: (error: Error | null) => void) {
    this.#options = options
    this.#key =
      options.known?.key ??
      generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    this.#socket = new WebSocket(new URL(probePath, options.server.replace(/^http/, 'ws')))
    this.#socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as ToProbe
      this.received.push(message)
      if (this.received.length > 1000) this.received.shift()
      if (message.kind === 'refused') ready(new Error(message.reason))
      this.#take(message, () => ready(null))
    })
    this.#socket.addEventListener('error', () => ready(new Error('no connection')))
    this.#socket.addEventListener('close', ({ code }) => {
      ready(new Error(`closed: ${code}`))
      options.onClosed?.(code)
    })
  }

  /** Resolves once it has its first plan. @throws Error if it is refused */
  static connect(options: SimulatedProbeOptions): Promise<SimulatedProbe> {
    return new Promise((resolve, reject) => {
      const probe: SimulatedProbe = new SimulatedProbe(options, (error) =>
        error === null ? resolve(probe) : reject(error),
      )
    })
  }

  get identity(): ProbeIdentity {
    return { probeId: this.#probeId, key: this.#key }
  }

  /** Resolves once the server has stored the batch, or what it takes of it. */
  write(polls: readonly MetricPoll[], sentAt = this.#now()): Promise<void> {
    const sequence = ++this.#sequences.batch
    const batch = { collector: 'probe', epoch: this.#epoch, sequence, sentAt, polls }
    return this.#result('batch', sequence, { kind: 'batch', batch })
  }

  writeFacts(facts: readonly Fact[]): Promise<void> {
    const sequence = ++this.#sequences.facts
    const sentAt = this.#now()
    return this.#result('facts', sequence, { kind: 'facts', epoch: this.#epoch, sequence, sentAt, facts })
  }

  writeLineFacts(facts: readonly LineFact[]): Promise<void> {
    const kind = 'line-facts'
    const sequence = ++this.#sequences[kind]
    return this.#result(kind, sequence, { kind, epoch: this.#epoch, sequence, sentAt: this.#now(), facts })
  }

  say(message: FromProbe | Readonly<Record<string, unknown>>): void {
    this.sendText(JSON.stringify(message))
  }

  sendText(text: string): void {
    this.#socket.send(text)
  }

  close(): void {
    this.#socket.close()
  }

  #result(of: string, sequence: number, message: FromCollector): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(`${of} ${sequence}`, resolve)
      this.say({ kind: 'collector', message })
    })
  }

  #now(): number {
    return Date.now() + (this.#options.clockError ?? 0)
  }

  #take(message: ToProbe, planned: () => void): void {
    switch (message.kind) {
      case 'challenge':
        this.proved = this.#proof(message.nonce)
        return this.say(this.proved)
      case 'welcome':
        this.#probeId = message.probeId
        return
      case 'beat':
        return this.#answer(message.n)
      case 'collector': {
        const order = message.message
        this.#options.onOrder?.(order)
        if (order.kind === 'plan') {
          if (order.full) this.lines.clear()
          for (const id of order.removed ?? []) this.lines.delete(id)
          for (const line of order.lines ?? []) this.lines.set(line.lineId, line)
          planned()
        } else if (order.kind === 'ack') {
          const key = `${order.of} ${order.sequence}`
          this.#waiting.get(key)?.()
          this.#waiting.delete(key)
        }
        return
      }
      // Streams and upgrades: it has no devices and no release.
      case 'open':
      case 'close':
      case 'refused':
      case 'release':
      case 'taken':
    }
  }

  #proof(nonce: string): FromProbe {
    const { known, token = '', version = '0.1.0', system = 'simulated', ranges = [] } = this.#options
    const who = known === undefined ? { token } : { probeId: known.probeId }
    const key = createPrivateKey(this.#key)
    const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
    const signature = sign(null, Buffer.from(proofText(nonce, who)), key).toString('base64')
    return { kind: 'proof', ...who, publicKey, signature, version, system, ranges }
  }

  #answer(n: number): void {
    this.say({
      kind: 'beat',
      n,
      at: this.#now(),
      reach: 'fping',
      trapPort: null,
      spoolBytes: 0,
      spoolOldestAt: null,
      dropped: 0,
      thinned: 0,
      memory: 62_000_000,
      devices: 0,
      upgrade: 'none',
      ...this.#options.beat,
    })
  }
}
