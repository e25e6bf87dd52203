/**
 * Tests of internet lines (operations.md §3), as plain data: a plan says which, a collector runs them and answers with
 * results. Their input rules are in `link-test-schemas.ts`, what is computed of packets is in `link-statistics.ts`.
 */

export const linkTestKinds = ['icmp', 'tcp', 'http', 'dns', 'traceroute', 'throughput'] as const
export type LinkTestKind = (typeof linkTestKinds)[number]

export const linkTestLimits = {
  key: { most: 60, pattern: /^[A-Za-z0-9][A-Za-z0-9._:-]*$/ },
  host: { most: 253 },
  url: { most: 1000 },
  text: { most: 500 },
  testsOfLine: 20,
  everySeconds: { min: 60, max: 86_400, default: 60 },
  packets: { min: 1, max: 100, default: 20 },
  /** Of packets to one target. */
  betweenMs: { min: 50, max: 10_000, default: 1000 },
  /** A later reply counts as lost. */
  lateMs: { min: 100, max: 10_000, default: 2000 },
  bytes: { min: 16, max: 1400, default: 56 },
  port: { min: 1, max: 65_535 },
  timeoutMs: { min: 500, max: 30_000, default: 10_000 },
  statuses: { most: 20, min: 100, max: 599 },
  certificateDays: { min: 1, max: 365 },
  expected: { most: 20 },
  hops: { min: 1, max: 40, default: 30 },
  throughputBytes: { min: 100_000, max: 1_000_000_000, default: 20_000_000 },
  throughputSeconds: { min: 1, max: 60, default: 10 },
} as const

interface TestOf<Kind extends LinkTestKind> {
  readonly kind: Kind
  /** Names the target within its line, and is the instance of its metrics. Unique in a line. */
  readonly key: string
  /** Every so often, at a moment of its own; ignored by tests on demand. */
  readonly everySeconds: number
}

export interface IcmpTest extends TestOf<'icmp'> {
  /** A name or a literal address; null: the first hop of the collector. */
  readonly host: string | null
  readonly packets: number
  readonly betweenMs: number
  readonly lateMs: number
  readonly bytes: number
  /** Used where this machine cannot send ICMP, and labelled TCP; null: no fallback. */
  readonly tcpPort: number | null
}

/** One connection, up to its handshake. */
export interface TcpTest extends TestOf<'tcp'> {
  readonly host: string
  readonly port: number
  readonly lateMs: number
}

export interface HttpTest extends TestOf<'http'> {
  /** http or https, without an account in it. Redirects are answers: they are not followed. */
  readonly url: string
  /** Statuses that pass; empty: 200 to 399. */
  readonly statuses: readonly number[]
  /** A part of the first 256 KiB of the body; null: any body passes. */
  readonly text: string | null
  /** A certificate that ends sooner fails; null: any that the client accepts passes. */
  readonly certificateDays: number | null
  readonly timeoutMs: number
}

export interface DnsTest extends TestOf<'dns'> {
  readonly name: string
  readonly record: 'A' | 'AAAA'
  /** A literal address; null: the servers of the collector's machine. */
  readonly server: string | null
  /** Addresses and ranges (CIDR): each answer must lie in one of them. Empty: any answer passes. */
  readonly expected: readonly string[]
  readonly timeoutMs: number
}

export interface TracerouteTest extends TestOf<'traceroute'> {
  readonly host: string
  readonly maxHops: number
}

/** Ends with its bytes or its time, whichever comes first. */
export interface ThroughputTest extends TestOf<'throughput'> {
  readonly direction: 'down' | 'up'
  readonly url: string
  readonly mostBytes: number
  readonly mostSeconds: number
}

export type LinkTest = IcmpTest | TcpTest | HttpTest | DnsTest | TracerouteTest | ThroughputTest

/** By what a result was measured; shown with it. `gateway`: by its own diagnostics. */
export const linkMethods = ['fping', 'ping', 'tcp', 'http', 'dns', 'mtr', 'traceroute', 'gateway'] as const
export type LinkMethod = (typeof linkMethods)[number]

/** Why a test did not pass. */
export const linkProblems = [
  /** No address that this collector may reach. */
  'not_allowed',
  'name_unknown',
  /** Every packet was lost, or no route. */
  'unreachable',
  'timeout',
  'refused',
  'tls',
  'status',
  'text',
  /** It ends sooner than it may. */
  'certificate',
  /** Not the answer that is expected. */
  'answer',
  /** Not what its protocol allows, or it ended early. */
  'broken',
  /** Neither a program nor a right for it on this machine. */
  'no_means',
] as const
export type LinkProblem = (typeof linkProblems)[number]

/** Milliseconds of each packet, in order of sending; null: lost or late. */
export type PacketTimes = readonly (number | null)[]

export interface LinkResult {
  readonly kind: LinkTestKind
  readonly key: string
  /** When it began, by the collector's clock, in milliseconds. */
  readonly at: number
  readonly lastedMs: number
  /** False in live results of a test that goes on. */
  readonly finished: boolean
  readonly method: LinkMethod
  /** Literal, as it was reached. */
  readonly address: string | null
  readonly passed: boolean
  readonly problem: LinkProblem | null
  /** Of `icmp`, and of a `tcp` test one: what was measured. */
  readonly times?: PacketTimes
  /** Of `tcp` and `dns`, in milliseconds; absent where nothing answered. */
  readonly time?: number
  readonly http?: HttpFinding
  /** Of `dns`: hostile text, at most 20. */
  readonly answers?: readonly string[]
  readonly path?: LinkPath
  readonly throughput?: ThroughputFinding
}

/** Milliseconds by phase; null: not reached, or not needed. */
export interface HttpFinding {
  readonly dns: number | null
  readonly connect: number | null
  readonly tls: number | null
  readonly firstByte: number | null
  readonly total: number | null
  readonly status: number | null
  /** Days until the earliest end in the chain that was presented; negative: it is over. */
  readonly certificateDays: number | null
}

export interface LinkPath {
  readonly target: string
  readonly reached: boolean
  readonly hops: readonly LinkHop[]
}

export interface LinkHop {
  /** From 1. */
  readonly ttl: number
  /** Literal; null: it does not answer. */
  readonly address: string | null
  readonly sent: number
  readonly received: number
  /** Mean of the answers, in milliseconds. */
  readonly rtt: number | null
}

export interface ThroughputFinding {
  readonly direction: 'down' | 'up'
  /** Of the body, without headers. */
  readonly bytes: number
  readonly seconds: number
  readonly bitsPerSecond: number
}

/** `blind`: the collector itself was cut off; neither good nor bad. */
export const linkStates = ['up', 'down', 'blind'] as const
export type LinkState = (typeof linkStates)[number]

/** Why a minute is blind. */
export const blindReasons = ['first_hop', 'everything_lost'] as const
export type BlindReason = (typeof blindReasons)[number]

/** When a path was taken. */
export const pathMoments = ['healthy', 'onset', 'after_5_minutes', 'end', 'asked'] as const
export type PathMoment = (typeof pathMoments)[number]

/**
 * Hops that answer fewer packets than the target does: they limit their ICMP answers, and nothing is lost there.
 * @returns their ttl
 */
export function rateLimitedHops({ reached, hops }: LinkPath): readonly number[] {
  const last = hops.at(-1)
  if (!reached || last === undefined || last.sent === 0) return []
  const answered = last.received / last.sent
  return hops.flatMap(({ ttl, sent, received }) => (sent > 0 && received / sent < answered ? [ttl] : []))
}
