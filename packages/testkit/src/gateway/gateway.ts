import { EventEmitter } from 'node:events'
import type { AcsRequest, Inform, TransferComplete } from '@netward/cwmp'
import { eventCode, fault } from '@netward/cwmp'
import { AcsConnection, SessionFailure } from './acs-connection.ts'
import { runCpeSession } from './cpe-session.ts'
import type { Factory } from './identity.ts'
import { applyFactory, forcedParameters, manufacture, newTree } from './identity.ts'
import type { GatewayOptions, GatewaySnapshot, GatewayState, SessionOutcome } from './options.ts'
import type { ParameterTree } from './parameter-tree.ts'
import { PendingEvents } from './pending-events.ts'
import type { Random } from './random.ts'
import { seededRandom } from './random.ts'
import type { Device, Effect, Handled } from './rpc.ts'
import { handleCall } from './rpc.ts'
import { periodicWaitSeconds, retryWaitSeconds } from './schedule.ts'

interface GatewayEvents {
  session: [SessionOutcome]
  call: [AcsRequest]
  change: []
}

/**
 * A gateway that speaks TR-069 as real ones do: challenge, bootstrap, periodic Informs, connection requests,
 * reboots and what follows them, value changes, transfers, faults, retries. It lives until stop() and speaks to
 * the ACS that it was given alone.
 */
export class SimulatedGateway extends EventEmitter<GatewayEvents> {
  readonly options: Readonly<GatewayOptions>
  readonly factory: Factory
  readonly tree: ParameterTree
  readonly #random: Random
  readonly #scale: number
  readonly #device: Device
  readonly #faults: { method: AcsRequest['method']; code: string }[] = []
  readonly #changed = new Set<string>()
  readonly #acsOrigin: string
  readonly #events = new PendingEvents()
  #transfers: TransferComplete[] = []
  #phase: GatewayState['phase'] = 'stopped'
  #bootstrapped: boolean
  #sessions = 0
  #failedSessions = 0
  #retryCount = 0
  #last: SessionOutcome | null = null
  #bootedAt = Date.now()
  #timer: NodeJS.Timeout | undefined
  /** When the next session begins, by performance.now(). */
  #startsAt = Number.POSITIVE_INFINITY
  #periodic: NodeJS.Timeout | undefined
  readonly #transferTimers = new Set<NodeJS.Timeout>()
  #connection: AcsConnection | undefined
  #wanted = false
  #connectionRequestUrl = ''

  constructor(options: GatewayOptions) {
    super()
    this.options = options
    this.#random = seededRandom((options.seed ?? 1) * 7919 + (options.number ?? 1))
    this.#scale = options.timeScale ?? 1
    this.#bootstrapped = options.snapshot?.bootstrapped ?? false
    this.#acsOrigin = new URL(options.url).origin
    this.factory = manufacture(options, this.#random)
    this.tree = newTree(this.factory.model, () => (Date.now() - this.#bootedAt) / 1000)
    applyFactory(this.tree, this.factory, options)
    for (const [name, value] of Object.entries(options.snapshot?.values ?? {})) {
      if (this.tree.has(name)) this.tree.put(name, value)
    }
    this.#device = {
      tree: this.tree,
      notifications: new Map(),
      leadsAway: (url) => !URL.canParse(url) || new URL(url).origin !== this.#acsOrigin,
      maxNamesPerCall: options.maxNamesPerCall ?? 256,
    }
    // A snapshot from another ACS must not lead there.
    const url = `${this.factory.model.root}ManagementServer.URL`
    if (this.#device.leadsAway(this.tree.get(url))) this.tree.put(url, options.url)
  }

  get state(): GatewayState {
    return {
      phase: this.#phase,
      bootstrapped: this.#bootstrapped,
      sessions: this.#sessions,
      failedSessions: this.#failedSessions,
      retryCount: this.#retryCount,
      pendingEvents: this.#events.codes,
      last: this.#last,
    }
  }

  /** What it would remember if it were switched off now: pass it as `options.snapshot` to its next life. */
  snapshot(): GatewaySnapshot {
    return { bootstrapped: this.#bootstrapped, values: this.tree.snapshot() }
  }

  /** Where connection requests reach it; '' without a server for them. */
  get connectionRequestUrl(): string {
    return this.#connectionRequestUrl
  }

  /** Value of a parameter by its path below the root, secrets too. */
  value(path: string): string {
    return this.tree.get(this.factory.model.root + path)
  }

  /** Powers it on. `delaySeconds` (scaled) spreads the start of many. */
  start(delaySeconds = 0): void {
    if (this.#phase !== 'stopped') return
    this.#phase = 'idle'
    this.#bootedAt = Date.now()
    this.#registerConnectionRequests()
    if (!this.#bootstrapped) this.#events.add(eventCode.bootstrap)
    this.#events.add(eventCode.boot)
    this.#startSoon(delaySeconds)
    this.#schedulePeriodic(true)
  }

  /** Powers it off: nothing is sent afterwards. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#startsAt = Number.POSITIVE_INFINITY
    clearTimeout(this.#periodic)
    for (const timer of this.#transferTimers) clearTimeout(timer)
    this.#transferTimers.clear()
    this.#wanted = false
    this.#phase = 'stopped'
    this.#hangUp()
    if (this.#connectionRequestUrl !== '')
      this.options.connectionRequests?.unregister(this.#connectionRequestUrl)
    this.#connectionRequestUrl = ''
    this.emit('change')
  }

  /** Begins a session now (or after the one that runs) with these events. */
  informNow(events: readonly string[] = [eventCode.periodic]): void {
    for (const code of events) this.#events.add(code)
    this.#startSoon(0)
  }

  /** Something in the gateway changes; by its notification attribute it is told now, later or not at all. */
  changeValue(path: string, value: string): void {
    const { model } = this.factory
    const name = path.startsWith(model.root) ? path : model.root + path
    if (this.tree.get(name) === value) return
    this.tree.put(name, value)
    // Forced parameters are notified actively whatever their attribute says (TR-069 3.2.1.3).
    const level = forcedParameters(model).includes(name) ? 2 : (this.#device.notifications.get(name) ?? 0)
    if (level === 0) return
    this.#changed.add(name)
    this.#events.add(eventCode.valueChange)
    if (level === 2) this.#startSoon(0)
  }

  /** The next call of this method is answered with a fault. */
  faultNext(method: AcsRequest['method'], code = '9002'): void {
    this.#faults.push({ method, code })
  }

  /** Waits until the predicate holds; asks at each change. Rejects after `timeoutMs`. */
  async waitFor(predicate: (gateway: this) => boolean, timeoutMs = 5000): Promise<void> {
    if (predicate(this)) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const check = () => {
      if (predicate(this)) resolve()
    }
    const timer = setTimeout(() => {
      reject(new Error(`waited ${timeoutMs} ms in vain: ${JSON.stringify(this.state)}`))
    }, timeoutMs)
    this.on('change', check)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      this.off('change', check)
    }
  }

  #hangUp(): void {
    const connection = this.#connection
    this.#connection = undefined
    connection?.close()
  }

  #registerConnectionRequests(): void {
    const { connectionRequests } = this.options
    if (connectionRequests === undefined) return
    const { oui, serialNumber } = this.factory.deviceId
    this.#connectionRequestUrl = connectionRequests.register(`${oui}-${serialNumber}`, {
      credentials: () => ({
        username: this.value('ManagementServer.ConnectionRequestUsername'),
        password: this.value('ManagementServer.ConnectionRequestPassword'),
      }),
      accept: () => {
        if (this.#phase !== 'idle' && this.#phase !== 'session') return false
        this.informNow([eventCode.connectionRequest])
        return true
      },
    })
    this.tree.put(
      `${this.factory.model.root}ManagementServer.ConnectionRequestURL`,
      this.#connectionRequestUrl,
    )
  }

  #after(seconds: number, action: () => void): NodeJS.Timeout {
    // Longer waits than 24 days overflow a timer.
    return setTimeout(action, Math.min(seconds * this.#scale * 1000, 2 ** 31 - 1))
  }

  #startSoon(seconds: number): void {
    if (this.#phase === 'stopped' || this.#phase === 'rebooting') return
    if (this.#phase === 'session') {
      this.#wanted = true
      return
    }
    const at = performance.now() + seconds * this.#scale * 1000
    if (this.#startsAt <= at) return
    this.#startsAt = at
    clearTimeout(this.#timer)
    this.#timer = this.#after(seconds, () => void this.#session())
  }

  #schedulePeriodic(first: boolean): void {
    clearTimeout(this.#periodic)
    const enabled = ['1', 'true'].includes(this.value('ManagementServer.PeriodicInformEnable'))
    if (this.#phase === 'stopped' || !enabled) return
    const wait = periodicWaitSeconds(
      {
        intervalSeconds: Number(this.value('ManagementServer.PeriodicInformInterval')),
        informTime: this.value('ManagementServer.PeriodicInformTime'),
        nowMs: Date.now(),
        first,
      },
      this.#random,
    )
    this.#periodic = this.#after(wait, () => {
      this.#schedulePeriodic(false)
      // While a failed session waits for its retry, the event joins it.
      this.#events.add(eventCode.periodic)
      if (this.#retryCount === 0) this.#startSoon(0)
    })
  }

  #inform(): Inform {
    const names = new Set([...forcedParameters(this.factory.model), ...this.#changed])
    return {
      method: 'Inform',
      deviceId: this.factory.deviceId,
      events: this.#events.carry(),
      maxEnvelopes: 1,
      currentTime: new Date().toISOString(),
      retryCount: this.#retryCount,
      parameters: [...names].filter((name) => this.tree.has(name)).map((name) => this.tree.read(name)),
    }
  }

  #openConnection(): AcsConnection {
    const username = this.value('ManagementServer.Username')
    const { localAddress, ca, timeoutMs = 30_000 } = this.options
    return new AcsConnection({
      url: new URL(this.value('ManagementServer.URL')),
      credentials: username === '' ? null : { username, password: this.value('ManagementServer.Password') },
      timeoutMs,
      userAgent: `${this.factory.model.productClass}/${this.value('DeviceInfo.SoftwareVersion')}`,
      ...(localAddress === undefined ? {} : { localAddress }),
      ...(ca === undefined ? {} : { ca }),
    })
  }

  #answer(request: AcsRequest): Handled {
    const planned = this.#faults.findIndex(({ method }) => method === request.method)
    const code =
      this.#faults.splice(planned, planned === -1 ? 0 : 1)[0]?.code ??
      (this.#random() < (this.options.faultRate ?? 0) ? '9002' : undefined)
    if (code !== undefined) return { answer: { method: 'Fault', ...fault(code, 'Simulated fault') } }
    const intercepted = this.options.intercept?.(request)
    return intercepted === undefined ? handleCall(this.#device, request) : { answer: intercepted }
  }

  async #session(): Promise<void> {
    this.#startsAt = Number.POSITIVE_INFINITY
    if (this.#phase !== 'idle') return
    this.#phase = 'session'
    this.#wanted = false
    const effects: Effect[] = []
    const calls: string[] = []
    const inform = this.#inform()
    const minor = this.factory.model.cwmpVersion.slice(2)
    const started = performance.now()
    const connection = this.#openConnection()
    this.#connection = connection
    let failure: unknown
    try {
      await runCpeSession({
        connection,
        namespace: `urn:dslforum-org:cwmp-1-${Math.min(Number(minor), 2)}`,
        versions: Number(minor) >= 3 ? ['1.0', '1.1', '1.2', '1.3', '1.4'] : [],
        inform,
        transfers: [...this.#transfers],
        answer: (request) => {
          calls.push(request.method)
          const { answer, effect } = this.#answer(request)
          if (effect !== undefined) effects.push(effect)
          this.emit('call', request)
          return answer
        },
        onInformed: () => {
          this.#events.delivered()
          this.#changed.clear()
          this.#bootstrapped = true
        },
        onTransferTold: (told) => {
          this.#transfers = this.#transfers.filter((transfer) => transfer !== told)
        },
      })
    } catch (error) {
      failure = error
    }
    connection.close()
    this.#events.restore()
    // It was powered off or rebooted meanwhile: what comes next is not this session's affair.
    if (this.#connection !== connection) return
    this.#connection = undefined
    this.#end(failure, {
      events: inform.events.map(({ code }) => code),
      calls,
      milliseconds: performance.now() - started,
    })
    for (const effect of effects) this.#apply(effect)
    this.emit('change')
  }

  #end(failure: unknown, about: Pick<SessionOutcome, 'events' | 'calls' | 'milliseconds'>): void {
    const ok = failure === undefined
    const error = ok ? null : failure instanceof Error ? failure.message : 'unknown'
    const status = failure instanceof SessionFailure ? failure.status : null
    this.#last = { ok, error, status, ...about }
    this.#phase = 'idle'
    if (ok) {
      this.#sessions++
      this.#retryCount = 0
      if (this.#wanted && !this.#events.isEmpty) this.#startSoon(0)
    } else {
      this.#failedSessions++
      this.#retryCount++
      this.#startSoon(retryWaitSeconds(this.#retryCount, this.#random))
    }
    this.emit('session', this.#last)
  }

  #apply(effect: Effect): void {
    switch (effect.kind) {
      case 'parameters_set':
        this.#parametersSet(effect.changed)
        break
      case 'reboot':
        this.#goDown(() => this.#events.add(eventCode.reboot, effect.commandKey))
        break
      case 'factory_reset':
        this.#goDown(() => {
          this.tree.reset()
          this.#device.notifications.clear()
          applyFactory(this.tree, this.factory, this.options)
          this.#bootstrapped = false
        })
        break
      case 'transfer':
        this.#transferTimers.add(
          this.#after(this.options.downloadSeconds ?? 5, () => this.#transferred(effect)),
        )
    }
  }

  #parametersSet(changed: readonly string[]): void {
    const has = (leaf: string) => changed.some((name) => name.endsWith(`.ManagementServer.${leaf}`))
    if (changed.some((name) => name.includes('.ManagementServer.PeriodicInform')))
      this.#schedulePeriodic(true)
    if (has('URL')) {
      // TR-069 table 8: an ACS that is new to the gateway gets event 0.
      this.#bootstrapped = false
      this.#events.add(eventCode.bootstrap)
      this.#startSoon(0)
    }
  }

  #transferred(effect: Extract<Effect, { kind: 'transfer' }>): void {
    if (this.#phase === 'stopped') return
    const told = { ...effect.result, completeTime: new Date().toISOString() }
    const tell = () => {
      this.#transfers.push(told)
      this.#events.add(eventCode.transferComplete)
      this.#events.add(eventCode.download, told.commandKey)
    }
    if (!effect.fileType.startsWith('1 ')) {
      tell()
      this.#startSoon(0)
      return
    }
    const version = /\d+(?:\.\d+)+/.exec(effect.targetFileName)?.[0]
    this.#goDown(() => {
      if (version !== undefined)
        this.tree.put(`${this.factory.model.root}DeviceInfo.SoftwareVersion`, version)
      tell()
    })
  }

  /** Reboots: away for a while, then back with `1 BOOT` and what `change` adds. */
  #goDown(change: () => void): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#periodic)
    this.#startsAt = Number.POSITIVE_INFINITY
    this.#hangUp()
    this.#phase = 'rebooting'
    this.#timer = this.#after(this.options.rebootSeconds ?? 40, () => {
      this.#phase = 'idle'
      this.#bootedAt = Date.now()
      this.#retryCount = 0
      change()
      if (this.#connectionRequestUrl !== '') this.#registerConnectionRequests()
      if (!this.#bootstrapped) this.#events.add(eventCode.bootstrap)
      this.#events.add(eventCode.boot)
      this.#startSoon(0)
      this.#schedulePeriodic(true)
      this.emit('change')
    })
  }
}
