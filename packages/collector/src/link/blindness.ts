import type { BlindReason, PacketTimes } from '@netward/contract/link-tests'
import type { Line } from './line.ts'
import type { Means } from './run-test.ts'

const anchorsAsked = 5
const once = { packets: 3, betweenMs: 200, lateMs: 1000, bytes: 56, source: null } as const

const hasReply = (times: PacketTimes | null): boolean => times?.some((time) => time !== null) === true

/**
 * Suspects this machine before a line: one of which nothing answers is down only if this machine is not cut off itself
 * (operations.md §1).
 */
export class Blindness {
  readonly #means: Means
  readonly #lines: () => Iterable<Line>
  /** Many gateways never answer a ping: their silence says nothing. */
  #firstHopAnswers = false

  constructor(means: Means, lines: () => Iterable<Line>) {
    this.#means = means
    this.#lines = lines
  }

  /** Pings the own first hop beside a test, at the same pace: null where it is not known or never answers. */
  async watchFirstHop(pace: { packets: number; betweenMs: number; lateMs: number }): Promise<boolean | null> {
    const address = await this.#means.firstHop()
    if (address === null) return null
    const times = await this.#means.icmp.ping(address, { ...once, ...pace })
    if (times === null) return null
    const answered = hasReply(times)
    if (answered) this.#firstHopAnswers = true
    return answered || this.#firstHopAnswers ? answered : null
  }

  /**
   * Of a line of which nothing answered.
   * @param firstHop of the same time; undefined: it is asked now
   */
  async reason(line: Line, firstHop: boolean | null | undefined): Promise<BlindReason | null> {
    const hop = firstHop === undefined ? await this.watchFirstHop(once) : firstHop
    if (hop === false) return 'first_hop'
    // From inside, the first hop that answers is on this side of the line.
    if (line.plan.from === 'inside') return null
    const anchors = this.#anchors(line)
    if (anchors.length === 0) return null
    const answers = await Promise.all(anchors.map((address) => this.#means.icmp.ping(address, once)))
    return answers.some((times) => times === null || hasReply(times)) ? null : 'everything_lost'
  }

  /** Targets of lines of other outlets, which answered when they were last asked: lines that are down say nothing. */
  #anchors(line: Line): readonly string[] {
    const found = new Set<string>()
    for (const other of this.#lines()) {
      if (other.plan.outletId === line.plan.outletId) continue
      for (const { tests } of other.rounds) {
        for (const { test, answered } of tests)
          if (test.kind === 'icmp' && answered !== null) found.add(answered)
      }
      if (found.size >= anchorsAsked) break
    }
    return [...found].slice(0, anchorsAsked)
  }
}
