import type { IcmpTest, LinkResult, LinkState, LinkTest, PathMoment } from '@netward/contract/link-tests'
import { jitterOf } from '../poll/due-queue.ts'
import type { LinePlan } from './protocol.ts'

/** A test of a line, and what is remembered of it. */
export interface TestState {
  readonly test: LinkTest
  /** Running estimate of RFC 3550. */
  jitter: number | null
  /** What of the last result is no figure, and when it was reported. */
  reported: string
  reportedAt: number
  /** Literal address that answered in the last round that was not blind; null: none did. */
  answered: string | null
}

/** Tests of a line that run together: all of its pings of one interval, or one other test. */
export interface Round {
  readonly line: Line
  readonly tests: readonly TestState[]
  readonly everyMs: number
  /** Its place in its interval, from 0 to 1; the same on each start. */
  readonly jitter: number
  /** It says whether the line is up. */
  readonly isPresence: boolean
  dueAt: number
  busy: boolean
}

export interface Line {
  readonly plan: LinePlan
  readonly rounds: readonly Round[]
  readonly ending: AbortController
  state: LinkState | null
  /** Apart from blind ones. */
  wasUp: boolean | null
  /** Its path is taken again once this is over. */
  pathTimer: NodeJS.Timeout | null
  pathsUnderWay: Set<PathMoment>
}

/** Kinds that say whether a line is up: the first of these that it has. */
const presenceKinds = ['icmp', 'tcp', 'http', 'dns'] as const

/** @param known the same line before its plan changed: tests that are the same keep what is remembered of them */
export function newLine(plan: LinePlan, known: Line | null): Line {
  const before = new Map(known?.rounds.flatMap(({ tests }) => tests).map((state) => [state.test.key, state]))
  const states = plan.tests.map((test): TestState => {
    const same = before.get(test.key)
    if (same !== undefined && JSON.stringify(same.test) === JSON.stringify(test)) return same
    return { test, jitter: null, reported: '', reportedAt: 0, answered: null }
  })
  const presence = presenceKinds.find((kind) => plan.tests.some((test) => test.kind === kind))
  const shortest = Math.min(...plan.tests.filter(({ kind }) => kind === presence).map(everyOf))
  const groups = new Map<string, TestState[]>()
  for (const one of states) {
    const { test } = one
    const name = test.kind === 'icmp' ? `icmp ${test.everySeconds}` : `key ${test.key}`
    groups.set(name, [...(groups.get(name) ?? []), one])
  }
  const rounds: Round[] = []
  const line: Line = {
    plan,
    rounds,
    ending: new AbortController(),
    state: known?.state ?? null,
    wasUp: known?.wasUp ?? null,
    pathTimer: null,
    pathsUnderWay: new Set(),
  }
  for (const [name, tests] of groups) {
    const { test } = tests[0]!
    rounds.push({
      line,
      tests,
      everyMs: 1000 * test.everySeconds,
      jitter: jitterOf(`${plan.lineId} ${name}`),
      isPresence: test.kind === presence && test.everySeconds === shortest,
      dueAt: Number.POSITIVE_INFINITY,
      busy: false,
    })
  }
  return line
}

const everyOf = ({ everySeconds }: LinkTest) => everySeconds

/** Something came back from beyond: also a refusal, or a page that is not the one that is expected. */
export function hasAnswered({ kind, problem, times, time, http }: LinkResult): boolean {
  if (kind === 'icmp') return times?.some((one) => one !== null) === true
  if (kind === 'http') return http?.connect != null
  return time !== undefined || problem === null
}

/** From inside, the own first hop is on this side of the line: its answers do not say that the line is up. */
export const isBeyond = ({ plan }: Line, { test }: TestState): boolean =>
  plan.from === 'outside' || test.kind !== 'icmp' || test.host !== null

/** What of a result is no figure: it is reported when it changes. */
export const signatureOf = ({ method, address, passed, problem, http, answers }: LinkResult): string =>
  JSON.stringify([method, address, passed, problem, http?.status, http?.certificateDays, answers?.toSorted()])

/** Where the path of a line leads: to what its traceroute names, else to the farthest of its pings. */
export function pathTarget({ plan }: Line): { key: string; host: string; maxHops: number } | null {
  const trace = plan.tests.find((test) => test.kind === 'traceroute')
  if (trace !== undefined) return trace
  const ping = plan.tests.findLast((test): test is IcmpTest => test.kind === 'icmp' && test.host !== null)
  return ping?.host == null ? null : { key: ping.key, host: ping.host, maxHops: 30 }
}
