import type { DataModelRoot } from '../data-model.ts'
import type { ValueToSet } from '../session/commands.ts'

/**
 * Diagnostics that a gateway can run, by objects of TR-181 and TR-098: IPPing, TraceRoute, NSLookup, and the
 * Download and Upload of TR-143.
 */
export const diagnosticKinds = ['ping', 'traceroute', 'name_lookup', 'download', 'upload'] as const
export type DiagnosticKind = (typeof diagnosticKinds)[number]

/** `count`: repetitions of a ping or lookup, tries per hop of a trace. */
export interface DiagnosticOrder {
  kind: DiagnosticKind
  /** A host name or an address; for a download or an upload the URL. */
  host: string
  count: number
  timeoutMs: number
  /** Bytes of an echo; pings only. */
  sizeBytes: number
  /** Traces only. */
  maxHops: number
  /** Lookups only; null: the gateway's own server. */
  dnsServer: string | null
  /** Upload size (TestFileLength); null otherwise. */
  fileBytes: number | null
  /**
   * Seconds of a time-based download or upload (TimeBasedTestDuration); null: until all data is transferred.
   */
  durationSeconds: number | null
  /** The outgoing IP interface or WAN connection, in the gateway's reference form; null: by routing. */
  interface: string | null
  /** DSCP of sent packets, 0 to 63; null: the gateway's default. Not for lookups. */
  dscp: number | null
}

/**
 * Optional parameters that the gateway retains: they also apply to the next order unless it overrides them.
 */
export type StoredOrder = Pick<DiagnosticOrder, 'dnsServer' | 'durationSeconds' | 'interface' | 'dscp'>

/**
 * Names in the data models: `Device.IP.Diagnostics.` and `Device.DNS.Diagnostics.` of TR-181 issue 2, objects
 * below
 * `InternetGatewayDevice.` of TR-098 amendment 2 (the lookup of TR-157).
 */
const objects: Record<DataModelRoot, Record<DiagnosticKind, string>> = {
  'Device.': {
    ping: 'IP.Diagnostics.IPPing.',
    traceroute: 'IP.Diagnostics.TraceRoute.',
    name_lookup: 'DNS.Diagnostics.NSLookupDiagnostics.',
    download: 'IP.Diagnostics.DownloadDiagnostics.',
    upload: 'IP.Diagnostics.UploadDiagnostics.',
  },
  'InternetGatewayDevice.': {
    ping: 'IPPingDiagnostics.',
    traceroute: 'TraceRouteDiagnostics.',
    name_lookup: 'NSLookupDiagnostics.',
    download: 'DownloadDiagnostics.',
    upload: 'UploadDiagnostics.',
  },
}

/** The object path of a diagnostic, with trailing dot. */
export function diagnosticObject(root: DataModelRoot, kind: DiagnosticKind): string {
  return root + objects[root][kind]
}

/**
 * Extra parameter of gateways with time-based tests, `DownloadDiagnostics.TimeBasedTestDuration` and its
 * upload counterpart in TR-181; null for kinds that have none.
 */
export function timeBasedParameter(root: DataModelRoot, kind: DiagnosticKind): string | null {
  return kind === 'download' || kind === 'upload'
    ? `${diagnosticObject(root, kind)}TimeBasedTestDuration`
    : null
}

/** By parameter: its type, and its reset value (empty or zero: TR-181 issue 2, TR-143). */
const kept = {
  Interface: { of: 'interface', type: 'string', nothing: '' },
  DSCP: { of: 'dscp', type: 'unsignedInt', nothing: '0' },
  DNSServer: { of: 'dnsServer', type: 'string', nothing: '' },
  TimeBasedTestDuration: { of: 'durationSeconds', type: 'unsignedInt', nothing: '0' },
} as const satisfies Record<string, { of: keyof StoredOrder; type: string; nothing: string }>

const keptBy: Record<DiagnosticKind, readonly (keyof typeof kept)[]> = {
  ping: ['Interface', 'DSCP'],
  traceroute: ['Interface', 'DSCP'],
  name_lookup: ['Interface', 'DNSServer'],
  download: ['Interface', 'DSCP', 'TimeBasedTestDuration'],
  upload: ['Interface', 'DSCP', 'TimeBasedTestDuration'],
}

/**
 * Values that start a diagnostic, in one SetParameterValues. Only those that the order needs, and those that
 * reset `before`: a gateway refuses the whole call for one unknown name.
 */
export function diagnosticValues(
  root: DataModelRoot,
  order: DiagnosticOrder,
  before: StoredOrder | null = null,
): ValueToSet[] {
  const object = diagnosticObject(root, order.kind)
  const number = (name: string, value: number) => ({
    name: object + name,
    value: String(value),
    type: 'unsignedInt',
  })
  const text = (name: string, value: string) => ({ name: object + name, value, type: 'string' })
  const requested = text('DiagnosticsState', 'Requested')
  const timeout = number('Timeout', order.timeoutMs)
  const optional = keptBy[order.kind].flatMap((name) => {
    const { of, type, nothing } = kept[name]
    if (order[of] === null && (before?.[of] ?? null) === null) return []
    return [{ name: object + name, value: String(order[of] ?? nothing), type }]
  })
  switch (order.kind) {
    case 'ping':
      return [
        text('Host', order.host),
        number('NumberOfRepetitions', order.count),
        timeout,
        number('DataBlockSize', order.sizeBytes),
        ...optional,
        requested,
      ]
    case 'traceroute':
      return [
        text('Host', order.host),
        number('NumberOfTries', order.count),
        timeout,
        number('MaxHopCount', order.maxHops),
        ...optional,
        requested,
      ]
    case 'name_lookup':
      return [
        text('HostName', order.host),
        timeout,
        number('NumberOfRepetitions', order.count),
        ...optional,
        requested,
      ]
    case 'download':
      return [text('DownloadURL', order.host), ...optional, requested]
    case 'upload':
      return [
        text('UploadURL', order.host),
        number('TestFileLength', order.fileBytes ?? 0),
        ...optional,
        requested,
      ]
  }
}

/** Seconds after which it should be over: when to poll a gateway that does not send event 8. */
export function diagnosticSeconds(order: DiagnosticOrder): number {
  const { kind, count, timeoutMs, maxHops, durationSeconds } = order
  // A small file on a good line finishes at once; poll again otherwise.
  if (kind === 'download' || kind === 'upload') return 10 + (durationSeconds ?? 0)
  const tries = kind === 'traceroute' ? count * maxHops : count
  // Most replies arrive long before the timeout: a ping waits one second between two.
  return Math.min(300, 5 + Math.ceil(tries * Math.min(1, timeoutMs / 1000)))
}
