import type { DataModelRoot } from '../data-model.ts'
import { type DiagnosticKind, diagnosticObject } from './order.ts'
import { type ThroughputResult, throughputOf } from './throughput.ts'
import { clean, instances, list, type Told, whole } from './told.ts'

export interface PingResult {
  kind: 'ping'
  sent: number
  received: number
  /** Milliseconds; null when nothing came back. */
  minMs: number | null
  avgMs: number | null
  maxMs: number | null
}

export interface Hop {
  host: string
  address: string
  /** Milliseconds, one a try that was answered. */
  rttsMs: number[]
  /** ICMP type or code of what the hop answered, where it is no plain answer; 0 otherwise. */
  errorCode: number
}

export interface TracerouteResult {
  kind: 'traceroute'
  hops: Hop[]
  /** Milliseconds to the last hop, as the gateway says. */
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

/** `lost`: the gateway has forgotten what it was asked, as after a restart. `unreadable`: no state among what it told. */
export type DiagnosticOutcome =
  | { state: 'running' }
  | { state: 'failed'; error: string; detail: string; result?: DiagnosticResult }
  | { state: 'complete'; result: DiagnosticResult }

/** DiagnosticsState of these objects in TR-181 and TR-098, as keys of phrases; all others are `other`. */
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

const mostHops = 64
const mostTries = 10
const mostAnswers = 20
const mostAddresses = 10

/** What a gateway says of a diagnostic: `parameters` are those below its object. All text is hostile, and cut. */
export function readDiagnostic(
  root: DataModelRoot,
  kind: DiagnosticKind,
  parameters: readonly { name: string; value: string }[],
): DiagnosticOutcome {
  const object = diagnosticObject(root, kind)
  const told = new Map(
    parameters
      .filter(({ name }) => name.startsWith(object))
      .map(({ name, value }) => [name.slice(object.length), value]),
  )
  const state = told.get('DiagnosticsState')?.trim().toLowerCase()
  if (state === undefined) return { state: 'failed', error: 'unreadable', detail: '' }
  if (state === 'requested' || state === 'inprogress') return { state: 'running' }
  if (state === 'complete' || state === 'completed')
    return { state: 'complete', result: resultOf(kind, told) }
  if (state === 'none' || state === '' || state === 'canceled') {
    return { state: 'failed', error: 'lost', detail: '' }
  }
  const error = errors[state] ?? 'other'
  return {
    state: 'failed',
    error,
    detail: clean(told.get('DiagnosticsState')),
    // How far it came is what a trace that did not arrive is good for.
    ...(kind === 'traceroute' && error === 'too_many_hops' ? { result: tracerouteOf(told) } : {}),
  }
}

function resultOf(kind: DiagnosticKind, told: Told): DiagnosticResult {
  switch (kind) {
    case 'ping':
      return pingOf(told)
    case 'traceroute':
      return tracerouteOf(told)
    case 'name_lookup':
      return lookupOf(told)
    default:
      return throughputOf(kind, told)
  }
}

function pingOf(told: Told): PingResult {
  const received = whole(told.get('SuccessCount')) ?? 0
  const failed = whole(told.get('FailureCount')) ?? 0
  // Without an answer the times are 0, or what the last ping left. Microseconds where TR-181 2.10 and later has them.
  const time = (name: string) => {
    if (received === 0) return null
    const fine = whole(told.get(`${name}Detailed`))
    return fine !== null && fine > 0 ? fine / 1000 : whole(told.get(name))
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

function tracerouteOf(told: Told): TracerouteResult {
  const hops = instances(told, 'RouteHops', whole(told.get('RouteHopsNumberOfEntries')), mostHops).map(
    (path): Hop => {
      // TR-098 has `Hop` in front of each name.
      const get = (name: string) => told.get(`${path}${name}`) ?? told.get(`${path}Hop${name}`)
      return {
        host: clean(get('Host')),
        address: clean(get('HostAddress')),
        rttsMs: list(get('RTTimes'), mostTries).flatMap((text) => whole(text) ?? []),
        errorCode: whole(get('ErrorCode')) ?? 0,
      }
    },
  )
  return { kind: 'traceroute', hops, responseMs: whole(told.get('ResponseTime')) }
}

/** The hop, counted from 1, at which the round trip grows most beside the one before it; null where it grows nowhere. */
export function jumpOf(hops: readonly Hop[]): number | null {
  let before = 0
  let most = 0
  let jump: number | null = null
  for (const [index, { rttsMs }] of hops.entries()) {
    if (rttsMs.length === 0) continue
    // The shortest of its tries: what a busy router adds to one of them is no way.
    const shortest = Math.min(...rttsMs)
    if (shortest - before > most) {
      most = shortest - before
      jump = index + 1
    }
    before = shortest
  }
  return jump
}

function lookupOf(told: Told): LookupResult {
  const answers = instances(told, 'Result', whole(told.get('ResultNumberOfEntries')), mostAnswers).map(
    (path): LookupAnswer => ({
      status: clean(told.get(`${path}Status`)),
      addresses: list(told.get(`${path}IPAddresses`), mostAddresses),
      hostName: clean(told.get(`${path}HostNameReturned`)),
      server: clean(told.get(`${path}DNSServerIP`)),
      responseMs: whole(told.get(`${path}ResponseTime`)),
      authoritative: told.get(`${path}AnswerType`)?.trim() === 'Authoritative',
    }),
  )
  return { kind: 'name_lookup', succeeded: whole(told.get('SuccessCount')) ?? 0, answers }
}
