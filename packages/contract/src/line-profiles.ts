import type { LinkTest } from './link-tests.ts'

/** How lines are measured, by kind (operations.md §3), without a library: forms use it too. */

export const lineProfileKinds = ['broadband', 'adsl', 'mobile', 'dedicated', 'vpn', 'satellite'] as const
export type LineProfileKind = (typeof lineProfileKinds)[number]

export interface LineLimits {
  /** Per cent of packets. */
  readonly loss: number
  /** 95th percentile of round-trip times, in milliseconds. */
  readonly rtt: number
  /** Milliseconds. */
  readonly jitter: number
}

export interface LineProfile {
  readonly everySeconds: number
  readonly packets: number
  readonly lateMs: number
  /** Of the tests of HTTP and DNS. */
  readonly webEverySeconds: number
  /** Empty ones are not tested. */
  readonly ispHost: string
  readonly businessHost: string
  readonly httpUrl: string
  /** That pass; empty: 200 to 399. */
  readonly httpStatuses: number[]
  /** A part of the page; empty: any page passes. */
  readonly httpText: string
  /** Days that the certificate is valid at least; 0: it is not judged. */
  readonly httpCertificateDays: number
  readonly dnsName: string
  readonly dnsRecord: 'A' | 'AAAA'
  /** A literal address; empty: the servers of who tests. */
  readonly dnsServer: string
  /** Addresses and ranges in which each answer lies; empty: any answer passes. */
  readonly dnsExpected: string[]
  /** Days from one test of throughput to the next, outside of business hours; 0: none. */
  readonly throughputDays: number
  /** That a test moves at most, in each direction. */
  readonly throughputMegabytes: number
  /** That tests of throughput of a line move in a calendar month at most. */
  readonly throughputMonthMegabytes: number
  readonly limits: LineLimits
}

export const lineProfileLimits = {
  everySeconds: { min: 60, max: 3600 },
  packets: { min: 5, max: 60 },
  lateMs: { min: 500, max: 10_000 },
  webEverySeconds: { min: 60, max: 86_400 },
  httpCertificateDays: { min: 0, max: 365 },
  throughputDays: { min: 0, max: 31 },
  throughputMegabytes: { min: 1, max: 1000 },
  throughputMonthMegabytes: { min: 1, max: 1_000_000 },
  loss: { min: 0, max: 100 },
  rtt: { min: 1, max: 10_000 },
  jitter: { min: 1, max: 10_000 },
} as const

const usual: Omit<LineProfile, 'limits'> = {
  everySeconds: 60,
  packets: 20,
  lateMs: 2000,
  webEverySeconds: 300,
  ispHost: '',
  businessHost: '',
  httpUrl: '',
  httpStatuses: [],
  httpText: '',
  httpCertificateDays: 0,
  dnsName: '',
  dnsRecord: 'A',
  dnsServer: '',
  dnsExpected: [],
  throughputDays: 0,
  throughputMegabytes: 20,
  throughputMonthMegabytes: 1500,
}
const limited = (rtt: number): LineLimits => ({ loss: 1, rtt, jitter: 30 })

/** As every company has them until it changes its own. */
export const shippedProfiles: Readonly<Record<LineProfileKind, LineProfile>> = {
  broadband: { ...usual, limits: limited(80) },
  adsl: { ...usual, limits: limited(150) },
  // 20 packets a minute to three targets are 14.5 MB a day, which such a line pays for.
  mobile: { ...usual, everySeconds: 300, packets: 10, limits: limited(150) },
  dedicated: { ...usual, limits: limited(50) },
  vpn: { ...usual, limits: limited(150) },
  satellite: { ...usual, everySeconds: 300, packets: 10, limits: limited(800) },
}

/** `line_profile_of` of the database says the same. */
export function profileOfType(type: string): LineProfileKind {
  if (type === '5g' || type === '4g') return 'mobile'
  if (type === 'dedicated' || type === 'satellite') return type
  return 'broadband'
}

/** Where a line's tests go; empty: nowhere. */
export interface LineTargets {
  /** Tests leave by the line from its outlet; otherwise they come to its static address. */
  readonly inside: boolean
  readonly address: string | null
  readonly ispHost: string
  readonly businessHost: string
}

/** Parts of a line by which its values are apart: the targets of its tests, and the directions of its use. */
export const lineParts = ['line', 'first_hop', 'isp', 'business', 'web', 'names', 'down', 'up'] as const
/** Those that are targets. The database keeps which of them failed by their places here. */
export const testedParts = [
  'line',
  'first_hop',
  'isp',
  'business',
  'web',
  'names',
] as const satisfies readonly LinePart[]
export type LinePart = (typeof lineParts)[number]
export const isLinePart = (key: string): key is LinePart => lineParts.some((part) => part === key)

/** The tests of a line by its profile. */
export function testsOf(profile: LineProfile, targets: LineTargets): LinkTest[] {
  const { everySeconds, packets, lateMs, webEverySeconds, httpUrl, dnsName, httpCertificateDays } = profile
  const icmp = (key: string, host: string | null): LinkTest => ({
    kind: 'icmp',
    key,
    host,
    everySeconds,
    packets,
    betweenMs: 1000,
    lateMs,
    bytes: 56,
    tcpPort: null,
  })
  if (!targets.inside) return targets.address === null ? [] : [icmp('line', targets.address)]
  const isp = targets.ispHost || profile.ispHost
  const business = targets.businessHost || profile.businessHost
  const web = { everySeconds: webEverySeconds, timeoutMs: 10_000 }
  return [
    icmp('first_hop', null),
    ...(isp === '' ? [] : [icmp('isp', isp)]),
    ...(business === '' ? [] : [icmp('business', business)]),
    ...(httpUrl === ''
      ? []
      : [
          {
            ...web,
            kind: 'http',
            key: 'web',
            url: httpUrl,
            statuses: profile.httpStatuses,
            text: profile.httpText || null,
            certificateDays: httpCertificateDays === 0 ? null : httpCertificateDays,
          } as const,
        ]),
    ...(dnsName === ''
      ? []
      : [
          {
            ...web,
            kind: 'dns',
            key: 'names',
            name: dnsName,
            record: profile.dnsRecord,
            server: profile.dnsServer || null,
            expected: profile.dnsExpected,
          } as const,
        ]),
  ]
}
