import { bytes, instances, type Told, whole } from './told.ts'

/** Why no throughput is said though the gateway says that its test is complete. */
export type ThroughputProblem = 'no_times' | 'clock_moved' | 'too_short' | 'no_bytes'

export interface ThroughputResult {
  kind: 'download' | 'upload'
  /** Mbit (a million bits) per second; null with a `problem`. */
  mbitPerSecond: number | null
  problem: ThroughputProblem | null
  /** What passed in the test between BOMTime and EOMTime, with its HTTP or FTP headers. */
  testBytes: number | null
  /** All that passed on the interface meanwhile: more than the test where the line was in use. */
  totalBytes: number | null
  /** From the first byte to the last; of a gateway that tells no fractions of seconds a whole number of seconds. */
  transferMs: number | null
  /** From the request to the first byte (ROMTime to BOMTime). */
  firstByteMs: number | null
  /** From opening the TCP connection to its answer. */
  connectMs: number | null
  /** Its times have no fractions of seconds: the throughput is as coarse. */
  wholeSeconds: boolean
  /** What a test by time measured on its way. */
  samples: { seconds: number; mbitPerSecond: number }[]
}

const mostSamples = 60
/** A test of a day has no end: the clock was moved meanwhile. */
const longestMicroseconds = 86_400 * 1_000_000
/** Nothing below a millisecond is a measurement of a line. */
const shortestMicroseconds = 1_000

interface Moment {
  /** Since 1970; whole numbers of microseconds are exact until the year 2255. */
  microseconds: number
  wholeSecond: boolean
}

/**
 * A dateTime with its microseconds, as BOMTime and EOMTime of TR-181 and TR-098 are to have them
 * ("2008-04-09T15:01:05.123456"), UTC where it names no zone. Null for the
 * unknown time (TR-106 3.2) and for what is none. The year counts for nothing: a clock that starts in 1970 measures too.
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
 * By the parameters of DownloadDiagnostics. and UploadDiagnostics. (TR-181, TR-098): TestBytesReceived (TestBytesSent; where
 * a gateway lacks it, TotalBytesSent) are the bytes of the test between BOMTime and EOMTime, so that it is
 * 8 × bytes / (EOMTime − BOMTime). A test with several connections or by time counts what passed while all of them did:
 * 8 × TestBytesReceivedUnderFullLoading / PeriodOfFullLoading, which is in microseconds (TR-181).
 */
export function throughputOf(kind: 'download' | 'upload', told: Told): ThroughputResult {
  const passed = kind === 'download' ? 'Received' : 'Sent'
  const begin = momentOf(told.get('BOMTime'))
  const end = momentOf(told.get('EOMTime'))
  const opened = momentOf(told.get('TCPOpenRequestTime'))
  const answered = momentOf(told.get('TCPOpenResponseTime'))
  const totalBytes = bytes(told.get(`TotalBytes${passed}`))
  const testBytes = bytes(told.get(`TestBytes${passed}`)) ?? (kind === 'upload' ? totalBytes : null)
  const fullBytes = bytes(told.get(`TestBytes${passed}UnderFullLoading`))
  const fullPeriod = whole(told.get('PeriodOfFullLoading'))
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
    firstByteMs: millisecondsBetween(momentOf(told.get('ROMTime')), begin),
    connectMs: millisecondsBetween(opened, answered),
    wholeSeconds: !full && wholeSeconds && problem === null,
    samples: samplesOf(passed, told),
  }
}

function problemOf(between: number | null, counted: number | null): ThroughputProblem | null {
  if (counted === null || counted === 0) return 'no_bytes'
  if (between === null) return 'no_times'
  if (between < 0 || between > longestMicroseconds) return 'clock_moved'
  return between < shortestMicroseconds ? 'too_short' : null
}

/** Null where the clock went back, or stood still by whole seconds. */
function millisecondsBetween(from: Moment | null, to: Moment | null): number | null {
  if (from === null || to === null || (from.wholeSecond && to.wholeSecond)) return null
  const between = to.microseconds - from.microseconds
  return between < 0 || between > longestMicroseconds ? null : between / 1000
}

function samplesOf(passed: 'Received' | 'Sent', told: Told): ThroughputResult['samples'] {
  let seconds = 0
  const entries = whole(told.get('IncrementalResultNumberOfEntries'))
  return instances(told, 'IncrementalResult', entries, mostSamples).flatMap((path) => {
    const begin = momentOf(told.get(`${path}StartTime`))
    const end = momentOf(told.get(`${path}EndTime`))
    const counted = bytes(told.get(`${path}TestBytes${passed}`))
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
