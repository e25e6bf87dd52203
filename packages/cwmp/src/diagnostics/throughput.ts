import { bytes, instances, type ReportedValues, whole } from './reported.ts'

/** Why no throughput is reported although the test completed. */
export type ThroughputProblem = 'no_times' | 'clock_moved' | 'too_short' | 'no_bytes'

export interface ThroughputResult {
  kind: 'download' | 'upload'
  /** Mbit (a million bits) per second; null with a `problem`. */
  mbitPerSecond: number | null
  problem: ThroughputProblem | null
  /** Bytes of the test between BOMTime and EOMTime, with HTTP or FTP headers. */
  testBytes: number | null
  /** Total bytes on the interface meanwhile: more than the test if the line was in use. */
  totalBytes: number | null
  /** From the first byte to the last; whole seconds if the gateway reports no fractions. */
  transferMs: number | null
  /** From the request to the first byte (ROMTime to BOMTime). */
  firstByteMs: number | null
  /** TCP connection setup time. */
  connectMs: number | null
  /** Times without fractions of seconds: the throughput is equally coarse. */
  wholeSeconds: boolean
  /** Intermediate measurements of a time-based test. */
  samples: { seconds: number; mbitPerSecond: number }[]
}

const maxSamples = 60
/** A test of a day or more is implausible: the clock was moved. */
const longestMicroseconds = 86_400 * 1_000_000
/** Less than a millisecond is not a line measurement. */
const shortestMicroseconds = 1_000

interface Moment {
  /** Microseconds since 1970; exact integers until the year 2255. */
  microseconds: number
  wholeSecond: boolean
}

/**
 * A dateTime with microseconds, as TR-181 and TR-098 require for BOMTime and EOMTime
 * ("2008-04-09T15:01:05.123456"), UTC without a zone. Null for the unknown time (TR-106 3.2) and invalid
 * text. The year is irrelevant: a clock that starts in 1970 measures too.
 */
export function momentOf(text: string | undefined): Moment | null {
  const parts =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:?\d\d)?$/.exec(
      text?.trim() ?? '',
    ) ?? []
  const [, date, time, fraction, zone = 'Z'] = parts
  if (date === undefined || time === undefined || date.startsWith('0001-')) return null
  const seconds = Date.parse(`${date}T${time}${zone}`) / 1000
  if (!Number.isFinite(seconds)) return null
  const micro = Number((fraction ?? '').padEnd(6, '0').slice(0, 6))
  return { microseconds: seconds * 1_000_000 + micro, wholeSecond: micro === 0 }
}

/**
 * From DownloadDiagnostics. and UploadDiagnostics. (TR-181, TR-098): TestBytesReceived (TestBytesSent;
 * TotalBytesSent if the gateway lacks it) are the bytes between BOMTime and EOMTime, so throughput is 8 ×
 * bytes / (EOMTime − BOMTime). A test with several connections or by time counts only full load: 8 ×
 * TestBytesReceivedUnderFullLoading / PeriodOfFullLoading, which is in microseconds (TR-181).
 */
export function throughputOf(kind: 'download' | 'upload', reported: ReportedValues): ThroughputResult {
  const passed = kind === 'download' ? 'Received' : 'Sent'
  const begin = momentOf(reported.get('BOMTime'))
  const end = momentOf(reported.get('EOMTime'))
  const opened = momentOf(reported.get('TCPOpenRequestTime'))
  const answered = momentOf(reported.get('TCPOpenResponseTime'))
  const totalBytes = bytes(reported.get(`TotalBytes${passed}`))
  const testBytes = bytes(reported.get(`TestBytes${passed}`)) ?? (kind === 'upload' ? totalBytes : null)
  const fullBytes = bytes(reported.get(`TestBytes${passed}UnderFullLoading`))
  const fullPeriod = whole(reported.get('PeriodOfFullLoading'))
  const full = fullBytes !== null && fullBytes > 0 && fullPeriod !== null && fullPeriod > 0
  const wholeSeconds = begin !== null && end !== null && begin.wholeSecond && end.wholeSecond
  const between = full
    ? fullPeriod
    : begin === null || end === null
      ? null
      : end.microseconds - begin.microseconds
  const counted = full ? fullBytes : testBytes
  const problem = problemOf(between, counted)
  return {
    kind,
    mbitPerSecond: problem === null ? rounded((counted! * 8) / between!) : null,
    problem,
    testBytes,
    totalBytes,
    transferMs: problem === null ? between! / 1000 : null,
    firstByteMs: millisecondsBetween(momentOf(reported.get('ROMTime')), begin),
    connectMs: millisecondsBetween(opened, answered),
    wholeSeconds: !full && wholeSeconds && problem === null,
    samples: samplesOf(passed, reported),
  }
}

function problemOf(between: number | null, counted: number | null): ThroughputProblem | null {
  if (counted === null || counted === 0) return 'no_bytes'
  if (between === null) return 'no_times'
  if (between < 0 || between > longestMicroseconds) return 'clock_moved'
  return between < shortestMicroseconds ? 'too_short' : null
}

/** Null if the clock went back, or stood still in whole seconds. */
function millisecondsBetween(from: Moment | null, to: Moment | null): number | null {
  if (from === null || to === null || (from.wholeSecond && to.wholeSecond)) return null
  const between = to.microseconds - from.microseconds
  return between < 0 || between > longestMicroseconds ? null : between / 1000
}

function samplesOf(passed: 'Received' | 'Sent', reported: ReportedValues): ThroughputResult['samples'] {
  let seconds = 0
  const entries = whole(reported.get('IncrementalResultNumberOfEntries'))
  return instances(reported, 'IncrementalResult', entries, maxSamples).flatMap((path) => {
    const begin = momentOf(reported.get(`${path}StartTime`))
    const end = momentOf(reported.get(`${path}EndTime`))
    const counted = bytes(reported.get(`${path}TestBytes${passed}`))
    if (begin === null || end === null || counted === null) return []
    const between = end.microseconds - begin.microseconds
    if (between < shortestMicroseconds || between > longestMicroseconds) return []
    seconds += between / 1_000_000
    return { seconds: rounded(seconds), mbitPerSecond: rounded((counted * 8) / between) }
  })
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
