import type { DataModelRoot } from '@netward/cwmp'
import { diagnosticObject } from '@netward/cwmp'
import { type Entry, type TemplateBuilder, writableLimits as writable } from './template.ts'

const state: Entry = ['DiagnosticsState', 'string', 'None', { ...writable, oneOf: ['None', 'Requested'] }]
const timeout: Entry = ['Timeout', 'unsignedInt', '5000', { ...writable, min: 1 }]
const url = { ...writable, maxLength: 256 }
const times = (...names: string[]): Entry[] => names.map((name) => [name, 'dateTime', '0001-01-01T00:00:00Z'])
/** Outgoing interface and DSCP: all but a lookup have both. */
const line: Entry = ['Interface', 'string', '', url]
const dscp: Entry = ['DSCP', 'unsignedInt', '0', { ...writable, max: 63 }]
const zeros = (...names: string[]): Entry[] => names.map((name) => [name, 'unsignedInt', '0'])

/**
 * IPPing, TraceRoute, NSLookup, DownloadDiagnostics and UploadDiagnostics by their TR-181 and TR-098 names.
 */
export function diagnosticParameters(builder: TemplateBuilder, root: DataModelRoot): TemplateBuilder {
  const object = (kind: Parameters<typeof diagnosticObject>[1]) =>
    diagnosticObject(root, kind).slice(root.length)
  // TR-098 prefixes hop parameters with `Hop`.
  const hop = root === 'Device.' ? '' : 'Hop'
  return builder
    .add(
      object('ping'),
      state,
      line,
      dscp,
      ['Host', 'string', '', writable],
      ['NumberOfRepetitions', 'unsignedInt', '4', { ...writable, min: 1 }],
      timeout,
      ['DataBlockSize', 'unsignedInt', '64', { ...writable, min: 1, max: 65_535 }],
      ...zeros('SuccessCount', 'FailureCount'),
      ...zeros('AverageResponseTime', 'MinimumResponseTime', 'MaximumResponseTime'),
    )
    .add(
      object('traceroute'),
      state,
      line,
      dscp,
      ['Host', 'string', '', writable],
      ['NumberOfTries', 'unsignedInt', '3', { ...writable, min: 1, max: 10 }],
      timeout,
      ['MaxHopCount', 'unsignedInt', '30', { ...writable, min: 1, max: 64 }],
      ...zeros('ResponseTime'),
    )
    .table(
      `${object('traceroute')}RouteHops.`,
      `${object('traceroute')}RouteHopsNumberOfEntries`,
      [`${hop}Host`, 'string', ''],
      [`${hop}HostAddress`, 'string', ''],
      [`${hop}ErrorCode`, 'unsignedInt', '0'],
      [`${hop}RTTimes`, 'string', ''],
    )
    .add(
      object('name_lookup'),
      state,
      line,
      ['HostName', 'string', '', writable],
      ['DNSServer', 'string', '', writable],
      timeout,
      ['NumberOfRepetitions', 'unsignedInt', '1', { ...writable, min: 1 }],
      ...zeros('SuccessCount'),
    )
    .table(
      `${object('name_lookup')}Result.`,
      `${object('name_lookup')}ResultNumberOfEntries`,
      ['Status', 'string', ''],
      ['AnswerType', 'string', ''],
      ['HostNameReturned', 'string', ''],
      ['IPAddresses', 'string', ''],
      ['DNSServerIP', 'string', ''],
      ['ResponseTime', 'unsignedInt', '0'],
    )
    .add(
      object('download'),
      state,
      line,
      dscp,
      ['DownloadURL', 'string', '', url],
      ...passing('Received', root),
    )
    .add(
      object('upload'),
      state,
      line,
      dscp,
      ['UploadURL', 'string', '', url],
      ['TestFileLength', 'unsignedInt', '0', writable],
      ...passing('Sent', root),
    )
}

/** Time-based only in the newer data model: TimeBasedTestDuration of TR-181. */
function passing(passed: 'Received' | 'Sent', root: DataModelRoot): Entry[] {
  return [
    ...times('ROMTime', 'BOMTime', 'EOMTime', 'TCPOpenRequestTime', 'TCPOpenResponseTime'),
    ...zeros(`TestBytes${passed}`, `TotalBytes${passed}`),
    ...(root === 'Device.'
      ? [['TimeBasedTestDuration', 'unsignedInt', '0', { ...writable, max: 999 }] satisfies Entry]
      : []),
  ]
}
