import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diagnosticObject, diagnosticSeconds, diagnosticValues, timeBasedParameter } from './order.ts'
import { readDiagnostic } from './result.ts'
import { momentOf, throughputOf, type ThroughputResult } from './throughput.ts'

const order = {
  count: 1,
  timeoutMs: 1000,
  sizeBytes: 64,
  maxHops: 30,
  dnsServer: null,
  fileBytes: null,
  durationSeconds: null,
  interface: null,
  dscp: null,
}
const download = (values: Record<string, string>) => throughputOf('download', new Map(Object.entries(values)))
const oneSecond = { BOMTime: '2024-05-01T10:00:00.500000Z', EOMTime: '2024-05-01T10:00:01.500000Z' }

describe('what is set (DownloadDiagnostics. and UploadDiagnostics. of TR-098 and TR-181)', () => {
  test.each([
    ['Device.', 'download', ['IP.Diagnostics.DownloadDiagnostics.DownloadURL']],
    ['InternetGatewayDevice.', 'download', ['DownloadDiagnostics.DownloadURL']],
    [
      'Device.',
      'upload',
      ['IP.Diagnostics.UploadDiagnostics.UploadURL', 'IP.Diagnostics.UploadDiagnostics.TestFileLength'],
    ],
    ['InternetGatewayDevice.', 'upload', ['UploadDiagnostics.UploadURL', 'UploadDiagnostics.TestFileLength']],
  ] as const)('%s %s', (root, kind, paths) => {
    const host = 'http://acs.example/d/x'
    const values = diagnosticValues(root, {
      ...order,
      kind,
      host,
      fileBytes: kind === 'upload' ? 5000 : null,
    })
    expect(values.map(({ name }) => name)).toEqual([
      ...paths.map((path) => root + path),
      `${diagnosticObject(root, kind)}DiagnosticsState`,
    ])
    const byTime = diagnosticValues(root, { ...order, kind, host, durationSeconds: 12 })
    expect(byTime.find(({ name }) => name === timeBasedParameter(root, kind))).toMatchObject({ value: '12' })
    expect(diagnosticSeconds({ ...order, kind, host, durationSeconds: 12 })).toBe(22)
  })
})

describe('throughput is 8 × bytes / (EOMTime − BOMTime)', () => {
  test.each<[string, Record<string, string>, Partial<ThroughputResult>]>([
    [
      'a second of a megabyte',
      { ...oneSecond, TestBytesReceived: '1000000' },
      { mbitPerSecond: 8, problem: null },
    ],
    [
      'microseconds count',
      {
        BOMTime: '2024-05-01T10:00:00.999999Z',
        EOMTime: '2024-05-01T10:00:01.199999Z',
        TestBytesReceived: '1000000',
      },
      { mbitPerSecond: 40, transferMs: 200, wholeSeconds: false },
    ],
    [
      'whole seconds are said to be coarse',
      { BOMTime: '2024-05-01T10:00:00Z', EOMTime: '2024-05-01T10:00:02Z', TestBytesReceived: '1000000' },
      { mbitPerSecond: 4, wholeSeconds: true },
    ],
    [
      'a clock of 1970 measures as well',
      {
        BOMTime: '1970-01-01T00:03:00.000001',
        EOMTime: '1970-01-01T00:03:01.000001',
        TestBytesReceived: '1000000',
      },
      { mbitPerSecond: 8 },
    ],
    [
      'the clock went back',
      { BOMTime: oneSecond.EOMTime, EOMTime: oneSecond.BOMTime, TestBytesReceived: '1000000' },
      { mbitPerSecond: null, problem: 'clock_moved', transferMs: null },
    ],
    [
      'the clock was set from 1970 to now',
      { BOMTime: '1970-01-01T00:00:05Z', EOMTime: oneSecond.EOMTime, TestBytesReceived: '1000000' },
      { mbitPerSecond: null, problem: 'clock_moved' },
    ],
    [
      'within one whole second nothing can be said',
      { BOMTime: '2024-05-01T10:00:00Z', EOMTime: '2024-05-01T10:00:00Z', TestBytesReceived: '1000000' },
      { mbitPerSecond: null, problem: 'too_short' },
    ],
    [
      'the unknown time',
      { BOMTime: '0001-01-01T00:00:00Z', EOMTime: '0001-01-01T00:00:00Z', TestBytesReceived: '1000000' },
      { problem: 'no_times' },
    ],
    ['no times', { TestBytesReceived: '1000000' }, { problem: 'no_times' }],
    ['no bytes', { ...oneSecond, TestBytesReceived: '0' }, { problem: 'no_bytes' }],
    ['hostile bytes', { ...oneSecond, TestBytesReceived: '-5e3' }, { problem: 'no_bytes', testBytes: null }],
    [
      'hostile times',
      { BOMTime: '<b>', EOMTime: '9'.repeat(500), TestBytesReceived: '1' },
      { problem: 'no_times' },
    ],
    [
      'under full loading (amendment 1)',
      {
        ...oneSecond,
        TestBytesReceived: '9',
        TestBytesReceivedUnderFullLoading: '2500000',
        PeriodOfFullLoading: '2000000',
      },
      { mbitPerSecond: 10, transferMs: 2000 },
    ],
    [
      'the connection and the first byte',
      {
        ...oneSecond,
        TestBytesReceived: '1000000',
        ROMTime: '2024-05-01T10:00:00.480000Z',
        TCPOpenRequestTime: '2024-05-01T10:00:00.400000Z',
        TCPOpenResponseTime: '2024-05-01T10:00:00.412500Z',
      },
      { firstByteMs: 20, connectMs: 12.5 },
    ],
  ])('%s', (_name, values, expected) => {
    expect(download(values)).toMatchObject(expected)
  })

  test('an upload counts what was sent; before amendment 1 that is TotalBytesSent', () => {
    const upload = (values: Record<string, string>) => throughputOf('upload', new Map(Object.entries(values)))
    expect(upload({ ...oneSecond, TotalBytesSent: '500000' })).toMatchObject({ mbitPerSecond: 4 })
    expect(upload({ ...oneSecond, TotalBytesSent: '900000', TestBytesSent: '500000' })).toMatchObject({
      mbitPerSecond: 4,
      totalBytes: 900_000,
    })
  })

  test('what a test by time measured on its way is kept, as far as it can be read', () => {
    const result = download({
      ...oneSecond,
      TestBytesReceived: '1000000',
      IncrementalResultNumberOfEntries: '3',
      'IncrementalResult.1.StartTime': '2024-05-01T10:00:00.0Z',
      'IncrementalResult.1.EndTime': '2024-05-01T10:00:01.0Z',
      'IncrementalResult.1.TestBytesReceived': '1000000',
      'IncrementalResult.2.StartTime': 'x',
      'IncrementalResult.3.StartTime': '2024-05-01T10:00:01.0Z',
      'IncrementalResult.3.EndTime': '2024-05-01T10:00:02.0Z',
      'IncrementalResult.3.TestBytesReceived': '2000000',
    })
    expect(result.samples).toEqual([
      { seconds: 1, mbitPerSecond: 8 },
      { seconds: 2, mbitPerSecond: 16 },
    ])
  })

  test('no text makes it throw, and no throughput is negative or endless', () => {
    const keys = ['BOMTime', 'EOMTime', 'ROMTime', 'TestBytesReceived', 'PeriodOfFullLoading']
    const any = fc.oneof(
      fc.string(),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.nat().map(String),
    )
    fc.assert(
      fc.property(fc.tuple(...keys.map(() => any)), (values) => {
        const { mbitPerSecond, problem } = download(
          Object.fromEntries(keys.map((key, index) => [key, values[index]!])),
        )
        expect((mbitPerSecond === null) === (problem !== null)).toBe(true)
        expect(mbitPerSecond === null || (mbitPerSecond >= 0 && Number.isFinite(mbitPerSecond))).toBe(true)
      }),
    )
  })
})

test.each([
  ['2008-04-09T15:01:05.123456', 123_456],
  ['2008-04-09T15:01:05.1Z', 100_000],
  ['2008-04-09T23:01:05.000001+08:00', 1],
])('%s has its microseconds', (text, micro) => {
  expect(momentOf(text)!.microseconds % 1_000_000).toBe(micro)
  expect(momentOf(text)!.microseconds).toBe(Date.parse('2008-04-09T15:01:05Z') * 1000 + micro)
})

test.each([
  ['Error_InitConnectionFailed', 'no_connection'],
  ['Error_NoResponse', 'no_response'],
  ['Error_TransferFailed', 'transfer_failed'],
  ['Error_PasswordRequestFailed', 'login_failed'],
  ['Error_IncorrectSize', 'incorrect_size'],
  ['Error_NoPASV', 'transfer_failed'],
])('%s is %s', (state, error) => {
  const name = `${diagnosticObject('Device.', 'download')}DiagnosticsState`
  expect(readDiagnostic('Device.', 'download', [{ name, value: state }])).toMatchObject({
    state: 'failed',
    error,
  })
})
