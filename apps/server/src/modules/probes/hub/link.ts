import type { FromCollector, InventoryFact, LinkTested, ToCollector } from '@netward/collector'
import {
  frameLimits,
  FrameError,
  FrameReader,
  type ToProbe,
  type ToProbeCollector,
} from '@netward/collector/probe-frames'
import type { MetricBatch } from '@netward/contract/metric-batch'
import type { WebSocket } from '@fastify/websocket'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { Logger } from '../../../platform/log.ts'
import { clockOffsetOf } from '../../../platform/metrics/intake/admission.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { CollectedLines } from '../../lines/index.ts'
import { DeviceValues, Intake, opened, Plan } from '../../snmp/index.ts'
import { Allowance } from './allowance.ts'
import { type AdmittedRow, hubRepo } from './hub.repo.ts'
import { type ProbeFrame, readFrame } from './read-frame.ts'
import { Streams } from './streams.ts'
import { ProbeTasks } from './tasks.ts'

export interface LinkDeps {
  readonly scopes: Scopes
  readonly secrets: Secrets
  readonly log: Logger
  readonly writeBatch: (batch: MetricBatch, receivedAt: number) => Promise<unknown>
  readonly saveParts: (fact: InventoryFact) => Promise<unknown>
  /** Of tests that somebody asked for. */
  readonly onTested?: (message: LinkTested) => void
}

export interface BeatReport {
  readonly probeId: string
  readonly clockError: number
  readonly [key: string]: unknown
}

/** Values that a probe may send at once, after a night offline, and in the long run. */
const values = { most: 500_000, perSecond: 5_000 } as const
/** A fact of a line costs as much as so many values. */
const valuesOfFact = 100
const messages = { most: 2_000, perSecond: 50 } as const
/** Beats without an answer before the connection counts as dead. */
const missedBeats = 3

/** One connected probe: its plan, what it sends, and the streams over it. */
export class ProbeLink {
  readonly probe: AdmittedRow
  readonly #socket: WebSocket
  readonly #deps: LinkDeps
  readonly #plan = new Plan()
  readonly #values = new DeviceValues()
  readonly #intake: Intake
  readonly #lines: CollectedLines
  readonly #reader = new FrameReader(frameLimits.fromProbe)
  readonly #valuesLeft = new Allowance(values.most, values.perSecond)
  readonly #messagesLeft = new Allowance(messages.most, messages.perSecond)
  readonly streams: Streams
  readonly tasks: ProbeTasks
  #isPlanned = false
  #planning: Promise<void> = Promise.resolve()
  #unacknowledged = 0
  #beat = { n: 0, sentAt: 0, answered: 0 }
  #report: BeatReport | null = null
  #clockOffset = 0
  #ended = false

  constructor(socket: WebSocket, probe: AdmittedRow, deps: LinkDeps) {
    this.probe = probe
    this.#socket = socket
    this.#deps = deps
    const { scopes, secrets, log, writeBatch, saveParts } = deps
    this.tasks = new ProbeTasks({ scopes, secrets, log, probe, order: (message) => this.order(message) })
    this.streams = new Streams({
      say: (message) => this.say(message),
      sendBytes: (frame) => socket.send(frame, { binary: true }),
    })
    const answer = (message: ToCollector) => {
      if (message.kind === 'ack') this.#unacknowledged--
      if (message.kind !== 'start' && message.kind !== 'stop') this.order(message)
    }
    this.#lines = new CollectedLines({ scopes, log, by: { probeId: probe.id }, send: answer })
    this.#intake = new Intake({
      scopes,
      log,
      name: `probe:${probe.id}`,
      values: this.#values,
      owned: (measured) => hubRepo.owned(scopes, probe.id, measured),
      writeFacts: (facts) => hubRepo.writeFacts(scopes, probe.id, facts),
      writeBatch,
      saveParts,
      send: answer,
    })
  }

  get foreignSamples(): number {
    return this.#intake.foreignSamples
  }

  /** A frame of the socket. */
  take(data: Buffer, isBinary: boolean): void {
    if (this.#ended) return
    try {
      this.#slowDown(this.#messagesLeft.take(1))
      const found = this.#reader.take(data, isBinary)
      if (found === null) return
      if ('stream' in found) {
        if (!this.streams.arrived(found.stream, found.data)) this.end(4408, 'flood')
        return
      }
      const frame = readFrame(found.message)
      if (frame === null) throw new FrameError('unknown message')
      this.#obey(frame)
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
      this.#deps.log.warn({ probe: this.probe.id, problem: error.message }, 'a probe sent what none sends')
      this.end(4400, 'frame')
    }
  }

  /** What the database says that it measures: the whole at first, then what differs. */
  follow(): Promise<void> {
    const before = this.#planning
    this.#planning = (async () => {
      await before.catch(() => {})
      if (!this.#ended) await this.#follow()
    })()
    return this.#planning
  }

  order(message: ToProbeCollector): void {
    this.say({ kind: 'collector', message })
  }

  say(message: ToProbe): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  beat(): void {
    if (this.#beat.n - this.#beat.answered >= missedBeats) return this.end(4408, 'silent')
    this.#beat.n++
    this.#beat.sentAt = Date.now()
    this.say({ kind: 'beat', n: this.#beat.n })
  }

  /** What it reported since it was asked last; null: nothing. */
  takeReport(): BeatReport | null {
    const report = this.#report
    this.#report = null
    return report
  }

  end(code: number, reason: string): void {
    if (this.#ended) return
    this.#ended = true
    this.streams.closeAll()
    this.#socket.close(code, reason)
    // One that does not answer the close.
    setTimeout(() => this.#socket.terminate(), 2_000).unref()
  }

  /** Waits for what is being written. */
  async stop(): Promise<void> {
    this.end(1001, 'restart')
    await Promise.all([this.#intake.stop(), this.#lines.stop(), this.tasks.stop()])
  }

  #obey(frame: ProbeFrame): void {
    switch (frame.kind) {
      case 'beat':
        return this.#heard(frame)
      case 'collector':
        return this.#takeResult(frame.message)
      default:
        return this.streams.take(frame)
    }
  }

  #takeResult(message: FromCollector): void {
    if (message.kind === 'batch' || message.kind === 'facts' || message.kind === 'line-facts') {
      // It waits for acknowledgements, or it is not our program.
      if (++this.#unacknowledged > frameLimits.unacknowledged) return this.end(4408, 'flood')
      if (message.kind === 'facts') return this.#intake.takeFacts(message, this.#offsetOf(message))
      if (message.kind === 'line-facts') {
        this.#slowDown(this.#valuesLeft.take(valuesOfFact * message.facts.length))
        return this.#lines.take(message, this.#offsetOf(message))
      }
      const count = message.batch.polls.reduce((sum, poll) => sum + poll.values.length, 0)
      this.#slowDown(this.#valuesLeft.take(count))
      return this.#intake.takeBatch(message.batch)
    }
    if (message.kind === 'trial' || message.kind === 'scanned') this.tasks.take(message)
    if (message.kind === 'tested') this.#deps.onTested?.(message)
  }

  /** By which facts are moved: what they say themselves; of older probes what the last beat said. */
  #offsetOf({ sentAt }: { readonly sentAt?: number }): number {
    return sentAt === undefined ? this.#clockOffset : clockOffsetOf({ sentAt }, Date.now())
  }

  #heard({ n, at, ...about }: Extract<ProbeFrame, { kind: 'beat' }>): void {
    if (n !== this.#beat.n) return
    const now = Date.now()
    this.#beat.answered = n
    // Half of the round trip: the answer was on its way as long as the question.
    const clockError = Math.round(at - (this.#beat.sentAt + (now - this.#beat.sentAt) / 2))
    this.#clockOffset = clockOffsetOf({ sentAt: now + clockError }, now)
    const { kind: _, ...facts } = about
    this.#report = { probeId: this.probe.id, clockError, ...facts }
  }

  /** Reads nothing more for so long: the probe keeps it on its disk. */
  #slowDown(milliseconds: number): void {
    if (milliseconds === 0) return
    this.#socket.pause()
    setTimeout(() => this.#socket.resume(), Math.min(milliseconds, 20_000)).unref()
  }

  async #follow(): Promise<void> {
    const { scopes, secrets } = this.#deps
    const { id, company_id: companyId } = this.probe
    const rows = await hubRepo.targets(scopes, id)
    const secretRows = rows.length === 0 ? [] : await hubRepo.credentials(scopes, id)
    const sets = secretRows.map((row) => opened(secrets, row)).filter((set) => set !== null)
    const { credentials, removedCredentials = [] } = this.#plan.learn(companyId, sets)
    for (const row of rows)
      this.#values.learn(
        row.device_id,
        row.parts ?? [],
        row.started_at === null ? null : Date.parse(row.started_at),
      )
    const known = new Set(rows.map(({ device_id }) => device_id))
    const gone = this.#plan.forgetOthers(known)
    this.#values.forget(gone)
    const { targets, removed, asked, stopped, resumed } = this.#plan.take(rows)
    const { lines, removed: linesGone } = await this.#lines.changes({ probeId: id })
    const isFirst = !this.#isPlanned
    this.#isPlanned = true
    const away = [...gone, ...removed, ...linesGone]
    const changes = [targets, away, credentials, removedCredentials, lines]
    if (isFirst || changes.some(({ length }) => length > 0))
      this.order({
        kind: 'plan',
        full: isFirst,
        credentials,
        targets,
        lines,
        ...(!isFirst && { removed: away, removedCredentials: [...removedCredentials] }),
      })
    if (asked.length > 0) this.order({ kind: 'poll-now', deviceIds: asked, what: 'inventory' })
    if (stopped.length > 0) await hubRepo.stand(scopes, stopped, 'stopped')
    if (resumed.length > 0) await hubRepo.stand(scopes, resumed, 'waiting')
  }
}
