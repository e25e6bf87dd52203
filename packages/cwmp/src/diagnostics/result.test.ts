import { describe, expect, test } from 'vitest'
import {
  diagnosticObject,
  type DiagnosticOrder,
  diagnosticSeconds,
  diagnosticValues,
  type StoredOrder,
} from './order.ts'
import { jumpOf, readDiagnostic } from './result.ts'

const plain: DiagnosticOrder = {
  kind: 'ping',
  host: 'example.com',
  count: 4,
  timeoutMs: 5_000,
  sizeBytes: 64,
  maxHops: 30,
  dnsServer: null,
  fileBytes: null,
  durationSeconds: null,
  interface: null,
  dscp: null,
}
const roots = ['Device.', 'InternetGatewayDevice.'] as const

const outcomeOf = (
  root: (typeof roots)[number],
  kind: DiagnosticOrder['kind'],
  values: Record<string, string>,
) =>
  readDiagnostic(
    root,
    kind,
    Object.entries(values).map(([name, value]) => ({ name: diagnosticObject(root, kind) + name, value })),
  )

test.each([
  ['Device.', 'ping', 'Device.IP.Diagnostics.IPPing.'],
  ['Device.', 'traceroute', 'Device.IP.Diagnostics.TraceRoute.'],
  ['Device.', 'name_lookup', 'Device.DNS.Diagnostics.NSLookupDiagnostics.'],
  ['InternetGatewayDevice.', 'ping', 'InternetGatewayDevice.IPPingDiagnostics.'],
  ['InternetGatewayDevice.', 'traceroute', 'InternetGatewayDevice.TraceRouteDiagnostics.'],
  ['InternetGatewayDevice.', 'name_lookup', 'InternetGatewayDevice.NSLookupDiagnostics.'],
] as const)('%s %s is at %s', (root, kind, object) => {
  expect(diagnosticObject(root, kind)).toBe(object)
})

test.each(roots)('%s: the request comes last, and only what the order needs is set', (root) => {
  for (const kind of ['ping', 'traceroute', 'name_lookup'] as const) {
    const values = diagnosticValues(root, { ...plain, kind })
    expect(values.at(-1)).toMatchObject({ value: 'Requested' })
    expect(values.every(({ name }) => name.startsWith(diagnosticObject(root, kind)))).toBe(true)
    expect(values.some(({ name }) => name.endsWith('DNSServer'))).toBe(false)
  }
  const lookup = diagnosticValues(root, { ...plain, kind: 'name_lookup', dnsServer: '192.0.2.53' })
  expect(lookup.find(({ name }) => name.endsWith('.DNSServer'))?.value).toBe('192.0.2.53')
})

const wan = {
  'Device.': 'Device.IP.Interface.2',
  'InternetGatewayDevice.': 'InternetGatewayDevice.WANDevice.1.',
}

describe.each(roots)(
  '%s: the line and the DSCP (Interface, DSCP of TR-181 issue 2, TR-098 and TR-143)',
  (root) => {
    const chosen = { interface: wan[root], dscp: 46, dnsServer: '192.0.2.53', durationSeconds: 9 }
    const none = { interface: null, dscp: null, dnsServer: null, durationSeconds: null }
    const names = ['Interface', 'DSCP', 'DNSServer', 'TimeBasedTestDuration']
    const optional = (
      kind: DiagnosticOrder['kind'],
      order: typeof none | typeof chosen,
      before: StoredOrder | null,
    ) =>
      diagnosticValues(root, { ...plain, ...order, kind }, before)
        .map(
          ({ name, value, type }) => [name.slice(diagnosticObject(root, kind).length), value, type] as const,
        )
        .filter(([name]) => names.includes(name))

    test.each([
      ['ping', ['Interface', 'DSCP']],
      ['traceroute', ['Interface', 'DSCP']],
      ['name_lookup', ['Interface', 'DNSServer']],
      ['download', ['Interface', 'DSCP', 'TimeBasedTestDuration']],
      ['upload', ['Interface', 'DSCP', 'TimeBasedTestDuration']],
    ] as const)('of a %s are set where they were chosen, and taken back once after that', (kind, all) => {
      const values = new Map([
        ['Interface', [wan[root], 'string', '']],
        ['DSCP', ['46', 'unsignedInt', '0']],
        ['DNSServer', ['192.0.2.53', 'string', '']],
        ['TimeBasedTestDuration', ['9', 'unsignedInt', '0']],
      ] as const)
      expect(optional(kind, none, null)).toEqual([])
      expect(optional(kind, none, none)).toEqual([])
      expect(optional(kind, chosen, none)).toEqual(
        all.map((name) => [name, ...values.get(name)!.slice(0, 2)]),
      )
      expect(optional(kind, none, chosen)).toEqual(
        all.map((name) => [name, values.get(name)![2], values.get(name)![1]]),
      )
      expect(diagnosticValues(root, { ...plain, ...chosen, kind }).at(-1)).toMatchObject({
        value: 'Requested',
      })
    })

    test('zero is a DSCP as any other', () => {
      expect(optional('ping', { ...none, dscp: 0 } as never, null)).toEqual([['DSCP', '0', 'unsignedInt']])
    })
  },
)

test.each([
  [{ count: 4 }, 9],
  [{ count: 50, timeoutMs: 100 }, 10],
  [{ kind: 'traceroute', count: 10, maxHops: 64 }, 300],
] as const)('%j should be over after %i seconds', (more, seconds) => {
  expect(diagnosticSeconds({ ...plain, ...more })).toBe(seconds)
})

describe.each(roots)('%s', (root) => {
  test.each([
    ['Requested', { state: 'running' }],
    ['InProgress', { state: 'running' }],
    ['None', { state: 'failed', error: 'lost', detail: '' }],
    ['Error_CannotResolveHostName', { error: 'cannot_resolve', detail: 'Error_CannotResolveHostName' }],
    ['Error_MaxHopCountExceeded', { error: 'too_many_hops' }],
    ['Error_DNSServerNotAvailable', { error: 'server_not_available' }],
    ['error_timeout', { error: 'timeout' }],
    ['Error_X_VENDOR_Whatever', { error: 'other', detail: 'Error_X_VENDOR_Whatever' }],
    ['<b>\u0000\u0007', { error: 'other', detail: '<b>' }],
  ])('the state %j means %j', (state, outcome) => {
    expect(outcomeOf(root, 'ping', { DiagnosticsState: state })).toMatchObject(outcome)
  })

  test('without a state nothing can be said', () => {
    expect(outcomeOf(root, 'ping', {})).toEqual({ state: 'failed', error: 'unreadable', detail: '' })
  })

  test('a ping: times in milliseconds, none where nothing came back', () => {
    const values = {
      DiagnosticsState: 'Complete',
      SuccessCount: '3',
      FailureCount: '1',
      AverageResponseTime: '20',
      MinimumResponseTime: '10',
      MaximumResponseTime: '30',
    }
    expect(outcomeOf(root, 'ping', values)).toEqual({
      state: 'complete',
      result: { kind: 'ping', sent: 4, received: 3, minMs: 10, avgMs: 20, maxMs: 30 },
    })
    expect(outcomeOf(root, 'ping', { ...values, SuccessCount: '0', FailureCount: '4' })).toMatchObject({
      result: { sent: 4, received: 0, minMs: null, avgMs: null, maxMs: null },
    })
    expect(outcomeOf(root, 'ping', { ...values, AverageResponseTimeDetailed: '20417' })).toMatchObject({
      result: { avgMs: 20.417, minMs: 10 },
    })
  })

  test.each(['-1', '1e9', 'NaN', '99999999999', '', '9'.repeat(400), '４'])(
    'the number %j counts as none',
    (hostile) => {
      const values = { DiagnosticsState: 'Complete', SuccessCount: hostile, FailureCount: hostile }
      expect(outcomeOf(root, 'ping', values)).toMatchObject({ result: { sent: 0, received: 0, avgMs: null } })
    },
  )

  test('a trace: hops in the order of their numbers, with gaps, as many as the gateway says', () => {
    const hop = root === 'Device.' ? '' : 'Hop'
    const values: Record<string, string> = { DiagnosticsState: 'Completed', ResponseTime: '31' }
    for (const number of [10, 2, 7]) {
      values[`RouteHops.${number}.${hop}Host`] = `router-${number}`
      values[`RouteHops.${number}.${hop}HostAddress`] = `192.0.2.${number}`
      values[`RouteHops.${number}.${hop}RTTimes`] = `${number}, x,${number + 1}`
    }
    const outcome = outcomeOf(root, 'traceroute', values)
    expect(outcome).toMatchObject({
      result: {
        responseMs: 31,
        hops: [
          { host: 'router-2', address: '192.0.2.2', rttsMs: [2, 3], errorCode: 0 },
          { host: 'router-7' },
          { host: 'router-10' },
        ],
      },
    })
    expect(outcomeOf(root, 'traceroute', { ...values, RouteHopsNumberOfEntries: '1' })).toMatchObject({
      result: { hops: [{ host: 'router-2' }] },
    })
  })

  test('a lookup: its answers; what does not end is cut', () => {
    const values: Record<string, string> = { DiagnosticsState: 'Complete', SuccessCount: '1' }
    for (let number = 1; number <= 500; number++) {
      values[`Result.${number}.Status`] = 'Success'
      values[`Result.${number}.AnswerType`] = 'Authoritative'
      values[`Result.${number}.IPAddresses`] = '203.0.113.1,'.repeat(1_000)
      values[`Result.${number}.HostNameReturned`] = 'x'.repeat(10_000)
    }
    const outcome = outcomeOf(root, 'name_lookup', values)
    expect(outcome).toMatchObject({ result: { succeeded: 1 } })
    const { answers } = (outcome as { result: { answers: { addresses: string[]; hostName: string }[] } })
      .result
    expect(answers).toHaveLength(20)
    expect(answers[0]).toMatchObject({ status: 'Success', authoritative: true })
    expect(answers[0]!.addresses).toHaveLength(10)
    expect(answers[0]!.hostName).toHaveLength(256)
  })
})

test.each([
  [[], null],
  [[[]], null],
  [[[1], [2, 3], [60, 61], [62]], 3],
  // One slow reply of a busy router is not path latency.
  [[[5], [90, 6], [7]], 1],
  [[[1], [], [40]], 3],
])('the round trips %j grow most at hop %s', (rtts, hop) => {
  expect(jumpOf(rtts.map((rttsMs) => ({ host: '', address: '', rttsMs, errorCode: 0 })))).toBe(hop)
})

test('a trace that did not arrive tells how far it came', () => {
  expect(
    outcomeOf('Device.', 'traceroute', {
      DiagnosticsState: 'Error_MaxHopCountExceeded',
      RouteHopsNumberOfEntries: '1',
      'RouteHops.1.Host': 'r1',
      'RouteHops.1.RTTimes': '3',
    }),
  ).toMatchObject({
    state: 'failed',
    error: 'too_many_hops',
    result: { hops: [{ host: 'r1', rttsMs: [3] }] },
  })
})
