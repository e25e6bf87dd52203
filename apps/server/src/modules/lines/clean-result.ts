import {
  linkMethods,
  type LinkPath,
  linkProblems,
  type LinkResult,
  linkTestKinds,
  linkTestLimits,
  type ThroughputFinding,
} from '@netward/contract/link-tests'
import { isIP } from 'node:net'
import { cleanText } from '../../platform/clean-text.ts'

/** What collectors say that they found: they may be hostile, and hosts on the way choose what is in it. */

const mostAnswers = 20
const address = (value: unknown) => (typeof value === 'string' && isIP(value) !== 0 ? value : null)
export const finite = (value: unknown, most = 1e12): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, -most), most) : null
const count = (value: unknown, most = 1_000_000) => Math.round(Math.max(0, finite(value, most) ?? 0))
export const key = (value: unknown): string | null =>
  typeof value === 'string' &&
  value.length <= linkTestLimits.key.most &&
  linkTestLimits.key.pattern.test(value)
    ? value
    : null
export const oneOf = <T extends string>(all: readonly T[], value: unknown): T | null =>
  all.find((one) => one === value) ?? null

/** Without the times of packets, which nobody keeps. Null: nothing that a collector of ours sends. */
export function cleanResult(result: LinkResult): Omit<LinkResult, 'at' | 'finished' | 'times'> | null {
  const [target, kind, method] = [
    key(result.key),
    oneOf(linkTestKinds, result.kind),
    oneOf(linkMethods, result.method),
  ]
  if (target === null || kind === null || method === null) return null
  const { time, http, answers, path, throughput } = result
  return {
    key: target,
    kind,
    method,
    address: address(result.address),
    passed: Object.is(result.passed, true),
    problem: oneOf(linkProblems, result.problem),
    lastedMs: count(result.lastedMs, 1e7),
    ...(time !== undefined && { time: finite(time) ?? 0 }),
    ...(http !== undefined && {
      http: {
        dns: finite(http.dns),
        connect: finite(http.connect),
        tls: finite(http.tls),
        firstByte: finite(http.firstByte),
        total: finite(http.total),
        status: finite(http.status, 999),
        certificateDays: finite(http.certificateDays, 1e6),
      },
    }),
    ...(answers !== undefined && {
      answers: answers.slice(0, mostAnswers).map((answer) => cleanText(answer, 100)),
    }),
    ...(path !== undefined && { path: cleanPath(path) }),
    ...(throughput !== undefined && { throughput: cleanThroughput(throughput) }),
  }
}

/** Of each packet of a test on demand. */
export const cleanTimes = (times: LinkResult['times']): (number | null)[] =>
  (times ?? []).slice(0, linkTestLimits.packets.max).map((time) => finite(time, 1e6))

export function cleanPath(path: LinkPath): LinkPath {
  return {
    target: cleanText(path.target, 64),
    reached: Object.is(path.reached, true),
    hops: path.hops.slice(0, linkTestLimits.hops.max).map((hop) => ({
      ttl: count(hop.ttl),
      address: address(hop.address),
      sent: count(hop.sent),
      received: count(hop.received),
      rtt: finite(hop.rtt),
    })),
  }
}

const cleanThroughput = (found: ThroughputFinding): ThroughputFinding => ({
  direction: found.direction === 'up' ? 'up' : 'down',
  bytes: count(found.bytes, 1e12),
  seconds: Math.max(0, finite(found.seconds, 1e6) ?? 0),
  bitsPerSecond: count(found.bitsPerSecond, 1e12),
})
