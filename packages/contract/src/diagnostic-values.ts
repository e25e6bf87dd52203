/** What a gateway can try out by itself: the server enforces these, the form offers them. */
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

/** Kinds that measure how much passes: they have a URL instead of a host. */
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

/** Repetitions of a ping and of a lookup, tries a hop of a trace: what is read back of a trace and a lookup is as many. */
export const countLimits = {
  ping: { min: 1, max: 50, default: 4 },
  traceroute: { min: 1, max: 10, default: 3 },
  name_lookup: { min: 1, max: 20, default: 4 },
} as const satisfies Record<Exclude<DiagnosticKind, 'download' | 'upload'>, Limit>

export const diagnosticLimits = {
  timeoutMs: { min: 100, max: 30_000, default: 5_000 },
  sizeBytes: { min: 1, max: 9_000, default: 64 },
  maxHops: { min: 1, max: 64, default: 30 },
  /** Of our own test point, and of what an upload sends; a gateway does not get more. */
  testBytes: { min: 10_000, max: 100_000_000, default: 10_000_000 },
  durationSeconds: { min: 1, max: 60, default: 10 },
  dscp: { min: 0, max: 63, default: 0 },
} as const satisfies Record<string, Limit>

/** Ranges of time up to now (specification §9). */
export const diagnosticRanges = ['12h', '24h', '3d', '7d', '30d', '90d'] as const

const longestUrl = 256

/**
 * Why a URL is none that a gateway may measure with; null for one that is. TR-143 has HTTP and FTP, and no authentication
 * with HTTP; its strings have 256 characters. What only the gateway itself would be is refused. `URL` writes an address in
 * one way, however it was disguised.
 */
export function testUrlProblem(text: string): 'validation.testUrl' | null {
  const url = /^[\u0021-\u007E]+$/.test(text) && URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'ftp:'].includes(url.protocol)) return 'validation.testUrl'
  if (url.href.length > longestUrl || url.username !== '' || url.password !== '' || url.hash !== '') {
    return 'validation.testUrl'
  }
  return isOwnHost(url.hostname) ? 'validation.testUrl' : null
}

/** Loopback, link-local, unspecified, multicast, broadcast, and IPv4 in disguise. */
function isOwnHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '')
  if (host === '' || host === 'localhost' || host.endsWith('.localhost')) return true
  if (host.startsWith('[')) return /^\[(?:::|fe[89ab]|ff|64:ff9b:)/.test(host)
  const [first, second] = host.split('.').map(Number)
  if (!/^\d+(?:\.\d+){3}$/.test(host)) return false
  return first === 0 || first === 127 || first! >= 224 || (first === 169 && second === 254)
}
