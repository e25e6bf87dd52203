import type { InputOf, lineTestApi } from '@netward/contract'
import type { LineMeasurer } from '@netward/contract/line-quality-values'
import { kindsOfVantage, lineTestLimits, type VantageRefusal } from '@netward/contract/line-test-values'
import type { LinkTest, LinkTestKind } from '@netward/contract/link-tests'
import type { DiagnosticOrder } from '../diagnostics/index.ts'

/** What somebody asks for, of one line or many. */
export type TestOrder = Omit<InputOf<typeof lineTestApi.startLineTest>, 'lineId' | 'forOrder'>

/** From where a line can be tested. */
export interface Reachable {
  readonly address: string | null
  /** The gateway that carries it, managed here; null: none. */
  readonly gatewayId: string | null
  readonly probeId: string | null
  readonly probeConnected: boolean
}

const vantages = ['probe', 'server', 'gateway'] as const
/** Replaced when the test is handed over; it is the placeholder that passes for a URL. */
const ownTestPoint = 'http://test-point.invalid/'
const seconds = 10

export function refusalOf(vantage: LineMeasurer, line: Reachable): VantageRefusal | null {
  switch (vantage) {
    case 'probe':
      return line.probeId === null ? 'no_probe' : line.probeConnected ? null : 'probe_offline'
    case 'server':
      return line.address === null ? 'no_address' : null
    case 'gateway':
      return line.gatewayId === null ? 'no_gateway' : null
  }
}

/** The one that is asked for, else the first that can do it (operations.md §3). */
export function vantageFor(
  { kind, vantage, url, host }: TestOrder,
  line: Reachable,
): LineMeasurer | VantageRefusal | 'no_vantage' {
  if (vantage !== undefined) return refusalOf(vantage, line) ?? vantage
  const possible = vantages.filter((one) => {
    if (!kindsOfVantage[one].includes(kind) || refusalOf(one, line) !== null) return false
    return one !== 'server' || isOfLine(kind === 'http' ? hostOf(url) : host, line)
  })
  return possible[0] ?? 'no_vantage'
}

/** The server's own way says nothing of a line: from outside only what answers at its address is tested. */
export function isOfLine(host: string | undefined, { address }: Pick<Reachable, 'address'>): boolean {
  return host === undefined || (address !== null && host === address)
}

export const hostOf = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : new URL(url).hostname.replace(/^\[|\]$/g, '')

/** As a collector takes it. The contract has checked that what its kind needs is there. */
export function linkTestOf(order: TestOrder, line: Reachable, vantage: LineMeasurer): LinkTest {
  const { kind, port, url, text, statuses, certificateDays, record, server, expected } = order
  const { packets, direction, megabytes } = order
  const common = { key: 'asked', everySeconds: 60 }
  const host = vantage === 'server' ? (line.address ?? '') : (order.host ?? '')
  switch (kind) {
    case 'icmp':
      return { ...common, kind, host, packets, betweenMs: 500, lateMs: 2000, bytes: 56, tcpPort: null }
    case 'tcp':
      return { ...common, kind, host, port: port ?? 443, lateMs: 5000 }
    case 'http':
      return {
        ...common,
        kind,
        url: url ?? '',
        statuses,
        text: text ?? null,
        certificateDays: certificateDays ?? null,
        timeoutMs: 15_000,
      }
    case 'dns':
      return {
        ...common,
        kind,
        name: host,
        record,
        server: server ?? null,
        expected,
        timeoutMs: 10_000,
      }
    case 'traceroute':
      return { ...common, kind, host, maxHops: 30 }
    case 'throughput':
      return {
        ...common,
        kind,
        direction,
        url: ownTestPoint,
        mostBytes: megabytesOf(megabytes, vantage) * 1_000_000,
        mostSeconds: seconds,
      }
  }
}

/** TR-143 of gateways is bounded. */
export const megabytesOf = (megabytes: number, vantage: LineMeasurer): number =>
  vantage === 'gateway' ? Math.min(megabytes, lineTestLimits.gatewayMegabytes) : megabytes

/** What the list of tests shows; empty: the line's own address, or our test point. */
export function targetOf({ kind, host, url, port }: TestOrder, vantage: LineMeasurer | null): string {
  if (kind === 'throughput') return ''
  if (kind === 'http') return url ?? ''
  const of = vantage === 'server' ? '' : (host ?? '')
  return kind === 'tcp' ? `${of}:${port ?? ''}` : of
}

const diagnosticKinds = {
  icmp: 'ping',
  traceroute: 'traceroute',
  dns: 'name_lookup',
} as const satisfies Partial<Record<LinkTestKind, DiagnosticOrder['kind']>>

/** The same as a diagnostic of a gateway. */
export function gatewayOrder({
  kind,
  host,
  server,
  packets,
  direction,
  megabytes,
}: TestOrder): DiagnosticOrder {
  const usual = { timeoutMs: 5000, sizeBytes: 64, maxHops: 30, bytes: 10_000_000 }
  if (kind === 'throughput')
    return {
      ...usual,
      kind: direction === 'down' ? 'download' : 'upload',
      bytes: megabytesOf(megabytes, 'gateway') * 1_000_000,
    }
  return {
    ...usual,
    kind: kind === 'traceroute' || kind === 'dns' ? diagnosticKinds[kind] : 'ping',
    host: host ?? '',
    ...(kind === 'icmp' && { count: Math.min(packets, 50) }),
    ...(kind === 'dns' && server !== undefined && { dnsServer: server }),
  }
}
