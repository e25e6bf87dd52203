import type { DataModelRoot } from '../data-model.ts'
import { type DiagnosticKind, diagnosticObject } from './order.ts'
import { type ThroughputResult, throughputOf } from './throughput.ts'
import { clean, instances, list, type ReportedValues, whole } from './reported.ts'

export interface PingResult {
  kind: 'ping'
  sent: number
  received: number
  /** Milliseconds; null without a reply. */
  minMs: number | null
  avgMs: number | null
  maxMs: number | null
}

export interface Hop {
  host: string
  address: string
  /** Milliseconds, one per answered try. */
  rttsMs: number[]
  /** ICMP type or code of the hop's reply if unusual; 0 otherwise. */
  errorCode: number
}

export interface TracerouteResult {
  kind: 'traceroute'
  hops: Hop[]
  /** Milliseconds to the last hop, as reported by the gateway. */
  responseMs: number | null
}

export interface LookupAnswer {
  status: string
  addresses: string[]
  hostName: string
  server: string
  responseMs: number | null
  authoritative: boolean
}

export interface LookupResult {
  kind: 'name_lookup'
  succeeded: number
  answers: LookupAnswer[]
}

export type DiagnosticResult = PingResult | TracerouteResult | LookupResult | ThroughputResult

/**
 * `lost`: the gateway lost the order, e.g. after a restart. `unreadable`: no state among the reported values.
 */
export type DiagnosticOutcome =
  | { state: 'running' }
  | { state: 'failed'; error: string; detail: string; result?: DiagnosticResult }
  | { state: 'complete'; result: DiagnosticResult }

/** DiagnosticsState of these objects in TR-181 and TR-098, as phrase keys; all others are `other`. */
const errors: Record<string, string> = {
  error_cannotresolvehostname: 'cannot_resolve',
  error_maxhopcountexceeded: 'too_many_hops',
  error_dnsservernotresolved: 'server_not_resolved',
  error_dnsservernotavailable: 'server_not_available',
  error_noroutetohost: 'no_route',
  // DownloadDiagnostics. and UploadDiagnostics.
  error_initconnectionfailed: 'no_connection',
  error_noresponse: 'no_response',
  error_transferfailed: 'transfer_failed',
  error_passwordrequestfailed: 'login_failed',
  error_loginfailed: 'login_failed',
  error_notransfermode: 'transfer_failed',
  error_nopasv: 'transfer_failed',
  error_nocwd: 'transfer_failed',
  error_nostor: 'transfer_failed',
  error_notransfercomplete: 'transfer_failed',
  error_incorrectsize: 'incorrect_size',
  error_timeout: 'timeout',
  error_internal: 'internal',
  error_other: 'other',
}

const maxHops = 64
const maxAttempts = 10
const maxAnswers = 20
const maxAddresses = 10

/**
 * Parses a diagnostic's result: `parameters` are those below its object. All text is untrusted and truncated.
 */
export function readDiagnostic(
  root: DataModelRoot,
  kind: DiagnosticKind,
  parameters: readonly { name: string; value: string }[],
): DiagnosticOutcome {
  const object = diagnosticObject(root, kind)
  const reported = new Map(
    parameters
      .filter(({ name }) => name.startsWith(object))
      .map(({ name, value }) => [name.slice(object.length), value]),
  )
  const state = reported.get('DiagnosticsState')?.trim().toLowerCase()
  if (state === undefined) return { state: 'failed', error: 'unreadable', detail: '' }
  if (state === 'requested' || state === 'inprogress') return { state: 'running' }
  if (state === 'complete' || state === 'completed')
    return { state: 'complete', result: resultOf(kind, reported) }
  if (state === 'none' || state === '' || state === 'canceled') {
    return { state: 'failed', error: 'lost', detail: '' }
  }
  const error = errors[state] ?? 'other'
  return {
    state: 'failed',
    error,
    detail: clean(reported.get('DiagnosticsState')),
    // For an incomplete trace, the hops reached are the result.
    ...(kind === 'traceroute' && error === 'too_many_hops' ? { result: tracerouteOf(reported) } : {}),
  }
}

function resultOf(kind: DiagnosticKind, reported: ReportedValues): DiagnosticResult {
  switch (kind) {
    case 'ping':
      return pingOf(reported)
    case 'traceroute':
      return tracerouteOf(reported)
    case 'name_lookup':
      return lookupOf(reported)
    default:
      return throughputOf(kind, reported)
  }
}

function pingOf(reported: ReportedValues): PingResult {
  const received = whole(reported.get('SuccessCount')) ?? 0
  const failed = whole(reported.get('FailureCount')) ?? 0
  // Without replies the times are 0 or left over from the last ping. Microseconds in TR-181 2.10 and later.
  const time = (name: string) => {
    if (received === 0) return null
    const fine = whole(reported.get(`${name}Detailed`))
    return fine !== null && fine > 0 ? fine / 1000 : whole(reported.get(name))
  }
  return {
    kind: 'ping',
    sent: received + failed,
    received,
    minMs: time('MinimumResponseTime'),
    avgMs: time('AverageResponseTime'),
    maxMs: time('MaximumResponseTime'),
  }
}

function tracerouteOf(reported: ReportedValues): TracerouteResult {
  const hops = instances(reported, 'RouteHops', whole(reported.get('RouteHopsNumberOfEntries')), maxHops).map(
    (path): Hop => {
      // TR-098 prefixes each name with `Hop`.
      const get = (name: string) => reported.get(`${path}${name}`) ?? reported.get(`${path}Hop${name}`)
      return {
        host: clean(get('Host')),
        address: clean(get('HostAddress')),
        rttsMs: list(get('RTTimes'), maxAttempts).flatMap((text) => whole(text) ?? []),
        errorCode: whole(get('ErrorCode')) ?? 0,
      }
    },
  )
  return { kind: 'traceroute', hops, responseMs: whole(reported.get('ResponseTime')) }
}

/**
 * The hop, from 1, with the largest round-trip increase over the previous one; null if it never increases.
 */
export function jumpOf(hops: readonly Hop[]): number | null {
  let before = 0
  let most = 0
  let jump: number | null = null
  for (const [index, { rttsMs }] of hops.entries()) {
    if (rttsMs.length === 0) continue
    // The fastest of its tries: delay added by a busy router is not path latency.
    const shortest = Math.min(...rttsMs)
    if (shortest - before > most) {
      most = shortest - before
      jump = index + 1
    }
    before = shortest
  }
  return jump
}

function lookupOf(reported: ReportedValues): LookupResult {
  const answers = instances(reported, 'Result', whole(reported.get('ResultNumberOfEntries')), maxAnswers).map(
    (path): LookupAnswer => ({
      status: clean(reported.get(`${path}Status`)),
      addresses: list(reported.get(`${path}IPAddresses`), maxAddresses),
      hostName: clean(reported.get(`${path}HostNameReturned`)),
      server: clean(reported.get(`${path}DNSServerIP`)),
      responseMs: whole(reported.get(`${path}ResponseTime`)),
      authoritative: reported.get(`${path}AnswerType`)?.trim() === 'Authoritative',
    }),
  )
  return { kind: 'name_lookup', succeeded: whole(reported.get('SuccessCount')) ?? 0, answers }
}
