import { type DiagnosticKind, diagnosticKinds, diagnosticObject } from '@netward/cwmp'
import type { Cpe } from './cpe.ts'
import { reachable } from './file-transfer.ts'
import type { GatewayOptions, SimulatedNetwork } from './options.ts'
import { between, type Random } from './random.ts'
import { measure, type Measured, SpeedTestFailure } from './speed-test.ts'

/**
 * Diagnostics of a simulated gateway. Pings run against an invented network (options.network) and send
 * nothing; downloads and uploads are real, restricted to its ACS host and loopback.
 */
export class DiagnosticAgent {
  readonly #cpe: Cpe
  readonly #network: SimulatedNetwork
  readonly #random: Random
  readonly #options: GatewayOptions

  constructor(cpe: Cpe, options: GatewayOptions, random: Random) {
    this.#cpe = cpe
    this.#options = options
    this.#network = options.network ?? {}
    this.#random = random
  }

  /** Diagnostics started by a SetParameterValues. */
  requested(names: readonly string[]): DiagnosticKind[] {
    return diagnosticKinds.filter(
      (kind) => names.includes(`${this.#object(kind)}DiagnosticsState`) && this.#state(kind) === 'Requested',
    )
  }

  /** Runs it and stores the result for the ACS to read. False if it was stopped meanwhile. */
  async carryOut(kind: DiagnosticKind): Promise<boolean> {
    if (this.#state(kind) !== 'Requested') return false
    if (kind === 'download' || kind === 'upload') {
      await this.#measure(kind)
      return true
    }
    const host = this.#get(kind, kind === 'name_lookup' ? 'HostName' : 'Host')
    if (this.#network.unresolvable?.includes(host) === true && kind !== 'name_lookup') {
      this.#put(kind, { DiagnosticsState: 'Error_CannotResolveHostName' })
      return true
    }
    const reached = this.#network.unreachable?.includes(host) !== true
    if (kind === 'ping') this.#ping(host, reached)
    else if (kind === 'traceroute') this.#trace(host, reached)
    else this.#lookUp(host)
    return true
  }

  #ping(host: string, reached: boolean): void {
    const sent = Number(this.#get('ping', 'NumberOfRepetitions'))
    const { lossPercent = 0, badHosts } = this.#network
    const isBad = badHosts === undefined || badHosts.includes(host)
    const lost = reached ? (isBad ? Math.min(sent, Math.round((sent * lossPercent) / 100)) : 0) : sent
    const times = Array.from({ length: sent - lost }, () => this.#roundTrip(isBad ? undefined : 5))
    const average = times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length)
    this.#put('ping', {
      SuccessCount: times.length,
      FailureCount: lost,
      AverageResponseTime: Math.round(average),
      MinimumResponseTime: times.length === 0 ? 0 : Math.min(...times),
      MaximumResponseTime: times.length === 0 ? 0 : Math.max(...times),
      DiagnosticsState: 'Complete',
    })
  }

  #trace(host: string, reached: boolean): void {
    const { root } = this.#cpe.tree
    const hop = root === 'Device.' ? '' : 'Hop'
    const most = Number(this.#get('traceroute', 'MaxHopCount'))
    const addresses = ['192.0.2.1', '198.51.100.9', '203.0.113.17']
    const all = [
      ...addresses.map((address) => ({ name: `r.${address}.example`, address })),
      { name: host, address: '' },
    ]
    const passed = all.slice(0, Math.min(most, reached ? all.length : addresses.length))
    const tries = Number(this.#get('traceroute', 'NumberOfTries'))
    const rows = passed.map(({ name, address }, index) => ({
      [`${hop}Host`]: name,
      [`${hop}HostAddress`]: address,
      [`${hop}RTTimes`]: Array.from({ length: tries }, () =>
        Math.ceil((this.#roundTrip() * (index + 1)) / all.length),
      ).join(','),
    }))
    this.#fill(`${this.#object('traceroute')}RouteHops.`, rows)
    const complete = reached && passed.length === all.length
    this.#put('traceroute', {
      ResponseTime: complete ? this.#roundTrip() : 0,
      DiagnosticsState: complete ? 'Complete' : 'Error_MaxHopCountExceeded',
    })
  }

  #lookUp(host: string): void {
    const count = Number(this.#get('name_lookup', 'NumberOfRepetitions'))
    const known = this.#network.unresolvable?.includes(host) !== true
    const server = this.#get('name_lookup', 'DNSServer')
    const rows = Array.from({ length: count }, () => ({
      Status: known ? 'Success' : 'Error_HostNameNotResolved',
      AnswerType: known ? 'NonAuthoritative' : 'None',
      HostNameReturned: known ? host : '',
      IPAddresses: known ? '203.0.113.80,203.0.113.81' : '',
      DNSServerIP: server === '' ? '198.18.0.53' : server,
      ResponseTime: this.#roundTrip(),
    }))
    this.#fill(`${this.#object('name_lookup')}Result.`, rows)
    this.#put('name_lookup', { SuccessCount: known ? count : 0, DiagnosticsState: 'Complete' })
  }

  #roundTrip(typical = this.#network.rttMs ?? 20): number {
    return Math.max(1, between(this.#random, Math.floor(typical * 0.8), Math.ceil(typical * 1.3)))
  }

  async #measure(kind: 'download' | 'upload'): Promise<void> {
    const passed = kind === 'download' ? 'Received' : 'Sent'
    const url = new URL(this.#get(kind, kind === 'download' ? 'DownloadURL' : 'UploadURL'))
    const send = kind === 'upload' ? { bytes: Number(this.#get(kind, 'TestFileLength')) } : null
    const seconds = Number(this.#get(kind, 'TimeBasedTestDuration'))
    try {
      if (url.protocol !== 'http:') throw new SpeedTestFailure('Error_InitConnectionFailed')
      if (!reachable(url, this.#options.url)) throw new SpeedTestFailure('Error_NoResponse')
      const measured = await measure(
        url,
        send,
        seconds > 0 ? seconds * 1000 * (this.#options.timeScale ?? 1) : null,
      )
      this.#put(kind, {
        ...this.#timesOf(measured),
        [`TestBytes${passed}`]: measured.bytes,
        [`TotalBytes${passed}`]: measured.bytes,
        DiagnosticsState: 'Complete',
      })
    } catch (error) {
      const state = error instanceof SpeedTestFailure ? error.state : 'Error_Other'
      this.#put(kind, { DiagnosticsState: state })
    }
  }

  #timesOf(measured: Measured): Record<string, string> {
    const { mbitPerSecond } = this.#network
    const least = mbitPerSecond === undefined ? 0 : (measured.bytes * 8) / mbitPerSecond / 1000
    const ended = Math.max(measured.ended, measured.began + least)
    const { testTimes } = this.#options.odd ?? {}
    const offset = testTimes === 'since_1970' ? measured.opened - 60_000 : 0
    const stamp = (time: number) => {
      const shifted = time - offset
      if (testTimes === 'whole_seconds') return `${new Date(shifted).toISOString().slice(0, 19)}Z`
      const micro = String(Math.floor((shifted % 1) * 1000)).padStart(3, '0')
      return `${new Date(Math.floor(shifted)).toISOString().slice(0, 23)}${micro}Z`
    }
    return {
      TCPOpenRequestTime: stamp(measured.opened),
      TCPOpenResponseTime: stamp(measured.connected),
      ROMTime: stamp(measured.requested),
      BOMTime: stamp(measured.began),
      EOMTime: stamp(testTimes === 'backwards' ? measured.began - 3_000_000 : ended),
    }
  }

  /** Recreates a table's instances: numbering continues from the previous run. */
  #fill(table: string, rows: readonly Record<string, string | number>[]): void {
    const { tree } = this.#cpe
    const before = tree.names(table, true)
    for (const { name } of Array.isArray(before) ? before : []) if (name !== table) tree.remove(name)
    for (const row of rows) {
      const number = tree.add(table)
      if (typeof number !== 'number') return
      for (const [name, value] of Object.entries(row)) tree.put(`${table}${number}.${name}`, String(value))
    }
  }

  #object(kind: DiagnosticKind): string {
    return diagnosticObject(this.#cpe.factory.model.root, kind)
  }

  #state(kind: DiagnosticKind): string {
    return this.#get(kind, 'DiagnosticsState')
  }

  #get(kind: DiagnosticKind, name: string): string {
    return this.#cpe.tree.get(this.#object(kind) + name)
  }

  #put(kind: DiagnosticKind, values: Record<string, string | number>): void {
    for (const [name, value] of Object.entries(values)) {
      this.#cpe.tree.put(this.#object(kind) + name, String(value))
    }
  }
}
