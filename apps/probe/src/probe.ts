import { type Collector, openCollector, type Order } from '@netward/collector/collector'
import { AddressGuard } from '@netward/collector/guard'
import { type FromProbe, type ProbeRelease, type ToProbe } from '@netward/collector/probe-frames'
import type { FromCollector, ReachMethod } from '@netward/collector'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { type Configuration, publicTargets } from './configuration.ts'
import { DeviceStreams } from './device-streams.ts'
import type { Identity } from './identity.ts'
import { localCode, orderOf } from './orders.ts'
import { ServerConnection } from './server-connection.ts'
import { Spool, type Spooled } from './spool.ts'

export interface ProbeOptions {
  readonly state: string
  readonly configuration: Configuration
  readonly identity: Identity
  readonly token: string | null
  readonly version: string
  readonly onWelcome?: (name: string) => void
  /** The server has another version. */
  readonly onRelease?: (release: ProbeRelease) => void
  readonly upgradeState?: () => 'none' | 'unsigned' | 'refused' | 'running' | 'failed'
  readonly log: (text: string) => void
  readonly waitScale?: number
  readonly intervals?: { readonly status: number; readonly counters: number; readonly inventory: number }
}

/** Results that are on their way at once: the server takes no more. */
const atOnce = 4

/** A collector, its spool and its connection. */
export class Probe {
  readonly #options: ProbeOptions
  readonly #spool: Spool
  readonly #connection: ServerConnection
  readonly #streams: DeviceStreams
  #collector: Collector | null = null
  /** Orders that come while the collector is being opened. */
  readonly #early: Order[] = []
  #reach: ReachMethod | null = null
  #trapPort: number | null = null
  #devices = 0

  private constructor(options: ProbeOptions) {
    this.#options = options
    const { configuration, state, identity, token, version, log } = options
    this.#spool = new Spool({
      directory: path.join(state, 'spool'),
      days: configuration.spoolDays,
      bytes: configuration.spoolBytes,
    })
    const way = {
      say: (message: FromProbe) => this.#connection.say(message),
      sendBytes: (frame: Buffer) => this.#connection.sendBytes(frame),
    }
    this.#streams = new DeviceStreams(AddressGuard.of(guardOf(configuration)), way)
    this.#connection = new ServerConnection({
      server: configuration.server,
      identity,
      token,
      version,
      ranges: configuration.ranges,
      onWelcome: ({ name, release }) => {
        options.onWelcome?.(name)
        if (release !== null) options.onRelease?.(release)
        this.#deliver()
      },
      onMessage: (message) => this.#obey(message),
      onStream: (stream, data) => this.#streams.arrived(stream, data),
      onLeft: (refused) => {
        this.#spool.forgetUnderWay()
        this.#streams.closeAll()
        // Another machine has the probe, or a person revoked it: it measures nothing more.
        if (refused === 'key')
          this.#collector?.obey({ kind: 'plan', full: true, credentials: [], targets: [] })
      },
      onSaid: log,
      ...(options.waitScale !== undefined && { waitScale: options.waitScale }),
    })
  }

  static async start(options: ProbeOptions): Promise<Probe> {
    const probe = new Probe(options)
    const { configuration, intervals, log } = options
    probe.#collector = await openCollector(
      {
        collector: 'probe',
        ...guardOf(configuration),
        trapPort: configuration.trapPort,
        ...(intervals && { intervals }),
      },
      {
        send: (message) => probe.#take(message),
        onError: (error) => log(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      },
    )
    for (const order of probe.#early.splice(0)) probe.#collector.obey(order)
    return probe
  }

  get isConnected(): boolean {
    return this.#connection.isConnected
  }

  stop(): void {
    this.#collector?.close()
    this.#connection.close()
    this.#streams.closeAll()
    this.#spool.close()
  }

  /** What the collector found. It may forget what is on the disk. */
  #take(message: FromCollector): void {
    switch (message.kind) {
      case 'batch': {
        this.#spool.addBatch(message.batch.polls)
        const { epoch, sequence } = message.batch
        this.#acknowledge({ kind: 'ack', of: 'batch', epoch, sequence })
        break
      }
      case 'facts': {
        this.#spool.addFacts(message.facts)
        const { epoch, sequence } = message
        this.#acknowledge({ kind: 'ack', of: 'facts', epoch, sequence })
        break
      }
      case 'line-facts': {
        this.#spool.addLineFacts(message.facts)
        const { epoch, sequence } = message
        this.#acknowledge({ kind: 'ack', of: 'line-facts', epoch, sequence })
        break
      }
      case 'ready':
        this.#reach = message.reach
        this.#trapPort = message.trapPort
        if (message.trapProblem !== undefined)
          this.#options.log(`traps are not received: ${message.trapProblem}`)
        return
      case 'statistics':
        this.#devices = message.statistics.targets
        return
      default:
        this.#connection.say({ kind: 'collector', message })
        return
    }
    this.#deliver()
  }

  #acknowledge(message: Parameters<Collector['obey']>[0]): void {
    // The collector calls from within: it goes on first.
    queueMicrotask(() => this.#collector?.obey(message))
  }

  #obey(message: ToProbe): void {
    switch (message.kind) {
      case 'beat':
        this.#connection.say({
          kind: 'beat',
          n: message.n,
          at: Date.now(),
          reach: this.#reach,
          trapPort: this.#trapPort,
          spoolBytes: this.#spool.bytes,
          spoolOldestAt: this.#spool.oldestAt,
          dropped: this.#spool.dropped,
          thinned: this.#spool.thinnedValues,
          memory: process.memoryUsage.rss(),
          devices: this.#devices,
          upgrade: this.#options.upgradeState?.() ?? 'none',
        })
        return
      case 'release':
        return this.#options.onRelease?.(message.release)
      case 'open':
        return this.#streams.open(message.stream, message.address, message.port)
      case 'taken':
        return this.#streams.taken(message.stream, message.bytes)
      case 'close':
        return this.#streams.close(message.stream)
      case 'collector':
        return this.#order(message.message)
      default:
        // The connection has taken the others.
        return
    }
  }

  #order(message: unknown): void {
    const ack = acknowledgementOf(message)
    if (ack !== null) {
      this.#spool.acknowledge(ack)
      return this.#deliver()
    }
    const order = orderOf(message)
    if (order === null) return
    if (order.kind === 'plan') {
      const { targets, removed = [] } = order
      this.#devices = order.full ? targets.length : Math.max(this.#devices, targets.length) - removed.length
    }
    if (this.#collector === null) this.#early.push(order)
    else this.#collector.obey(order)
  }

  /** The oldest first, stamped now: the server finds the error of our clock by it. */
  #deliver(): void {
    while (this.#connection.isConnected && this.#spool.underWay < atOnce) {
      const next = this.#spool.next()
      if (next === null) return
      this.#connection.say({ kind: 'collector', message: resultOf(next) })
    }
  }
}

function resultOf(next: Spooled): FromCollector {
  const { epoch, sequence } = next
  const sentAt = Date.now()
  if (next.of === 'facts') return { kind: 'facts', epoch, sequence, sentAt, facts: next.facts }
  if (next.of === 'line-facts') return { kind: 'line-facts', epoch, sequence, sentAt, facts: next.facts }
  return { kind: 'batch', batch: { collector: 'probe', epoch, sequence, sentAt, polls: next.polls } }
}

function acknowledgementOf(message: unknown): Pick<Spooled, 'of' | 'epoch' | 'sequence'> | null {
  const { kind, of, epoch, sequence } = (message ?? {}) as Record<string, unknown>
  if (kind !== 'ack' || (of !== 'batch' && of !== 'facts' && of !== 'line-facts')) return null
  return typeof epoch === 'string' && typeof sequence === 'number' ? { of, epoch, sequence } : null
}

function guardOf({ ranges, lineTargets, allowLoopback }: Configuration) {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  const opened = (all: readonly string[]) => all.map((range) => `${range}=${localCode}`)
  return {
    ranges: opened(ranges),
    rangesAlone: true,
    lineTargets: {
      ranges: opened([...ranges, ...lineTargets.filter((one) => one !== publicTargets)]),
      rangesAlone: !lineTargets.includes(publicTargets),
    },
    ownAddresses: allowLoopback ? [] : own.map(({ address }) => address),
  }
}
