/** Diagnostics that a gateway runs itself: enforced by the server, offered by the form. */
export const diagnosticKinds = ['ping', 'traceroute', 'name_lookup', 'download', 'upload'] as const
export type DiagnosticKind = (typeof diagnosticKinds)[number]

export const diagnosticStates = [
  'requested',
  'running',
  'complete',
  'failed',
  'expired',
  'cancelled',
] as const

/** Kinds that measure throughput: they have a URL instead of a host. */
export function measuresThroughput(kind: DiagnosticKind): kind is 'download' | 'upload' {
  return kind === 'download' || kind === 'upload'
}

/** A lookup has no DSCP in any data model. */
export function hasDscp(kind: DiagnosticKind): boolean {
  return kind !== 'name_lookup'
}

interface Limit {
  readonly min: number
  readonly max: number
  readonly default: number
}

/**
 * Repetitions of a ping and of a lookup, attempts per hop of a trace; results of a trace and a lookup have
 * the same bound.
 */
export const countLimits = {
  ping: { min: 1, max: 50, default: 4 },
  traceroute: { min: 1, max: 10, default: 3 },
  name_lookup: { min: 1, max: 20, default: 4 },
} as const satisfies Record<Exclude<DiagnosticKind, 'download' | 'upload'>, Limit>

export const diagnosticLimits = {
  timeoutMs: { min: 100, max: 30_000, default: 5_000 },
  sizeBytes: { min: 1, max: 9_000, default: 64 },
  maxHops: { min: 1, max: 64, default: 30 },
  /** For our own test point and uploads; the maximum. */
  testBytes: { min: 10_000, max: 100_000_000, default: 10_000_000 },
  durationSeconds: { min: 1, max: 60, default: 10 },
  dscp: { min: 0, max: 63, default: 0 },
} as const satisfies Record<string, Limit>

/**
 * Ranges of time up to now (specification §9), and two longer ones, as runs are kept for 90 days. `today`: the calendar
 * day of the company acted in.
 */
export const diagnosticRanges = ['12h', '24h', 'today', '3d', '7d', '30d', '90d'] as const

const longestUrl = 256

/**
 * Why a gateway must not measure with a URL; null if it may. TR-143 has HTTP and FTP, and no authentication
 * with HTTP; its strings have 256 characters. Addresses that only the gateway itself would reach are refused.
 * `URL` normalises disguised addresses.
 */
export function testUrlProblem(text: string): 'validation.testUrl' | null {
  const url = /^[\u0021-\u007E]+$/.test(text) && URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'ftp:'].includes(url.protocol)) return 'validation.testUrl'
  if (url.href.length > longestUrl || url.username !== '' || url.password !== '' || url.hash !== '') {
    return 'validation.testUrl'
  }
  return isOwnHost(url.hostname) ? 'validation.testUrl' : null
}

/** Loopback, link-local, unspecified, multicast, broadcast, and disguised IPv4. */
function isOwnHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '')
  if (host === '' || host === 'localhost' || host.endsWith('.localhost')) return true
  if (host.startsWith('[')) return /^\[(?:::|fe[89ab]|ff|64:ff9b:)/.test(host)
  const [first, second] = host.split('.').map(Number)
  if (!/^\d+(?:\.\d+){3}$/.test(host)) return false
  return first === 0 || first === 127 || first! >= 224 || (first === 169 && second === 254)
}
