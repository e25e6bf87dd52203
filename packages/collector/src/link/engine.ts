import type { MetricPoll } from '@netward/contract/metric-batch'
import type { BlindReason, LinkResult, PathMoment } from '@netward/contract/link-tests'
import type { AddressGuard } from '../guard.ts'
import { limited } from '../limited.ts'
import { DueQueue, nextSlot } from '../poll/due-queue.ts'
import { FactOutbox } from '../poll/fact-outbox.ts'
import { latenessOf } from '../poll/statistics.ts'
import type { Acknowledgement, FromCollector, PlanUpdate } from '../protocol.ts'
import { Blindness } from './blindness.ts'
import {
  hasAnswered,
  isBeyond,
  type Line,
  newLine,
  pathTarget,
  type Round,
  signatureOf,
  type TestState,
} from './line.ts'
import type { LineFact, LinePlan, LineStatistics } from './protocol.ts'
import { type Means, runTest } from './run-test.ts'
import { isMeasured, valuesOf } from './values.ts'

export interface LinkEngineOptions {
  readonly epoch: string
  readonly guard: AddressGuard
  readonly means: Means
  readonly send: (message: FromCollector) => void
  /** Values of a line. */
  readonly poll: (poll: MetricPoll) => void
  /** A defect, not a line. */
  onError(error: unknown): void
  /** From the onset of an outage to its second path; default 5 minutes. */
  readonly secondPathMs?: number
}

/** Of an interval (operations.md §2). */
const budgetShare = 0.8
/** Connections of tests other than pings, whose number its processes bound. */
const testsAtOnce = 256
const pathsAtOnce = 8
const hour = 3_600_000

/** Tests the lines of a plan, each at its own moment, and keeps what it finds until that is acknowledged. */
export class LinkEngine {
  readonly #options: LinkEngineOptions
  readonly #lines = new Map<string, Line>()
  readonly #queue = new DueQueue<Round>()
  readonly #facts: FactOutbox<LineFact>
  readonly #blindness: Blindness
  readonly #runOther = limited(testsAtOnce, runTest)
  readonly #runPath = limited(pathsAtOnce, runTest)
  /** One at a time: two share the line that they measure. */
  readonly #runThroughput = limited(1, runTest)
  #timer: NodeJS.Timeout | null = null
  #closed = false
  #tests = 0
  #skipped = 0
  #lateness: number[] = []

  constructor(options: LinkEngineOptions) {
    this.#options = options
    const { epoch, send, means } = options
    this.#facts = new FactOutbox({
      send: (sequence, facts) => send({ kind: 'line-facts', epoch, sequence, facts }),
      keyOf: (fact) => (fact.kind === 'test' ? `${fact.lineId} ${fact.result.key}` : null),
    })
    this.#blindness = new Blindness(means, () => this.#lines.values())
  }

  update({ full, lines = [], removed = [] }: PlanUpdate): void {
    if (full) {
      const kept = new Set(lines.map(({ lineId }) => lineId))
      for (const id of this.#lines.keys()) if (!kept.has(id)) this.#remove(id)
    }
    for (const id of removed) this.#remove(id)
    for (const plan of lines) this.#put(plan)
    this.#arm()
  }

  acknowledge({ of, epoch, sequence }: Acknowledgement): void {
    if (of === 'line-facts' && epoch === this.#options.epoch) this.#facts.acknowledge(sequence)
  }

  resendLate(): void {
    this.#facts.resendLate()
  }

  /** Undefined where there are no lines, and were none in the last minute. */
  statistics(): LineStatistics | undefined {
    if (this.#lines.size === 0 && this.#tests === 0) return undefined
    const statistics = {
      lines: this.#lines.size,
      tests: this.#tests,
      skipped: this.#skipped,
      ...latenessOf(this.#lateness),
      droppedFacts: this.#facts.dropped,
    }
    this.#tests = this.#skipped = 0
    this.#lateness = []
    return statistics
  }

  close(): void {
    this.#closed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    for (const id of this.#lines.keys()) this.#remove(id)
    this.#facts.close()
  }

  #put(plan: LinePlan): void {
    const known = this.#lines.get(plan.lineId) ?? null
    if (known !== null && JSON.stringify(known.plan) === JSON.stringify(plan)) return
    if (known !== null) this.#remove(plan.lineId)
    const line = newLine(plan, known)
    this.#lines.set(plan.lineId, line)
    for (const round of line.rounds) this.#queue.add(round, nextSlot(clock(), round.everyMs, round.jitter))
  }

  #remove(id: string): void {
    const line = this.#lines.get(id)
    if (line === undefined) return
    this.#lines.delete(id)
    line.ending.abort()
    if (line.pathTimer !== null) clearTimeout(line.pathTimer)
    for (const round of line.rounds) round.dueAt = Number.POSITIVE_INFINITY
  }

  #arm(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const { next } = this.#queue
    if (this.#closed || next === Number.POSITIVE_INFINITY) return
    this.#timer = setTimeout(() => this.#startDue(), Math.max(0, Math.min(next - clock(), 2 ** 30)))
  }

  #startDue(): void {
    const now = clock()
    // A timer may fire a fraction of a millisecond early.
    for (let dueAt = this.#queue.next; dueAt <= now + 1; dueAt = this.#queue.next) {
      const round = this.#queue.takeDue(now + 1)
      if (round === null) break
      this.#queue.add(round, nextSlot(Math.max(now, dueAt), round.everyMs, round.jitter))
      // The one before waits for its place still: what is late is not made later by another.
      if (round.busy) this.#skipped++
      else void this.#start(round, now - dueAt)
    }
    this.#arm()
  }

  async #start(round: Round, lateMs: number): Promise<void> {
    round.busy = true
    this.#lateness.push(Math.max(0, lateMs))
    try {
      await this.#run(round)
    } catch (error) {
      this.#options.onError(error)
    } finally {
      round.busy = false
    }
  }

  async #run(round: Round): Promise<void> {
    const { line, tests } = round
    const at = Date.now()
    const [test] = tests
    const isDown = line.state === 'down' || line.state === 'blind'
    // The paths of an outage have moments of their own, and a test of throughput would say what is known.
    if (isDown && (test?.test.kind === 'traceroute' || test?.test.kind === 'throughput')) return
    this.#tests += tests.length
    const [results, firstHop] = await Promise.all([
      Promise.all(tests.map((state) => this.#test(round, state))),
      this.#watchFirstHop(round),
    ])
    if (line.ending.signal.aborted) return
    const tried = results.filter((result, place) => isMeasured(result) && isBeyond(line, tests[place]!))
    const answered = tried.some(hasAnswered)
    const isSuspect = tried.length > 0 && !answered
    const reason = isSuspect ? await this.#blindness.reason(line, firstHop) : null
    if (line.ending.signal.aborted) return
    if (reason === null) this.#conclude(round, results, at, tried.length === 0 ? null : answered)
    else this.#concludeBlind(line, at, reason)
  }

  #test(round: Round, { test }: TestState): Promise<LinkResult> {
    const { plan, ending } = round.line
    const run =
      test.kind === 'icmp'
        ? runTest
        : test.kind === 'traceroute'
          ? this.#runPath
          : test.kind === 'throughput'
            ? this.#runThroughput
            : this.#runOther
    const options = {
      allows: (address: string) => this.#options.guard.allows(address, plan.companyCode),
      source: plan.source,
      budgetMs: budgetShare * round.everyMs,
      signal: ending.signal,
    }
    return run(test, options, this.#options.means)
  }

  /** At the same time as the pings, so that a short cut counts for both. */
  async #watchFirstHop({ tests, everyMs }: Round): Promise<boolean | null | undefined> {
    const [first] = tests
    if (first?.test.kind !== 'icmp') return undefined
    const { packets, betweenMs, lateMs } = first.test
    const room = Math.floor((budgetShare * everyMs - lateMs) / Math.max(1, packets))
    return this.#blindness.watchFirstHop({
      packets,
      betweenMs: Math.max(10, Math.min(betweenMs, room)),
      lateMs,
    })
  }

  /** @param answered null: no test of the round could be tried */
  #conclude(round: Round, results: readonly LinkResult[], at: number, answered: boolean | null): void {
    const { line, tests, isPresence } = round
    const { lineId } = line.plan
    const values = results.flatMap((result, place) => {
      const state = tests[place]!
      const found = valuesOf(result, state.jitter)
      state.jitter = found.jitter
      state.answered = hasAnswered(result) ? result.address : null
      this.#report(line, state, result)
      return found.values
    })
    const says = isPresence ? answered : null
    const up = says === null ? [] : [['line_up', '', says ? 1 : 0] as const]
    if (values.length + up.length > 0)
      this.#options.poll({ deviceId: lineId, at, values: [...values, ...up] })
    if (says !== null) this.#note(line, at, says)
  }

  #concludeBlind(line: Line, at: number, reason: BlindReason): void {
    const { lineId } = line.plan
    if (line.state !== 'blind') this.#facts.add({ kind: 'state', lineId, at, state: 'blind', reason })
    line.state = 'blind'
    this.#facts.add({ kind: 'blind', lineId, at, until: Date.now(), reason })
  }

  #note(line: Line, at: number, isUp: boolean): void {
    const state = isUp ? 'up' : 'down'
    const { lineId } = line.plan
    if (line.state !== state) this.#facts.add({ kind: 'state', lineId, at, state, reason: null })
    line.state = state
    const before = line.wasUp
    line.wasUp = isUp
    if (before === isUp) return
    if (line.pathTimer !== null) clearTimeout(line.pathTimer)
    line.pathTimer = null
    if (isUp) {
      if (before === false) void this.#takePath(line, 'end')
      return
    }
    void this.#takePath(line, 'onset')
    line.pathTimer = setTimeout(
      () => void this.#takePath(line, 'after_5_minutes'),
      this.#options.secondPathMs ?? hour / 12,
    )
    line.pathTimer.unref()
  }

  #report(line: Line, state: TestState, result: LinkResult): void {
    const { lineId } = line.plan
    const { at, path, method, key } = result
    if (path !== undefined && (method === 'mtr' || method === 'traceroute'))
      this.#facts.add({ kind: 'path', lineId, at, key, moment: 'healthy', method, path })
    if (result.kind === 'throughput') this.#facts.add({ kind: 'throughput', lineId, at, result })
    const signature = signatureOf(result)
    if (signature === state.reported && at - state.reportedAt < hour) return
    state.reported = signature
    state.reportedAt = at
    this.#facts.add({ kind: 'test', lineId, at, result })
  }

  async #takePath(line: Line, moment: PathMoment): Promise<void> {
    const target = pathTarget(line)
    if (target === null || line.pathsUnderWay.has(moment)) return
    line.pathsUnderWay.add(moment)
    const { plan, ending } = line
    const { key, host, maxHops } = target
    try {
      const { at, method, path } = await this.#runPath(
        { kind: 'traceroute', key, host, maxHops, everySeconds: 0 },
        {
          allows: (address) => this.#options.guard.allows(address, plan.companyCode),
          source: plan.source,
          budgetMs: hour,
          signal: ending.signal,
        },
        this.#options.means,
      )
      if (path !== undefined && (method === 'mtr' || method === 'traceroute') && !ending.signal.aborted)
        this.#facts.add({ kind: 'path', lineId: plan.lineId, at, key, moment, method, path })
    } catch (error) {
      this.#options.onError(error)
    } finally {
      line.pathsUnderWay.delete(moment)
    }
  }
}

/** Steady, and the same on every start: a line keeps its moment. */
const clock = (): number => performance.timeOrigin + performance.now()
