import type {
  CollectorEvents,
  Fact,
  FromCollector,
  InventoryReading,
  PollState,
  ToCollector,
} from '@netward/collector'
import type { MetricBatch } from '@netward/contract/metric-batch'
import { randomUUID } from 'node:crypto'
import type { Fork } from '../src/modules/snmp/poller/collector-child.ts'

/** A collector in this process: a test says what it finds. */
export class FakeCollector {
  readonly epoch = randomUUID()
  readonly received: ToCollector[] = []
  readonly #events: CollectorEvents
  #sequence = 0

  constructor(events: CollectorEvents) {
    this.#events = events
  }

  emit(message: FromCollector): void {
    this.#events.onMessage(message)
  }

  batch(polls: MetricBatch['polls'], sequence = (this.#sequence += 1)): number {
    const collector = this.start?.settings.collector ?? ''
    this.emit({
      kind: 'batch',
      batch: { collector, epoch: this.epoch, sequence, sentAt: Date.now(), polls },
    })
    return sequence
  }

  facts(facts: readonly Fact[], sequence = (this.#sequence += 1)): number {
    this.emit({ kind: 'facts', epoch: this.epoch, sequence, facts })
    return sequence
  }

  /** One round of a device. */
  round(deviceId: string, state: PollState, reachable: boolean, credentialId: string | null = null): number {
    const at = Date.now()
    const common = { deviceId, at, state, reachable, credentialId }
    return this.facts([
      { kind: 'state', ...common },
      { kind: 'poll', ...common, durationMs: 12, values: 3, slow: false, nextAt: at + 60_000 },
    ])
  }

  die(): void {
    this.#events.onExit(null, 'SIGKILL')
  }

  get start() {
    return this.received.find((message) => message.kind === 'start')
  }

  /** Targets that it knows after all updates of the plan. */
  get targets() {
    const targets = new Map<string, Extract<ToCollector, { kind: 'plan' }>['targets'][number]>()
    for (const message of this.received) {
      if (message.kind !== 'plan') continue
      if (message.full) targets.clear()
      for (const target of message.targets) targets.set(target.deviceId, target)
      for (const id of message.removed ?? []) targets.delete(id)
    }
    return targets
  }

  get credentials() {
    return this.received.flatMap((message) => (message.kind === 'plan' ? [...message.credentials] : []))
  }

  acknowledged(of: 'batch' | 'facts'): number[] {
    return this.received.flatMap((message) =>
      message.kind === 'ack' && message.of === of ? [message.sequence] : [],
    )
  }
}

/** Forks into `collectors`, the newest last. */
export function fakeFork(collectors: FakeCollector[]): Fork {
  return (events) => {
    const collector = new FakeCollector(events)
    collectors.push(collector)
    return {
      process: { pid: collectors.length } as never,
      send: (message) => {
        collector.received.push(structuredClone(message))
        if (message.kind === 'start')
          queueMicrotask(() =>
            collector.emit({ kind: 'ready', epoch: collector.epoch, reach: 'tcp', trapPort: null }),
          )
        return true
      },
      stop: async () => {},
    }
  }
}

export function inventoryOf(
  identity: Partial<InventoryReading['identity']> = {},
  interfaces: readonly Partial<InventoryReading['interfaces'][number]>[] = [],
): InventoryReading {
  return {
    identity: {
      sysObjectId: '1.3.6.1.4.1.2011.2.23.1',
      sysDescr: 'A switch',
      sysName: 'sw1',
      sysLocation: '',
      sysContact: '',
      vendor: 'Huawei',
      type: 'switch',
      model: 'S5735',
      version: 'V200R019',
      hardwareRevision: '',
      serialNumber: '2102351234',
      baseMac: '00:1e:10:aa:bb:cc',
      chassisId: '',
      engineId: '',
      ...identity,
    },
    interfaces: interfaces.map((one, n) => ({
      key: `Gi0/0/${n + 1}`,
      index: n + 1,
      name: `Gi0/0/${n + 1}`,
      description: '',
      alias: '',
      type: 6,
      speed: 1e9,
      mtu: 1500,
      mac: null,
      adminState: 1,
      operState: 1,
      duplex: 'full',
      vlan: 1,
      taggedVlans: [],
      addresses: [],
      neighbour: null,
      ...one,
    })),
    parts: [],
    neighbours: [],
    incomplete: false,
    plan: { some: 'plan' },
  }
}
