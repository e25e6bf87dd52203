import type { CollectorStatistics, FromCollector, InventoryFact, TrialResult } from '@netward/collector'
import type { MetricBatch } from '@netward/contract/metric-batch'
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { Logger } from '../../../platform/log.ts'
import { ownAddresses } from '../../../platform/own-addresses.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { AskedTests, CollectedLines } from '../../lines/index.ts'
import { CollectorChild, type Fork } from './collector-child.ts'
import { DeviceValues } from './device-values.ts'
import { fitting, opened } from './fitting-credentials.ts'
import { Intake } from './intake.ts'
import { Plan } from './plan.ts'
import { pollerRepo, type TargetRow, type TrialToDo } from './poller.repo.ts'
import { Scans } from './scans.ts'
import { endedTrial } from './trial-end.ts'

export interface PollerOptions {
  readonly scopes: Scopes
  readonly secrets: Secrets
  readonly log: Logger
  readonly deviceRanges: readonly string[]
  /** UDP port for traps; null: none. */
  readonly trapPort: number | null
  readonly writeBatch: (batch: MetricBatch, receivedAt: number) => Promise<unknown>
  readonly saveParts: (fact: InventoryFact) => Promise<unknown>
  /** Tests set these. */
  readonly name?: string
  readonly fork?: Fork
  readonly timing?: Partial<PollerTiming>
  readonly intervals?: { readonly status: number; readonly counters: number; readonly inventory: number }
}

export interface PollerTiming {
  readonly leaseSeconds: number
  readonly beatMilliseconds: number
  readonly changesMilliseconds: number
  /** Without devices and trials the collector's process ends after so long. */
  readonly idleMilliseconds: number
}

const defaultTiming: PollerTiming = {
  leaseSeconds: 30,
  beatMilliseconds: 10_000,
  changesMilliseconds: 2_000,
  idleMilliseconds: 60_000,
}

/** What people change of lines reaches the collector within this time. */
const linesEveryMs = 30_000

/**
 * One poller: holds shares of all devices by lease, tells its collector what to measure, and writes what comes back. The
 * collector is a process of its own, so that decoding never holds up requests or Informs.
 */
export class Poller {
  readonly name: string
  readonly #options: PollerOptions
  readonly #timing: PollerTiming
  readonly #plan = new Plan()
  readonly #values = new DeviceValues()
  readonly #child: CollectorChild
  readonly #intake: Intake
  readonly #scans: Scans
  readonly #lines: CollectedLines
  readonly #asked: AskedTests
  #linesOf = ''
  #linesAt = 0
  readonly #trials = new Set<string>()
  #shares: readonly number[] = []
  /** Changes of transactions from here on are not read yet. */
  #since = '0'
  #whole = true
  #idleSince: number | null = null
  #timers: NodeJS.Timeout[] = []
  #running: Promise<void> = Promise.resolve()
  #stopped = false
  #failing = false
  statistics: CollectorStatistics | null = null
  trapProblem: string | null = null

  constructor(options: PollerOptions) {
    this.#options = options
    this.#timing = { ...defaultTiming, ...options.timing }
    this.name = options.name ?? `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`
    const { scopes, log, writeBatch, saveParts } = options
    this.#child = new CollectorChild({
      ...(options.fork && { fork: options.fork }),
      log,
      settings: {
        collector: this.name,
        ranges: options.deviceRanges,
        ownAddresses: [...ownAddresses()],
        trapPort: options.trapPort,
        ...(options.intervals && { intervals: options.intervals }),
      },
      events: {
        onStart: () => {
          this.#whole = true
          this.#scans.forgetAll()
          this.#forgetLines()
        },
        onMessage: (message) => this.#take(message),
      },
    })
    this.#scans = new Scans({
      scopes,
      name: this.name,
      deviceRanges: () => options.deviceRanges,
      credentialsOf: async (companyId) => {
        if (!this.#plan.has(companyId)) await this.#learnCompanies([companyId])
        return this.#plan.credentialsOf(companyId)
      },
      begin: () => this.#begin(),
      send: (message) => this.#child.send(message),
    })
    this.#lines = new CollectedLines({
      scopes,
      log,
      by: { poller: this.name },
      send: (message) => this.#child.send(message),
    })
    this.#asked = new AskedTests({
      scopes,
      secrets: options.secrets,
      log,
      by: { poller: this.name },
      send: (message) => this.#child.send(message),
    })
    this.#intake = new Intake({
      scopes,
      log,
      name: this.name,
      values: this.#values,
      writeFacts: (facts) => pollerRepo.writeFacts(scopes, facts),
      owned: (measured) => pollerRepo.owned(scopes, this.name, measured),
      writeBatch,
      saveParts,
      send: (message) => this.#child.send(message),
    })
  }

  start(): void {
    const every = (milliseconds: number, work: () => Promise<void>) => {
      const timer = setInterval(() => this.#one(work), milliseconds)
      timer.unref()
      this.#timers.push(timer)
    }
    this.#one(() => this.#beat())
    this.#one(() => this.#follow())
    every(this.#timing.beatMilliseconds, () => this.#beat())
    every(this.#timing.changesMilliseconds, () => this.#follow())
  }

  gauges(): Record<string, () => number> {
    const of =
      (key: 'silent' | 'slow' | 'latenessP95' | 'droppedValues' | 'bufferedBytes' | 'trapsDropped') => () =>
        this.statistics?.[key] ?? 0
    return {
      poller_devices: () => this.#plan.size,
      poller_lines: () => this.#lines.size,
      poller_shares: () => this.#shares.length,
      poller_batches: () => this.#intake.written,
      poller_refused: () => this.#intake.refused,
      poller_foreign_samples: () => this.#intake.foreignSamples,
      poller_restarts: () => this.#child.deaths,
      poller_silent_devices: of('silent'),
      poller_slow_devices: of('slow'),
      poller_lateness_p95_milliseconds: of('latenessP95'),
      poller_dropped_values: of('droppedValues'),
      poller_buffered_bytes: of('bufferedBytes'),
      poller_traps_dropped: of('trapsDropped'),
    }
  }

  /** The process of the collector, if there is one. */
  get collectorPid(): number | undefined {
    return this.#child.pid
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
    await this.#running
    await this.#child.stop()
    await Promise.all([this.#intake.stop(), this.#lines.stop(), this.#asked.stop()])
    await pollerRepo.leave(this.#options.scopes, this.name).catch(() => {})
  }

  /** As a process that was killed: it neither renews its lease nor gives it back. For tests. */
  fallSilent(): void {
    this.#stopped = true
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
  }

  /** One after the other, never two that follow the same changes. */
  #one(work: () => Promise<void>): void {
    this.#running = this.#after(this.#running, work)
  }

  async #after(before: Promise<void>, work: () => Promise<void>): Promise<void> {
    await before
    if (this.#stopped) return
    try {
      await work()
      this.#failing = false
    } catch (error) {
      // Once, not every two seconds while the database is away.
      if (!this.#failing) this.#options.log.warn({ err: error }, 'the poller tries again')
      this.#failing = true
    }
  }

  /** Shares that went to another poller, or came from one that is gone, change the whole plan. */
  async #beat(): Promise<void> {
    const shares = await pollerRepo.beat(this.#options.scopes, this.name, this.#timing.leaseSeconds)
    if (shares.join(',') === this.#shares.join(',')) return
    this.#shares = shares
    this.#whole = true
  }

  async #follow(): Promise<void> {
    const { scopes } = this.#options
    const horizon = await pollerRepo.horizon(scopes)
    if (this.#whole) await this.#sendWhole().catch((error: unknown) => this.#sendAgain(error))
    else await this.#sendChanges()
    this.#since = horizon
    await this.#beginTrials()
    await this.#scans.follow()
    await this.#followLines()
    await this.#asked.follow(() => this.#begin())
    await this.#rest()
  }

  async #sendWhole(): Promise<void> {
    this.#whole = false
    const known = this.#plan.size > 0
    this.#plan.forgetAll()
    let isFirst = true
    for await (const rows of pollerRepo.targets(this.#options.scopes, { shares: this.#shares })) {
      await this.#send(rows, isFirst)
      isFirst = false
    }
    if (isFirst && known) this.#forgetAll()
  }

  /** What follows is the whole plan; lines come again too. */
  #forgetAll(): void {
    this.#child.send({ kind: 'plan', full: true, credentials: [], targets: [] })
    this.#forgetLines()
  }

  #forgetLines(): void {
    this.#lines.forgetAll()
    this.#linesAt = 0
  }

  async #followLines(): Promise<void> {
    const shares = this.#shares.join(',')
    if (shares === this.#linesOf && Date.now() - this.#linesAt < linesEveryMs) return
    const { lines, removed } = await this.#lines.changes({ shares: this.#shares })
    this.#linesOf = shares
    this.#linesAt = Date.now()
    if (lines.length + removed.length === 0) return
    if (lines.length > 0) this.#begin()
    this.#child.send({ kind: 'plan', full: false, credentials: [], targets: [], lines, removed })
  }

  #sendAgain(error: unknown): never {
    this.#whole = true
    throw error
  }

  async #sendChanges(): Promise<void> {
    const { scopes } = this.#options
    const { gone, companies } = await pollerRepo.changes(scopes, this.#since)
    const removed = this.#plan.forget(gone)
    this.#values.forget(removed)
    if (removed.length > 0)
      this.#child.send({ kind: 'plan', full: false, credentials: [], targets: [], removed })
    const shares = this.#shares
    if (companies.length > 0) {
      await this.#learnCompanies(companies)
      for await (const rows of pollerRepo.targets(scopes, { shares, companies }))
        await this.#send(rows, false)
    }
    for await (const rows of pollerRepo.targets(scopes, { shares, since: this.#since }))
      await this.#send(rows, false)
  }

  async #learnCompanies(companies: readonly string[]): Promise<void> {
    const rows = await pollerRepo.credentials(this.#options.scopes, companies)
    for (const companyId of companies) {
      const sets = rows
        .filter((row) => row.company_id === companyId)
        .map((row) => opened(this.#options.secrets, row))
        .filter((set) => set !== null)
      const { credentials, removedCredentials } = this.#plan.learn(companyId, sets)
      if (credentials.length > 0 || (removedCredentials ?? []).length > 0) {
        this.#child.send({
          kind: 'plan',
          full: false,
          credentials,
          targets: [],
          ...(removedCredentials && { removedCredentials }),
        })
      }
    }
  }

  async #send(rows: readonly TargetRow[], full: boolean): Promise<void> {
    const { scopes } = this.#options
    if (rows.some(({ active }) => active)) this.#begin()
    // It has just been started, and knows nothing: `full` then costs nothing either.
    if (full) this.#forgetAll()
    const unknown = [...new Set(rows.map((row) => row.company_id))].filter((id) => !this.#plan.has(id))
    if (unknown.length > 0) await this.#learnCompanies(unknown)
    for (const row of rows)
      this.#values.learn(
        row.device_id,
        row.parts ?? [],
        row.started_at === null ? null : Date.parse(row.started_at),
      )
    const { targets, removed, asked, stopped, resumed } = this.#plan.take(rows)
    if (targets.length + removed.length > 0)
      this.#child.send({ kind: 'plan', full: false, credentials: [], targets, removed })
    if (asked.length > 0) this.#child.send({ kind: 'poll-now', deviceIds: asked, what: 'inventory' })
    if (stopped.length > 0) await pollerRepo.stand(scopes, stopped, 'stopped')
    if (resumed.length > 0) await pollerRepo.stand(scopes, resumed, 'waiting')
  }

  #begin(): void {
    if (this.#child.isRunning) return
    this.#plan.forgetAll()
    this.#child.start()
    // It knows nothing yet; what is sent from here on reaches it.
    this.#whole = false
  }

  async #beginTrials(): Promise<void> {
    const { scopes } = this.#options
    const trials = await pollerRepo.trials(scopes, this.name)
    for (const trial of trials) {
      this.#begin()
      if (!this.#plan.has(trial.company_id)) await this.#learnCompanies([trial.company_id])
      this.#trials.add(trial.id)
      this.#try(trial)
    }
  }

  #try({
    id,
    company_id: companyId,
    company_code: companyCode,
    address,
    port,
    outlet_id,
    credential_id,
  }: TrialToDo): void {
    const place = { address, outletId: outlet_id, chosen: credential_id }
    const credentials = fitting(this.#plan.credentialsOf(companyId), place).map(({ set }) => set)
    this.#child.send({ kind: 'try', trialId: id, companyCode, address, port, credentials })
  }

  /** An installation without such devices spends no memory on them. */
  async #rest(): Promise<void> {
    const used = [this.#plan.size, this.#lines.size, this.#trials.size, this.#scans.active, this.#asked.size]
    const isNeeded = used.some((size) => size > 0)
    if (isNeeded || !this.#child.isRunning) {
      this.#idleSince = null
      return
    }
    this.#idleSince ??= Date.now()
    if (Date.now() - this.#idleSince < this.#timing.idleMilliseconds) return
    await this.#child.stop()
    this.#plan.forgetAll()
  }

  #take(message: FromCollector): void {
    switch (message.kind) {
      case 'ready':
        this.trapProblem = message.trapProblem ?? null
        if (this.trapProblem !== null)
          this.#options.log.error({ problem: this.trapProblem }, 'traps are not received')
        return
      case 'batch':
        this.#intake.takeBatch(message.batch)
        return
      case 'facts':
        this.#intake.takeFacts(message)
        return
      case 'trial':
        this.#one(() => this.#endTrial(message.trialId, message.result))
        return
      case 'scanned':
        this.#one(() => this.#scans.take(message.scanId, message.result))
        return
      case 'line-facts':
        this.#lines.take(message)
        return
      case 'tested':
        this.#asked.take(message, null)
        return
      case 'statistics':
        this.statistics = message.statistics
    }
  }

  async #endTrial(id: string, result: TrialResult): Promise<void> {
    this.#trials.delete(id)
    await pollerRepo.endTrial(this.#options.scopes, endedTrial(id, result))
  }
}
