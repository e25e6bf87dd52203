import type { DataModelRoot } from '../data-model.ts'
import type { ValueToSet } from '../session/commands.ts'

/**
 * What a gateway can be asked to try out by itself, by objects of TR-181 and TR-098: IPPing, TraceRoute, NSLookup, and the
 * Download and Upload that TR-143 describes.
 */
export const diagnosticKinds = ['ping', 'traceroute', 'name_lookup', 'download', 'upload'] as const
export type DiagnosticKind = (typeof diagnosticKinds)[number]

/** `count` are repetitions of a ping and of a lookup, tries a hop of a trace. */
export interface DiagnosticOrder {
  kind: DiagnosticKind
  /** A host name or an address; of a download or an upload the URL. */
  host: string
  count: number
  timeoutMs: number
  /** Bytes of an echo; pings alone. */
  sizeBytes: number
  /** Traces alone. */
  maxHops: number
  /** Lookups alone; the gateway's own when it is null. */
  dnsServer: string | null
  /** What an upload sends (TestFileLength); null for the rest. */
  fileBytes: number | null
  /** Seconds that a download or an upload lasts, whatever passes (TimeBasedTestDuration); null: until all has passed. */
  durationSeconds: number | null
  /** The IP interface or the WAN connection that it goes out by, as the gateway writes references; null: as it routes. */
  interface: string | null
  /** Of what is sent, 0 to 63; null for the gateway's own. A lookup has none. */
  dscp: number | null
}

/** What an order may have and the gateway keeps: it holds for the next one too, unless that says otherwise. */
export type KeptOrder = Pick<DiagnosticOrder, 'dnsServer' | 'durationSeconds' | 'interface' | 'dscp'>

/**
 * As the data models name them: `Device.IP.Diagnostics.` and `Device.DNS.Diagnostics.` of TR-181 issue 2, objects below
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

/** The object of a diagnostic, with its dot. */
export function diagnosticObject(root: DataModelRoot, kind: DiagnosticKind): string {
  return root + objects[root][kind]
}

/**
 * What a gateway that measures by time has beside the rest, `DownloadDiagnostics.TimeBasedTestDuration` and that of uploads
 * in TR-181; null for kinds that never do.
 */
export function timeBasedParameter(root: DataModelRoot, kind: DiagnosticKind): string | null {
  return kind === 'download' || kind === 'upload'
    ? `${diagnosticObject(root, kind)}TimeBasedTestDuration`
    : null
}

/** By parameter: its type, and what takes it back (empty, or zero: TR-181 issue 2, TR-143). */
const kept = {
  Interface: { of: 'interface', type: 'string', nothing: '' },
  DSCP: { of: 'dscp', type: 'unsignedInt', nothing: '0' },
  DNSServer: { of: 'dnsServer', type: 'string', nothing: '' },
  TimeBasedTestDuration: { of: 'durationSeconds', type: 'unsignedInt', nothing: '0' },
} as const satisfies Record<string, { of: keyof KeptOrder; type: string; nothing: string }>

const keptBy: Record<DiagnosticKind, readonly (keyof typeof kept)[]> = {
  ping: ['Interface', 'DSCP'],
  traceroute: ['Interface', 'DSCP'],
  name_lookup: ['Interface', 'DNSServer'],
  download: ['Interface', 'DSCP', 'TimeBasedTestDuration'],
  upload: ['Interface', 'DSCP', 'TimeBasedTestDuration'],
}

/**
 * What starts a diagnostic, in one SetParameterValues. Only what the order needs, and what takes back the one `before`: a
 * gateway refuses the whole call for one name that it does not know.
 */
export function diagnosticValues(
  root: DataModelRoot,
  order: DiagnosticOrder,
  before: KeptOrder | null = null,
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

/** Seconds after which it should be over: when to look where a gateway does not tell by event 8. */
export function diagnosticSeconds(order: DiagnosticOrder): number {
  const { kind, count, timeoutMs, maxHops, durationSeconds } = order
  // A small file on a good line is over at once; who is not is asked again.
  if (kind === 'download' || kind === 'upload') return 10 + (durationSeconds ?? 0)
  const tries = kind === 'traceroute' ? count * maxHops : count
  // Most answers come long before their timeout: a second each is what a ping waits between two.
  return Math.min(300, 5 + Math.ceil(tries * Math.min(1, timeoutMs / 1000)))
}
