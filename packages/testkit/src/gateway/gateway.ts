import { EventEmitter } from 'node:events'
import type { AcsRequest, DiagnosticKind, TransferComplete } from '@netward/cwmp'
import { eventCode } from '@netward/cwmp'
import { type AcsConnection, SessionFailure } from './acs-connection.ts'
import { runCpeSession } from './cpe-session.ts'
import { Cpe } from './cpe.ts'
import type { Factory } from './identity.ts'
import type { GatewayOptions, GatewaySnapshot, GatewayState, SessionOutcome } from './options.ts'
import type { ParameterTree } from './parameter-tree.ts'
import { PendingEvents } from './pending-events.ts'
import type { Random } from './random.ts'
import { seededRandom } from './random.ts'
import type { Effect } from './rpc.ts'
import { periodicWaitSeconds, retryWaitSeconds } from './schedule.ts'
import { StunAgent } from './stun-agent.ts'
import { Timers } from './timers.ts'
import type { Transferred, TransferRequest } from './transfer-agent.ts'

interface GatewayEvents {
  session: [SessionOutcome]
  call: [AcsRequest]
  change: []
}

/**
 * A gateway that speaks TR-069 as real ones do: challenge, bootstrap, periodic Informs, connection requests,
 * reboots and their consequences, value changes, transfers, faults, retries. Runs until stop() and connects
 * only to its configured ACS.
 */
export class SimulatedGateway extends EventEmitter<GatewayEvents> {
  readonly options: Readonly<GatewayOptions>
  readonly #random: Random
  readonly #cpe: Cpe
  readonly #timers: Timers
  readonly #events = new PendingEvents()
  /** For a gateway behind NAT. */
  readonly stun: StunAgent | null
  #transfers: TransferComplete[] = []
  #phase: GatewayState['phase'] = 'stopped'
  #bootstrapped: boolean
  #sessions = 0
  #failedSessions = 0
  #retryCount = 0
  #last: SessionOutcome | null = null
  #connection: AcsConnection | undefined
  #wanted = false
  #connectionRequestUrl = ''

  constructor(options: GatewayOptions) {
    super()
    this.options = options
    this.#random = seededRandom((options.seed ?? 1) * 7919 + (options.number ?? 1))
    this.#timers = new Timers(options.timeScale ?? 1)
    this.#cpe = new Cpe(options, this.#random)
    this.#bootstrapped = options.snapshot?.bootstrapped ?? false
    this.stun = options.nat === true ? this.#stunAgent() : null
  }

  get factory(): Factory {
    return this.#cpe.factory
  }

  get tree(): ParameterTree {
    return this.#cpe.tree
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

  /** State that survives a power-off: pass it as `options.snapshot` to the next instance. */
  snapshot(): GatewaySnapshot {
    return { bootstrapped: this.#bootstrapped, values: this.tree.snapshot(), objects: this.tree.objects }
  }

  /** Connection request URL; '' without a server. */
  get connectionRequestUrl(): string {
    return this.#connectionRequestUrl
  }

  /** Value of a parameter by its path below the root, including secrets. */
  value(path: string): string {
    return this.#cpe.value(path)
  }

  /** Powers it on. `delaySeconds` (scaled) staggers the start of many. */
  start(delaySeconds = 0): void {
    if (this.#phase !== 'stopped') return
    this.#phase = 'idle'
    this.#cpe.boot()
    this.#registerConnectionRequests()
    this.stun?.apply()
    if (!this.#bootstrapped && this.options.odd?.noBootstrap !== true) this.#events.add(eventCode.bootstrap)
    this.#events.add(eventCode.boot)
    this.#startSoon(delaySeconds)
    this.#schedulePeriodic(true)
  }

  /** Powers it off: nothing is sent afterwards. */
  stop(): void {
    this.#timers.clear()
    this.stun?.stop()
    this.#wanted = false
    this.#phase = 'stopped'
    this.#hangUp()
    if (this.#connectionRequestUrl !== '')
      this.options.connectionRequests?.unregister(this.#connectionRequestUrl)
    this.#connectionRequestUrl = ''
    this.emit('change')
  }

  /** Presses the reset button: discards settings and boots. */
  factoryReset(): void {
    this.#apply({ kind: 'factory_reset' })
  }

  /** Starts a session now (or after the current one) with these events. */
  informNow(events: readonly string[] = [eventCode.periodic]): void {
    for (const code of events) this.#events.add(code)
    this.#startSoon(0)
  }

  /**
   * Changes a value in the gateway; its notification attribute decides whether it is reported now, later or
   * never.
   */
  changeValue(path: string, value: string): void {
    const level = this.#cpe.change(path, value)
    if (level === 0) return
    this.#events.add(eventCode.valueChange)
    if (level === 2) this.#startSoon(0)
  }

  /** Reports the end of a transfer in the next session. */
  reportTransfer(transfer: TransferComplete): void {
    this.#transfers.push(transfer)
  }

  /** The next call of this method gets a fault. */
  faultNext(method: AcsRequest['method'], code = '9002'): void {
    this.#cpe.faultNext(method, code)
  }

  /** Waits until the predicate holds, checked at each change. Rejects after `timeoutMs`. */
  async waitFor(predicate: (gateway: this) => boolean, timeoutMs = 20_000): Promise<void> {
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

  #stunAgent(): StunAgent {
    const events = {
      change: (path: string, value: string) => {
        this.changeValue(path, value)
        this.emit('change')
      },
      accept: () => this.#acceptConnectionRequest(),
    }
    return new StunAgent(this.#cpe, this.#timers, events, this.options.localAddress ?? '127.0.0.1')
  }

  #acceptConnectionRequest(): boolean {
    if (this.#phase !== 'idle' && this.#phase !== 'session') return false
    this.informNow([eventCode.connectionRequest])
    return true
  }

  #registerConnectionRequests(): void {
    if (this.options.nat === true) {
      this.#cpe.put('ManagementServer.ConnectionRequestURL', 'http://192.168.1.1:7547/')
      return
    }
    const { connectionRequests } = this.options
    if (connectionRequests === undefined) return
    const { oui, serialNumber } = this.factory.deviceId
    this.#connectionRequestUrl = connectionRequests.register(`${oui}-${serialNumber}`, {
      credentials: () => ({
        username: this.value('ManagementServer.ConnectionRequestUsername'),
        password: this.value('ManagementServer.ConnectionRequestPassword'),
      }),
      accept: () => this.#acceptConnectionRequest(),
    })
    this.#cpe.put('ManagementServer.ConnectionRequestURL', this.#connectionRequestUrl)
  }

  #startSoon(seconds: number): void {
    if (this.#phase === 'stopped' || this.#phase === 'rebooting') return
    if (this.#phase === 'session') {
      this.#wanted = true
      return
    }
    this.#timers.session(seconds, () => void this.#session())
  }

  #schedulePeriodic(first: boolean): void {
    this.#timers.noPeriodic()
    const enabled = ['1', 'true'].includes(this.value('ManagementServer.PeriodicInformEnable'))
    if (this.#phase === 'stopped' || !enabled || this.options.periodicInforms === false) return
    const wait = periodicWaitSeconds(
      {
        intervalSeconds: Number(this.value('ManagementServer.PeriodicInformInterval')),
        informTime: this.value('ManagementServer.PeriodicInformTime'),
        nowMs: this.#timers.now(),
        first,
      },
      this.#random,
    )
    this.#timers.periodic(wait, () => {
      this.#schedulePeriodic(false)
      // While a failed session waits for its retry, the event is added to it.
      this.#events.add(eventCode.periodic)
      if (this.#retryCount === 0) this.#startSoon(0)
    })
  }

  async #session(): Promise<void> {
    if (this.#phase !== 'idle') return
    this.#phase = 'session'
    this.#wanted = false
    const effects: Effect[] = []
    const calls: string[] = []
    const inform = this.#cpe.inform(this.#events.carry(), this.#retryCount)
    const minor = this.factory.model.cwmpVersion.slice(2)
    const started = performance.now()
    const connection = this.#cpe.connect()
    this.#connection = connection
    let failure: unknown
    try {
      await runCpeSession({
        connection,
        namespace: `urn:dslforum-org:cwmp-1-${Math.min(Number(minor), 2)}`,
        versions: Number(minor) >= 3 ? ['1.0', '1.1', '1.2', '1.3', '1.4'] : [],
        inform,
        transfers: [...this.#transfers],
        wrongArraySizes: this.options.odd?.wrongArraySizes === true,
        answer: (request) => {
          calls.push(request.method)
          const { answer, effect } = this.#cpe.answer(request)
          if (effect !== undefined) effects.push(effect)
          if (effect?.kind === 'transfer') this.#cpe.transfers.accept(effect.request)
          this.emit('call', request)
          return answer
        },
        onInformed: () => {
          this.#events.delivered()
          this.#cpe.changesReported()
          this.#bootstrapped = true
        },
        onTransferReported: (report) => {
          this.#transfers = this.#transfers.filter((transfer) => transfer !== report)
          this.#cpe.transfers.forget(report)
        },
      })
    } catch (error) {
      failure = error
    }
    connection.close()
    this.#events.restore()
    // It was powered off or rebooted meanwhile: this session must not continue.
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
      this.#startSoon(retryWaitSeconds(this.#retryCount, this.#random, this.#cpe.retryPolicy))
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
          this.#cpe.reset()
          this.#bootstrapped = false
        })
        break
      case 'schedule':
        this.#timers.beside(effect.delaySeconds, () => {
          this.#events.add(eventCode.scheduled)
          this.#events.add(eventCode.scheduleInform, effect.commandKey)
          this.#startSoon(0)
        })
        break
      case 'transfer':
        this.#timers.beside(effect.request.delaySeconds + (this.options.transferSeconds ?? 5), () => {
          void this.#cpe.transfers
            .carryOut(effect.request)
            .then((transferred) => this.#transferred(effect.request, transferred))
        })
    }
  }

  #parametersSet(changed: readonly string[]): void {
    for (const kind of this.#cpe.diagnostics.requested(changed)) {
      this.#timers.beside(this.options.diagnosticSeconds ?? 3, () => {
        void this.#tryOut(kind)
      })
    }
    const has = (leaf: string) => changed.some((name) => name.endsWith(`.ManagementServer.${leaf}`))
    if (changed.some((name) => name.includes('.ManagementServer.PeriodicInform')))
      this.#schedulePeriodic(true)
    if (changed.some((name) => name.includes('.ManagementServer.STUN'))) this.stun?.apply()
    if (has('URL')) {
      // TR-069 table 8: a new ACS gets event 0.
      this.#bootstrapped = false
      this.#events.add(eventCode.bootstrap)
      this.#startSoon(0)
    }
  }

  async #tryOut(kind: DiagnosticKind): Promise<void> {
    const carriedOut = await this.#cpe.diagnostics.carryOut(kind)
    if (!carriedOut || this.#phase === 'stopped' || this.options.odd?.noDiagnosticEvents === true) return
    this.#events.add(eventCode.diagnosticsComplete)
    this.#startSoon(0)
  }

  #transferred({ method }: TransferRequest, { report, image }: Transferred): void {
    if (this.#phase === 'stopped') return
    const { odd } = this.options
    const announce = () => {
      this.#transfers.push(odd?.noCommandKey === true ? { ...report, commandKey: '' } : report)
      if (odd?.noTransferEvents === true) return
      this.#events.add(eventCode.transferComplete)
      this.#events.add(method === 'Download' ? eventCode.download : eventCode.upload, report.commandKey)
    }
    if (image === null) {
      announce()
      // Without events, wait for the next scheduled session.
      if (odd?.noTransferEvents !== true) this.#startSoon(0)
      this.emit('change')
      return
    }
    if (odd?.afterUpgrade === 'never_back') {
      this.stop()
      return
    }
    if (odd?.afterUpgrade !== 'old_version')
      this.#cpe.partitions.install(
        odd?.afterUpgrade === 'other_version' ? `${image.version}-x` : image.version,
      )
    this.#goDown(announce)
  }

  /** Reboots: offline for a while, then back with `1 BOOT` and the events of `change`. */
  #goDown(change: () => void): void {
    this.#hangUp()
    this.stun?.stop()
    this.#phase = 'rebooting'
    this.#timers.reboot(this.options.rebootSeconds ?? 40, () => {
      this.#phase = 'idle'
      this.#cpe.boot()
      this.#retryCount = 0
      change()
      if (this.#connectionRequestUrl !== '' || this.stun !== null) this.#registerConnectionRequests()
      this.stun?.apply()
      if (!this.#bootstrapped && this.options.odd?.noBootstrap !== true) this.#events.add(eventCode.bootstrap)
      this.#events.add(eventCode.boot)
      this.#startSoon(0)
      this.#schedulePeriodic(true)
      this.emit('change')
    })
  }
}
