import type { AcsRequest, Inform } from '@netward/cwmp'
import { fault } from '@netward/cwmp'
import { AcsConnection } from './acs-connection.ts'
import { DiagnosticAgent } from './diagnostic-agent.ts'
import type { Factory } from './identity.ts'
import { applyFactory, forcedParameters, manufacture, newTree } from './identity.ts'
import type { GatewayOptions } from './options.ts'
import type { ParameterTree } from './parameter-tree.ts'
import { Partitions } from './partitions.ts'
import type { Random } from './random.ts'
import type { Device, Handled } from './rpc.ts'
import { handleCall } from './rpc.ts'
import type { RetryPolicy } from './schedule.ts'
import { TransferAgent } from './transfer-agent.ts'

/** A gateway's state at one moment; the gateway itself decides when to act. */
export class Cpe {
  readonly factory: Factory
  readonly tree: ParameterTree
  readonly #options: GatewayOptions
  readonly #random: Random
  readonly #device: Device
  readonly #faults: { method: AcsRequest['method']; code: string }[] = []
  readonly #changed = new Set<string>()
  readonly transfers: TransferAgent
  readonly diagnostics: DiagnosticAgent
  readonly partitions: Partitions
  #bootedAt = Date.now()

  constructor(options: GatewayOptions, random: Random) {
    this.#options = options
    this.#random = random
    this.factory = manufacture(options, random)
    this.tree = newTree(this.factory.model, options, {
      bootedAt: () => this.#bootedAt,
      now: () => Date.now(),
      number: options.number ?? 1,
    })
    applyFactory(this.tree, this.factory, options)
    if (options.snapshot?.objects !== undefined) this.tree.restoreObjects(options.snapshot.objects)
    for (const [name, value] of Object.entries(options.snapshot?.values ?? {})) {
      if (this.tree.has(name)) this.tree.put(name, value)
    }
    const { origin } = new URL(options.url)
    this.#device = {
      tree: this.tree,
      notifications: new Map(),
      leadsAway: (url) => !URL.canParse(url) || new URL(url).origin !== origin,
      maxNamesPerCall: options.maxNamesPerCall ?? 256,
      transfers: () => this.transfers.queued,
    }
    this.transfers = new TransferAgent(this, options)
    this.diagnostics = new DiagnosticAgent(this, options, random)
    this.partitions = new Partitions(this)
    this.partitions.fill()
    // A snapshot from another ACS must not redirect the gateway there.
    if (this.#device.leadsAway(this.value('ManagementServer.URL')))
      this.put('ManagementServer.URL', options.url)
  }

  /** Value of a parameter by its path below the root, including secrets. */
  value(path: string): string {
    return this.tree.get(this.factory.model.root + path)
  }

  put(path: string, value: string): void {
    this.tree.put(this.factory.model.root + path, value)
  }

  get retryPolicy(): RetryPolicy {
    return {
      minimum: Number(this.value('ManagementServer.CWMPRetryMinimumWaitInterval')),
      multiplier: Number(this.value('ManagementServer.CWMPRetryIntervalMultiplier')),
    }
  }

  /** Restarts its uptime, with the firmware that it boots. */
  boot(): void {
    this.#bootedAt = Date.now()
    this.partitions.boot()
  }

  /** A factory reset discards settings and keeps the running firmware. */
  reset(): void {
    const version = this.value('DeviceInfo.SoftwareVersion')
    this.tree.reset()
    this.#device.notifications.clear()
    this.transfers.clear()
    applyFactory(this.tree, this.factory, this.#options)
    this.put('DeviceInfo.SoftwareVersion', version)
    this.partitions.fill()
  }

  /** Changes a value; returns its notification (0 none, 1 with the next session, 2 immediately). */
  change(path: string, value: string): number {
    const { model } = this.factory
    const name = path.startsWith(model.root) ? path : model.root + path
    if (this.tree.get(name) === value) return 0
    this.tree.put(name, value)
    // Forced parameters always use active notification, whatever their attribute says (TR-069 3.2.1.3).
    const level = forcedParameters(model).includes(name) ? 2 : (this.#device.notifications.get(name) ?? 0)
    if (level > 0) this.#changed.add(name)
    return level
  }

  /** The changes have been reported to the ACS. */
  changesReported(): void {
    this.#changed.clear()
  }

  inform(events: Inform['events'], retryCount: number): Inform {
    const names = new Set([...forcedParameters(this.factory.model), ...this.#changed])
    return {
      method: 'Inform',
      deviceId: this.factory.deviceId,
      events,
      maxEnvelopes: 1,
      currentTime: new Date().toISOString(),
      retryCount,
      parameters: [...names].filter((name) => this.tree.has(name)).map((name) => this.tree.read(name)),
    }
  }

  connect(): AcsConnection {
    const username = this.value('ManagementServer.Username')
    const { localAddress, ca, identity, timeoutMs = 30_000 } = this.#options
    return new AcsConnection({
      url: new URL(this.value('ManagementServer.URL')),
      credentials: username === '' ? null : { username, password: this.value('ManagementServer.Password') },
      timeoutMs,
      userAgent: `${this.factory.model.productClass}/${this.value('DeviceInfo.SoftwareVersion')}`,
      ...(localAddress === undefined ? {} : { localAddress }),
      ...(ca === undefined ? {} : { ca }),
      ...(identity === undefined ? {} : { identity }),
      chunked: this.#options.odd?.chunked === true,
      noCookies: this.#options.odd?.noCookies === true,
    })
  }

  faultNext(method: AcsRequest['method'], code: string): void {
    this.#faults.push({ method, code })
  }

  answer(request: AcsRequest): Handled {
    const planned = this.#faults.findIndex(({ method }) => method === request.method)
    const code =
      this.#faults.splice(planned, planned === -1 ? 0 : 1)[0]?.code ??
      (this.#random() < (this.#options.faultRate ?? 0) ? '9002' : undefined)
    if (code !== undefined) return { answer: { method: 'Fault', ...fault(code, 'Simulated fault') } }
    const intercepted = this.#options.intercept?.(request)
    return intercepted === undefined ? handleCall(this.#device, request) : { answer: intercepted }
  }
}
