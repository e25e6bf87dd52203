import type { DataModelRoot } from './data-model.ts'
import type { ValueToSet } from './session/commands.ts'

/** What a gateway can be asked to try out by itself (TR-181 and TR-098, profiles IPPing, TraceRoute, NSLookup). */
export const diagnosticKinds = ['ping', 'traceroute', 'name_lookup'] as const
export type DiagnosticKind = (typeof diagnosticKinds)[number]

/** `count` are repetitions of a ping and of a lookup, tries a hop of a trace. */
export interface DiagnosticOrder {
  kind: DiagnosticKind
  /** A host name or an address. */
  host: string
  count: number
  timeoutMs: number
  /** Bytes of an echo; pings alone. */
  sizeBytes: number
  /** Traces alone. */
  maxHops: number
  /** Lookups alone; the gateway's own when it is null. */
  dnsServer: string | null
}

/** TR-181 2.x; TR-098 amendment 2, and TR-157 for the lookup. */
const objects: Record<DataModelRoot, Record<DiagnosticKind, string>> = {
  'Device.': {
    ping: 'IP.Diagnostics.IPPing.',
    traceroute: 'IP.Diagnostics.TraceRoute.',
    name_lookup: 'DNS.Diagnostics.NSLookupDiagnostics.',
  },
  'InternetGatewayDevice.': {
    ping: 'IPPingDiagnostics.',
    traceroute: 'TraceRouteDiagnostics.',
    name_lookup: 'NSLookupDiagnostics.',
  },
}

/** The object of a diagnostic, with its dot. */
export function diagnosticObject(root: DataModelRoot, kind: DiagnosticKind): string {
  return root + objects[root][kind]
}

/**
 * What starts a diagnostic, in one SetParameterValues. Only what the order needs: a gateway refuses the whole call for
 * one name that it does not know.
 */
export function diagnosticValues(root: DataModelRoot, order: DiagnosticOrder): ValueToSet[] {
  const object = diagnosticObject(root, order.kind)
  const number = (name: string, value: number) => ({
    name: object + name,
    value: String(value),
    type: 'unsignedInt',
  })
  const text = (name: string, value: string) => ({ name: object + name, value, type: 'string' })
  const requested = text('DiagnosticsState', 'Requested')
  const timeout = number('Timeout', order.timeoutMs)
  switch (order.kind) {
    case 'ping':
      return [
        text('Host', order.host),
        number('NumberOfRepetitions', order.count),
        timeout,
        number('DataBlockSize', order.sizeBytes),
        requested,
      ]
    case 'traceroute':
      return [
        text('Host', order.host),
        number('NumberOfTries', order.count),
        timeout,
        number('MaxHopCount', order.maxHops),
        requested,
      ]
    case 'name_lookup':
      return [
        text('HostName', order.host),
        ...(order.dnsServer === null ? [] : [text('DNSServer', order.dnsServer)]),
        timeout,
        number('NumberOfRepetitions', order.count),
        requested,
      ]
  }
}

/** Seconds after which it should be over: when to look where a gateway does not tell by event 8. */
export function diagnosticSeconds({ kind, count, timeoutMs, maxHops }: DiagnosticOrder): number {
  const tries = kind === 'traceroute' ? count * maxHops : count
  // Most answers come long before their timeout: a second each is what a ping waits between two.
  return Math.min(300, 5 + Math.ceil(tries * Math.min(1, timeoutMs / 1000)))
}

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

export type DiagnosticResult = PingResult | TracerouteResult | LookupResult

/** `lost`: the gateway has forgotten what it was asked, as after a restart. `unreadable`: no state among what it told. */
export type DiagnosticOutcome =
  | { state: 'running' }
  | { state: 'failed'; error: string; detail: string }
  | { state: 'complete'; result: DiagnosticResult }

/** Error states of TR-181 2.x and TR-098 amendment 2, as keys of phrases; all others are `other`. */
const errors: Record<string, string> = {
  error_cannotresolvehostname: 'cannot_resolve',
  error_maxhopcountexceeded: 'too_many_hops',
  error_dnsservernotresolved: 'server_not_resolved',
  error_dnsservernotavailable: 'server_not_available',
  error_noroutetohost: 'no_route',
  error_timeout: 'timeout',
  error_internal: 'internal',
  error_other: 'other',
}

const mostHops = 64
const mostTries = 10
const mostAnswers = 20
const mostAddresses = 10
const longestText = 256

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
  return { state: 'failed', error: errors[state] ?? 'other', detail: clean(told.get('DiagnosticsState')) }
}

type Told = ReadonlyMap<string, string>

function resultOf(kind: DiagnosticKind, told: Told): DiagnosticResult {
  if (kind === 'ping') return pingOf(told)
  return kind === 'traceroute' ? tracerouteOf(told) : lookupOf(told)
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

/** Paths of the instances of a table, in the order of their numbers, as many as the gateway says there are. */
function instances(told: Told, table: string, entries: number | null, most: number): string[] {
  const numbers = new Set<number>()
  for (const name of told.keys()) {
    const number = name.startsWith(`${table}.`)
      ? /^(\d{1,6})\./.exec(name.slice(table.length + 1))?.[1]
      : undefined
    if (number !== undefined) numbers.add(Number(number))
  }
  return [...numbers]
    .toSorted((one, other) => one - other)
    .slice(0, Math.min(entries ?? most, most))
    .map((number) => `${table}.${number}.`)
}

/** A number of 32 bits without a sign; null for anything else. */
function whole(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? ''
  return /^\d{1,10}$/.test(trimmed) && Number(trimmed) <= 4_294_967_295 ? Number(trimmed) : null
}

function clean(text: string | undefined): string {
  return (text ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestText)
    .toWellFormed()
}

function list(text: string | undefined, most: number): string[] {
  return clean(text)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .slice(0, most)
}
