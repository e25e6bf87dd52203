import type { FindingCode, Severity } from '@netward/contract/device-check-values'
import type { ConnectionFacts, GatewayFacts } from '@netward/cwmp'

export interface PingFact {
  target: string
  sent: number
  received: number
  avgMs: number | null
  /** The name could not be resolved: nothing was sent. */
  unresolved: boolean
}

/** All that a verdict knows; null: was not measured. */
export interface CheckFacts {
  presence: 'online' | 'overdue' | 'offline' | 'unknown'
  /** Null: never. */
  lastInformAt: string | null
  minutesSilent: number | null
  softwareVersion: string
  /** A newer matching firmware in the library. */
  newerVersion: string | null
  /** Restarts within a day that nobody ordered. */
  restarts24h: number
  provision: { state: 'applied' | 'unverified' | 'drifted' | 'failed'; drift: number } | null
  /** The reported value; null without an answer. */
  gateway: GatewayFacts | null
  firstHop: PingFact | null
  dnsServer: PingFact | null
  far: PingFact | null
  lookup: { host: string; succeeded: number; avgMs: number | null } | null
  /** `mbit` is null if it failed or is unknown; `bought` is the contracted rate. */
  download: { mbit: number | null; failed: boolean; bought: number | null } | null
  /** Steps without a result, by reason. */
  skipped: { not_supported: number; busy: number; no_answer: number }
  /** Nothing at all was answered. */
  silent: boolean
}

export interface Finding {
  code: FindingCode
  severity: Severity
  /** Values for its sentence. Strings from the gateway are text. */
  params: Record<string, string | number>
}

/** Thresholds from which a line is reported as bad. Shares in percent, times in milliseconds. */
const thresholds = {
  lossPercent: 5,
  lossCriticalPercent: 30,
  firstHopMs: 50,
  beyondMs: 200,
  slowMbit: 1,
  /** Share of the contracted rate; a small test reaches less than the line could. */
  slowShare: 0.2,
  restarts: 3,
  memoryPercent: 90,
  cpuPercent: 90,
} as const

const order: readonly Severity[] = ['critical', 'warning', 'notice', 'fine']

/**
 * Findings, worst first; within one severity in path order: consequences of a cause are not listed beside it.
 * Never empty.
 */
export function verdictOf(facts: CheckFacts): [Finding, ...Finding[]] {
  const findings = isAbsent(facts) ?? [
    ...notAnswered(facts),
    ...lineFindings(facts),
    ...gatewayFindings(facts),
    ...limits(facts),
  ]
  const [first, ...rest] = findings.toSorted(
    (one, other) => order.indexOf(one.severity) - order.indexOf(other.severity),
  )
  return first === undefined ? [finding('fine', 'fine')] : [first, ...rest]
}

function finding(code: FindingCode, severity: Severity, params: Finding['params'] = {}): Finding {
  return { code, severity, params }
}

/** Without any traffic, no statement about the line is possible. */
function isAbsent(facts: CheckFacts): Finding[] | null {
  if (facts.lastInformAt === null) return [finding('never_called', 'critical')]
  if (facts.presence === 'offline') {
    return [finding('offline', 'critical', { minutes: facts.minutesSilent ?? 0 }), ...restarts(facts)]
  }
  if (facts.silent && facts.presence === 'overdue')
    return [finding('overdue', 'critical', { minutes: facts.minutesSilent ?? 0 }), ...restarts(facts)]
  return facts.silent ? [finding('no_answer', 'critical', { minutes: facts.minutesSilent ?? 0 })] : null
}

function notAnswered({ skipped }: CheckFacts): Finding[] {
  return skipped.no_answer > 0 ? [finding('no_answer', 'warning', { minutes: 0 })] : []
}

function lineFindings(facts: CheckFacts): Finding[] {
  const connections = connectionFindings(facts.gateway?.connections ?? [])
  // A line that is down explains what does not pass over it.
  if (connections.some(({ severity }) => severity === 'critical')) return connections
  return [...connections, ...passage(facts)]
}

function connectionFindings(all: readonly ConnectionFacts[]): Finding[] {
  const wanted = all.filter(({ enabled }) => enabled)
  const up = wanted.filter(({ isUp }) => isUp)
  const backup = up.length > 0
  const findings = wanted
    .filter(({ isUp }) => !isUp)
    .map(({ name, status, isPpp, lastError }) =>
      isPpp && /auth/i.test(lastError ?? '')
        ? finding('ppp_auth', backup ? 'warning' : 'critical', { name, error: lastError! })
        : finding(backup ? 'wan_down_backup' : 'wan_down', backup ? 'warning' : 'critical', { name, status }),
    )
  const bare = up.filter(({ address }) => address === null)
  return bare.length > 0 && bare.length === up.length
    ? [...findings, finding('no_address', 'warning', { name: bare[0]!.name })]
    : findings
}

/** From the first hop outwards: report the first fault. */
function passage({ firstHop, dnsServer, far, lookup, download }: CheckFacts): Finding[] {
  const beyond = [dnsServer, far].filter((one) => one !== null && !one.unresolved && one.sent > 0)
  const anyBeyond = beyond.some((one) => answered(one))
  const firstHopDead = firstHop !== null && firstHop.sent > 0 && firstHop.received === 0
  const allDead = beyond.length > 0 && !anyBeyond
  const passed = download !== null && download.mbit !== null
  // Many first hops do not answer pings: it counts as dead only if nothing behind it answers either.
  if (allDead && firstHopDead && !passed)
    return [finding('line_dead', 'critical', { target: firstHop.target })]
  const names = nameFindings(lookup, far, dnsServer)
  if (allDead && !passed && names.length === 0) {
    return [finding('beyond_dead', 'critical', { target: beyond.map((one) => one!.target).join(', ') })]
  }
  return [...names, ...quality(firstHop, dnsServer, far), ...throughput(download)]
}

function nameFindings(
  lookup: CheckFacts['lookup'],
  far: PingFact | null,
  dnsServer: PingFact | null,
): Finding[] {
  const broken = lookup === null ? far?.unresolved === true : lookup.succeeded === 0
  if (!broken) return []
  const host = lookup?.host ?? far?.target ?? ''
  const silent = dnsServer !== null && dnsServer.sent > 0 && dnsServer.received === 0
  return silent
    ? [finding('dns_silent', 'critical', { server: dnsServer.target, host })]
    : [finding('dns_broken', 'critical', { host })]
}

function quality(firstHop: PingFact | null, dnsServer: PingFact | null, far: PingFact | null): Finding[] {
  const near = answered(firstHop) ? firstHop : null
  const outer = answered(far) ? far : answered(dnsServer) ? dnsServer : null
  const findings: Finding[] = []
  const lossNear = near === null ? 0 : lossOf(near)
  const lossFar = outer === null ? 0 : lossOf(outer)
  if (lossNear >= thresholds.lossPercent) {
    findings.push(finding('loss_first_hop', severityOf(lossNear), { loss: lossNear, target: near!.target }))
  } else if (lossFar >= thresholds.lossPercent) {
    findings.push(finding('loss_beyond', severityOf(lossFar), { loss: lossFar, target: outer!.target }))
  }
  const slowNear = near?.avgMs ?? 0
  const slowFar = outer?.avgMs ?? 0
  if (slowNear > thresholds.firstHopMs) {
    findings.push(finding('latency_first_hop', 'warning', { ms: Math.round(slowNear), target: near!.target }))
  } else if (slowFar > thresholds.beyondMs) {
    findings.push(finding('latency_beyond', 'warning', { ms: Math.round(slowFar), target: outer!.target }))
  }
  return findings
}

function throughput(download: CheckFacts['download']): Finding[] {
  if (download === null) return []
  if (download.failed) return [finding('download_failed', 'warning')]
  const { mbit, bought } = download
  if (mbit === null) return []
  const least = Math.max(thresholds.slowMbit, (bought ?? 0) * thresholds.slowShare)
  return mbit < least
    ? [finding('slow', 'warning', { mbit: Math.round(mbit * 10) / 10, least: Math.round(least * 10) / 10 })]
    : []
}

function gatewayFindings(facts: CheckFacts): Finding[] {
  const findings = restarts(facts)
  const { gateway, provision, newerVersion, softwareVersion } = facts
  const memory = memoryPercent(gateway)
  if (memory !== null && memory >= thresholds.memoryPercent) {
    findings.push(finding('memory_full', 'warning', { percent: memory }))
  }
  const cpu = gateway?.cpuPercent ?? null
  if (cpu !== null && cpu >= thresholds.cpuPercent)
    findings.push(finding('cpu_busy', 'warning', { percent: cpu }))
  if (provision?.state === 'failed') findings.push(finding('provision_failed', 'warning'))
  if (provision?.state === 'drifted') findings.push(finding('drift', 'notice', { count: provision.drift }))
  if (newerVersion !== null) {
    findings.push(finding('firmware_newer', 'notice', { version: softwareVersion, newer: newerVersion }))
  }
  return findings
}

function restarts({ restarts24h }: CheckFacts): Finding[] {
  return restarts24h >= thresholds.restarts ? [finding('restarts', 'warning', { count: restarts24h })] : []
}

function limits({ skipped }: CheckFacts): Finding[] {
  return [
    ...(skipped.busy > 0 ? [finding('busy', 'notice', { count: skipped.busy })] : []),
    ...(skipped.not_supported > 0
      ? [finding('not_supported', 'notice', { count: skipped.not_supported })]
      : []),
  ]
}

/** Share in use; null if not reported. */
export function memoryPercent(gateway: GatewayFacts | null): number | null {
  const memory = gateway?.memory ?? null
  return memory === null ? null : Math.round((1 - memory.freeKib / memory.totalKib) * 100)
}

function answered(ping: PingFact | null): ping is PingFact {
  return ping !== null && ping.received > 0
}

function lossOf({ sent, received }: PingFact): number {
  return sent === 0 ? 0 : Math.max(0, Math.round(((sent - received) / sent) * 100))
}

function severityOf(loss: number): Severity {
  return loss >= thresholds.lossCriticalPercent ? 'critical' : 'warning'
}
