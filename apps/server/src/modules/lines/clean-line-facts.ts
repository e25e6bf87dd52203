import type { LineFact } from '@netward/collector'
import {
  linkMethods,
  linkProblems,
  linkTestKinds,
  linkTestLimits,
  pathMoments,
} from '@netward/contract/link-tests'
import { isIP } from 'node:net'
import { cleanText } from '../../platform/clean-text.ts'

const lineId = /^[1-9][0-9]{0,17}$/
const mostFacts = 5_000
const address = (value: unknown) => (typeof value === 'string' && isIP(value) !== 0 ? value : null)
const finite = (value: unknown, most = 1e12) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, -most), most) : null
const count = (value: unknown) => Math.round(Math.max(0, finite(value, 1_000_000) ?? 0))
const key = (value: unknown) =>
  typeof value === 'string' &&
  value.length <= linkTestLimits.key.most &&
  linkTestLimits.key.pattern.test(value)
    ? value
    : null
const oneOf = <T extends string>(all: readonly T[], value: unknown): T | null =>
  all.find((one) => one === value) ?? null

export interface CleanLineFact extends Readonly<Record<string, unknown>> {
  readonly lineId: string
  /** Milliseconds, by our clock. */
  readonly at: number
}

/** As the database writes them: text of the network is cut, what no collector of ours sends is left out. */
export function cleanLineFacts(facts: readonly LineFact[], clockOffset = 0): CleanLineFact[] {
  return facts.slice(0, mostFacts).flatMap((fact) => {
    try {
      const clean = cleanLineFact(fact, clockOffset)
      return clean === null || !lineId.test(fact.lineId) ? [] : [clean]
    } catch (error) {
      // What should be there is not, or is something else.
      if (error instanceof TypeError || error instanceof RangeError) return []
      throw error
    }
  })
}

function cleanLineFact(fact: LineFact, clockOffset: number): CleanLineFact | null {
  const timeOf = (value: unknown) =>
    Math.round(Math.max(0, Math.min((finite(value, 1e14) ?? 0) + clockOffset, Date.now())))
  const at = timeOf(fact.at)
  const common = { kind: fact.kind, lineId: fact.lineId, at }
  switch (fact.kind) {
    case 'test':
    case 'throughput':
      return cleanResult(fact.result) && { ...common, result: cleanResult(fact.result) }
    case 'blind':
      return { ...common, until: Math.max(at, timeOf(fact.until)) }
    case 'path': {
      const [target, moment] = [key(fact.key), oneOf(pathMoments, fact.moment)]
      if (target === null || moment === null) return null
      const { path, method } = fact
      return {
        ...common,
        key: target,
        moment,
        method: method === 'mtr' ? 'mtr' : 'traceroute',
        path: {
          target: cleanText(path.target, 64),
          reached: Object.is(path.reached, true),
          hops: path.hops.slice(0, linkTestLimits.hops.max).map((hop) => ({
            ttl: count(hop.ttl),
            address: address(hop.address),
            sent: count(hop.sent),
            received: count(hop.received),
            rtt: finite(hop.rtt),
          })),
        },
      }
    }
    default:
      // The state follows from the minutes.
      return null
  }
}

function cleanResult(result: Extract<LineFact, { kind: 'test' }>['result']): Record<string, unknown> | null {
  const [target, kind, method] = [
    key(result.key),
    oneOf(linkTestKinds, result.kind),
    oneOf(linkMethods, result.method),
  ]
  if (target === null || kind === null || method === null) return null
  const { throughput } = result
  return {
    key: target,
    kind,
    method,
    address: address(result.address),
    passed: Object.is(result.passed, true),
    problem: oneOf(linkProblems, result.problem),
    ...(throughput !== undefined && {
      direction: throughput.direction === 'up' ? 'up' : 'down',
      bitsPerSecond: finite(throughput.bitsPerSecond),
    }),
  }
}
