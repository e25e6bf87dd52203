import { isIPv6, SocketAddress } from 'node:net'
import type { MetricPoll } from '@netward/contract/metric-batch'
import { AddressGuard } from '../guard.ts'
import {
  defaultIntervals,
  type Acknowledgement,
  type CollectorSettings,
  type CollectorStatistics,
  type CredentialSet,
  type Fact,
  type FromCollector,
  type Intervals,
  type PlanUpdate,
  type TrialRequest,
  type TrialResult,
} from '../protocol.ts'
import type { Reach } from '../reach/reach.ts'
import type { TrapSource } from '../traps/receiver.ts'
import { BatchOutbox } from './batch-outbox.ts'
import {
  interfaceKeyOf,
  isSameAgent,
  keepInventory,
  lookAgain,
  newDevice,
  noteNeighbours,
  type Device,
  type RoundKind,
} from './device.ts'
import { DueQueue, nextSlot } from './due-queue.ts'
import { FactOutbox } from './fact-outbox.ts'
import { runRound, type Readers, type RoundContext, type RoundResult } from './round.ts'
import { Counting } from './statistics.ts'
import { tryAddress } from './trial.ts'

export interface EngineOptions {
  readonly settings: CollectorSettings
  readonly epoch: string
  readonly reach: Reach
  readonly readers: Readers
  readonly send: (message: FromCollector) => void
  /** Something that is no fault of a device went wrong with one. */
  onError(error: unknown): void
  /** Of the first attempt of a request, for tests. */
  readonly snmpTimeoutMs?: number
}

const usualConcurrency = 256
const usualBuffer = 64 * 1024 * 1024
/** Of an interval (operations.md §2). */
const budgetShare = 0.8
const longestSilence = 15 * 60_000
/** Asked for by people and traps, not more often than this. */
const leastBetween = 500
/** A handful of new devices is not spread: somebody looks at them. */
const few = 20
const trialsAtOnce = 8

/** Polls the devices of a plan, each at its own moment, and keeps what it finds until that is acknowledged. */
export class PollEngine {
  readonly #options: EngineOptions
  readonly #intervals: Intervals
  readonly #context: RoundContext
  readonly #devices = new Map<string, Device>()
  readonly #credentials = new Map<string, CredentialSet>()
  readonly #byAddress = new Map<string, Set<Device>>()
  readonly #queue = new DueQueue<Device>()
  readonly #batches: BatchOutbox
  readonly #facts: FactOutbox<Fact>
  readonly counting = new Counting()
  #ready: { readonly device: Device; readonly dueAt: number }[] = []
  #running = 0
  #trials = 0
  #timer: NodeJS.Timeout | null = null
  #closed = false

  constructor(options: EngineOptions) {
    const { settings, epoch, send } = options
    this.#options = options
    this.#intervals = { ...defaultIntervals, ...settings.intervals }
    this.#context = {
      guard: AddressGuard.of(settings),
      reach: options.reach,
      readers: options.readers,
      credential: (id) => this.#credentials.get(id),
      budget: (kind) => budgetShare * this.#interval(kind === 'status' ? 'status' : 'counters'),
      ...(options.snmpTimeoutMs !== undefined && { snmpTimeoutMs: options.snmpTimeoutMs }),
    }
    this.#batches = new BatchOutbox({
      collector: settings.collector,
      epoch,
      mostBytes: settings.bufferBytes ?? usualBuffer,
      send: (batch) => send({ kind: 'batch', batch }),
    })
    this.#facts = new FactOutbox({
      send: (sequence, facts) => send({ kind: 'facts', epoch, sequence, facts }),
      keyOf: (fact) => (fact.kind === 'trap' ? null : `${fact.kind} ${fact.deviceId}`),
    })
  }

  update(plan: PlanUpdate): void {
    if (plan.full) this.#forgetOthers(plan)
    for (const id of plan.removedCredentials ?? []) this.#credentials.delete(id)
    for (const credential of plan.credentials) this.#credentials.set(credential.id, credential)
    for (const id of plan.removed ?? []) this.#remove(id)
    const now = performance.now()
    for (const target of plan.targets) this.#put(target, plan.targets.length <= few ? now : null)
    this.#arm()
  }

  acknowledge({ of, epoch, sequence }: Acknowledgement): void {
    if (epoch !== this.#options.epoch) return
    if (of === 'batch') this.#batches.acknowledge(sequence)
    else if (of === 'facts') this.#facts.acknowledge(sequence)
  }

  /**
   * At once, whatever silence it is waiting out.
   * @param least milliseconds since it was asked last
   */
  pollNow(deviceIds: readonly string[], what: RoundKind, least = leastBetween): void {
    for (const id of deviceIds) {
      const device = this.#devices.get(id)
      if (device === undefined) continue
      if (device.forced === null || device.forced === 'status' || what === 'inventory') device.forced = what
      device.askAgainAt = 0
      device.silentRounds = 0
      if (!device.busy) this.#queue.add(device, Math.max(performance.now(), device.lastStart + least))
    }
    this.#arm()
  }

  async try(request: TrialRequest): Promise<TrialResult> {
    if (this.#trials >= trialsAtOnce) return { state: 'unreachable', credentialId: null, reading: null }
    this.#trials++
    try {
      return await tryAddress(request, this.#context)
    } finally {
      this.#trials--
    }
  }

  /** Whose traps are taken from an address: devices of several companies may share one. */
  *trapSources(address: string): Iterable<TrapSource> {
    for (const device of this.#byAddress.get(address) ?? []) {
      const { target } = device
      yield {
        deviceId: target.deviceId,
        credentials: target.credentialIds.flatMap((id) => this.#credentials.get(id) ?? []),
        engineId: device.memory.engine?.id ?? null,
        interfaceKey: (index) => interfaceKeyOf(device, index),
      }
    }
  }

  fact(fact: Fact): void {
    this.#facts.add(fact)
  }

  /** Values of something that is measured otherwise take the same way. */
  poll(poll: MetricPoll): void {
    this.#batches.add(poll)
  }

  resendLate(): void {
    this.#batches.resendLate()
    this.#facts.resendLate()
  }

  statistics(): CollectorStatistics {
    const devices = [...this.#devices.values()]
    return this.counting.take({
      targets: devices.length,
      silent: devices.filter(({ silentRounds }) => silentRounds > 0).length,
      slow: devices.filter(({ slow }) => slow).length,
      bufferedBytes: this.#batches.bytes,
      droppedValues: this.#batches.droppedValues,
    })
  }

  close(): void {
    this.#closed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#batches.close()
    this.#facts.close()
    for (const id of this.#devices.keys()) this.#remove(id)
  }

  #interval(name: keyof Intervals): number {
    return 1000 * this.#intervals[name]
  }

  #forgetOthers({ targets, credentials }: PlanUpdate): void {
    const kept = new Set(targets.map(({ deviceId }) => deviceId))
    for (const id of this.#devices.keys()) if (!kept.has(id)) this.#remove(id)
    const sets = new Set(credentials.map(({ id }) => id))
    for (const id of this.#credentials.keys()) if (!sets.has(id)) this.#credentials.delete(id)
  }

  #remove(id: string): void {
    const device = this.#devices.get(id)
    if (device === undefined) return
    device.removed = true
    device.dueAt = Number.POSITIVE_INFINITY
    this.#devices.delete(id)
    const address = plainAddress(device.target.address)
    const neighbours = this.#byAddress.get(address)
    neighbours?.delete(device)
    if (neighbours?.size === 0) this.#byAddress.delete(address)
  }

  /** @param at when a new one is asked first; null: at its moment */
  #put(target: Device['target'], at: number | null): void {
    const known = this.#devices.get(target.deviceId)
    if (known !== undefined && isSameAgent(known.target, target)) {
      known.target = target
      return
    }
    if (known !== undefined) this.#remove(target.deviceId)
    const device = newDevice(target)
    const now = performance.now()
    device.valuesAt = device.plan === null ? 0 : nextSlot(now, this.#interval('counters'), device.jitter)
    this.#devices.set(target.deviceId, device)
    if (target.driver === 'snmp') {
      const address = plainAddress(target.address)
      const neighbours = this.#byAddress.get(address)
      if (neighbours === undefined) this.#byAddress.set(address, new Set([device]))
      else neighbours.add(device)
    }
    this.#queue.add(device, at ?? this.#nextStatus(device, now))
  }

  #nextStatus(device: Device, now: number): number {
    return nextSlot(
      now,
      this.#interval('status'),
      ((device.jitter * this.#intervals.counters) / this.#intervals.status) % 1,
    )
  }

  #arm(): void {
    if (this.#closed) return
    if (this.#timer !== null) clearTimeout(this.#timer)
    const next = this.#queue.next
    this.#timer = null
    if (next === Number.POSITIVE_INFINITY) return
    this.#timer = setTimeout(
      () => this.#collectDue(),
      Math.max(0, Math.min(next - performance.now(), 2 ** 30)),
    )
  }

  #collectDue(): void {
    const now = performance.now()
    // A timer may fire a fraction of a millisecond early.
    for (let device = this.#queue.takeDue(now + 1); device !== null; device = this.#queue.takeDue(now + 1)) {
      // Nothing that is found now has a place: the parent is silent.
      if (this.#batches.isFull && device.forced === null)
        this.#queue.add(device, this.#nextStatus(device, now + 1))
      else this.#ready.push({ device, dueAt: now })
    }
    this.#startReady()
    this.#arm()
  }

  #startReady(): void {
    const most = this.#options.settings.concurrency ?? usualConcurrency
    while (this.#running < most) {
      const next = this.#ready.shift()
      if (next === undefined) return
      if (next.device.removed || next.device.busy) continue
      this.#running++
      this.counting.began(performance.now() - next.dueAt)
      void this.#run(next.device)
        .catch((error: unknown) => this.#options.onError(error))
        .finally(() => {
          this.#running--
          if (!this.#closed) this.#startReady()
        })
    }
  }

  async #run(device: Device): Promise<void> {
    const began = performance.now()
    const kind = this.#kindOf(device, began)
    device.busy = true
    device.forced = null
    device.lastStart = began
    try {
      const result = await runRound(device, kind, this.#context)
      if (!device.removed && !this.#closed) this.#conclude(device, kind, result, began)
    } finally {
      device.busy = false
      if (!device.removed && !this.#closed) {
        const now = performance.now()
        this.#queue.add(device, device.forced === null ? this.#nextStatus(device, now) : now + leastBetween)
        this.#arm()
      }
    }
  }

  #kindOf(device: Device, now: number): RoundKind {
    if (device.forced === 'inventory') return 'inventory'
    const isValues = device.forced === 'values' || now >= device.valuesAt
    if (isValues) device.valuesAt = nextSlot(now, this.#interval('counters'), device.jitter)
    const isOld = Date.now() - device.inventoryAt >= this.#interval('inventory')
    if (isValues && (isOld || device.looksAgain)) return 'inventory'
    return isValues ? 'values' : 'status'
  }

  #conclude(device: Device, kind: RoundKind, result: RoundResult, began: number): void {
    const now = performance.now()
    const { deviceId } = device.target
    const { state, reachable, inventory, neighbourhood, reading, poll } = result
    const at = poll?.at ?? Date.now()
    const durationMs = now - began
    device.slow = result.cutShort || durationMs > this.#context.budget(kind)
    if (result.asked) this.#noteSilence(device, state, now)
    if (state === 'ok' && result.asked) {
      device.credentialId = result.credentialId
      device.upTime = result.upTime
      device.upTimeAt = now
      device.tableChange = result.tableChange ?? device.tableChange
    }
    if (inventory !== null && result.credentialId !== null) {
      keepInventory(device, { at, reading: inventory, isRegular: !device.looksAgain })
      this.#facts.add({
        kind: 'inventory',
        deviceId,
        at,
        credentialId: result.credentialId,
        reading: inventory,
      })
    }
    if (neighbourhood !== null) {
      noteNeighbours(device, neighbourhood)
      this.#facts.add({ kind: 'neighbourhood', deviceId, at, neighbourhood })
    }
    if (reading !== null && !reading.incomplete) this.#noteInterfaces(device, at, reading.interfaces)
    if (poll !== null) this.#batches.add(poll)
    const { credentialId } = device
    const changed = device.state !== state || device.reachable !== reachable
    // Back after silence: its values are not left waiting for their slot.
    if (state === 'ok' && device.state !== null && changed && kind === 'status') device.forced ??= 'values'
    device.state = state
    device.reachable = reachable
    if (changed) this.#facts.add({ kind: 'state', deviceId, at, state, reachable, credentialId })
    this.#facts.add({
      kind: 'poll',
      deviceId,
      at,
      state,
      reachable,
      credentialId,
      durationMs: Math.round(durationMs),
      values: kind === 'status' && inventory === null ? null : (reading?.samples.length ?? 0),
      slow: device.slow,
      nextAt: Date.now() + Math.max(0, Math.max(this.#nextStatus(device, now), device.askAgainAt) - now),
    })
    this.counting.polls++
    this.counting.varbinds += result.varbinds
    this.counting.values += poll?.values.length ?? 0
  }

  /** Doubles with each silent round, from one interval to 15 minutes. */
  #noteSilence(device: Device, state: string, now: number): void {
    if (state === 'ok') {
      device.silentRounds = 0
      device.askAgainAt = 0
      return
    }
    device.silentRounds++
    const wait = Math.min(
      longestSilence,
      this.#interval('status') * 2 ** Math.min(10, device.silentRounds - 1),
    )
    device.askAgainAt = now + wait - 0.5 * this.#interval('status')
  }

  #noteInterfaces(
    device: Device,
    at: number,
    interfaces: NonNullable<RoundResult['reading']>['interfaces'],
  ): void {
    const lines = interfaces
      .map(
        ({ index, key, operState, adminState, speed }) =>
          `${index}\t${key}\t${operState}\t${adminState}\t${speed}`,
      )
      .join('\n')
    if (lines === device.interfaces) return
    // What was plugged in, or out, is seen soon.
    if (device.interfaces !== null) lookAgain(device)
    device.interfaces = lines
    this.#facts.add({ kind: 'interfaces', deviceId: device.target.deviceId, at, interfaces })
  }
}

/** IPv6 has many spellings of an address; a datagram arrives with one. */
const plainAddress = (address: string): string =>
  isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : address
