import { type DiagnosticKind, diagnosticKinds, diagnosticObject } from '@netward/cwmp'
import type { Cpe } from './cpe.ts'
import type { SimulatedNetwork } from './options.ts'
import { between, type Random } from './random.ts'

/** What a simulated gateway tries out by itself: nothing is sent, the network around it is made up (options.network). */
export class DiagnosticAgent {
  readonly #cpe: Cpe
  readonly #network: SimulatedNetwork
  readonly #random: Random

  constructor(cpe: Cpe, network: SimulatedNetwork, random: Random) {
    this.#cpe = cpe
    this.#network = network
    this.#random = random
  }

  /** The diagnostics that a SetParameterValues has set going. */
  requested(names: readonly string[]): DiagnosticKind[] {
    return diagnosticKinds.filter(
      (kind) => names.includes(`${this.#object(kind)}DiagnosticsState`) && this.#state(kind) === 'Requested',
    )
  }

  /** Carries it out, and leaves the result where the ACS reads it. False when it was stopped meanwhile. */
  carryOut(kind: DiagnosticKind): boolean {
    if (this.#state(kind) !== 'Requested') return false
    const host = this.#get(kind, kind === 'name_lookup' ? 'HostName' : 'Host')
    if (this.#network.unresolvable?.includes(host) === true && kind !== 'name_lookup') {
      this.#put(kind, { DiagnosticsState: 'Error_CannotResolveHostName' })
      return true
    }
    const reached = this.#network.unreachable?.includes(host) !== true
    if (kind === 'ping') this.#ping(reached)
    else if (kind === 'traceroute') this.#trace(host, reached)
    else this.#lookUp(host)
    return true
  }

  #ping(reached: boolean): void {
    const sent = Number(this.#get('ping', 'NumberOfRepetitions'))
    const lost = reached ? Math.min(sent, Math.round((sent * (this.#network.lossPercent ?? 0)) / 100)) : sent
    const times = Array.from({ length: sent - lost }, () => this.#roundTrip())
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

  #roundTrip(): number {
    const typical = this.#network.rttMs ?? 20
    return Math.max(1, between(this.#random, Math.floor(typical * 0.8), Math.ceil(typical * 1.3)))
  }

  /** A table's instances, made anew: their numbers go on from those of the last time. */
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
