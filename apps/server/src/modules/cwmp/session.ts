import {
  type AutonomousTransferComplete,
  type Command,
  type CommandResult,
  type Inform,
  type LearnedParameter,
  newSession,
  type SessionAction,
  type SessionInput,
  type SessionState,
  step,
  type TransferComplete,
} from '@netward/cwmp'
import type { StunAddress } from '@netward/cwmp/stun'
import type { Logger } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AcsConfig } from './acs-config.ts'
import type { KnownGateway, QueuedCommand } from './acs-rows.ts'
import type { AcsRepo } from './acs.repo.ts'
import type { Proof } from './callers.ts'
import { CommandQueue } from './command-queue.ts'
import { attributeRows, faultOutcome, storedResult, pathsToVerify, stateAfter } from './command-outcome.ts'
import type { Exchange, Exchanges } from './exchanges.ts'
import {
  deviceText,
  deviceTime,
  eventsOf,
  fingerprint,
  isRoutine,
  type InformFacts,
  factsOfParameters,
  factsFromInform,
  type InformEvent,
} from './facts.ts'
import type { InformedValues } from './informed-values.ts'
import type { Measuring } from './measuring.ts'
import { measureCommandId, SessionMeasuring } from './session-measuring.ts'
import { SystemCommands } from './system-commands.ts'
import { isOurKey, withParameterKey } from './parameter-key.ts'
import type { Presence } from './presence.ts'
import { provisionCommandId, Provisioning } from './provisioning.ts'
import { PendingWrites } from './pending-writes.ts'

export interface SessionDeps {
  readonly repo: AcsRepo
  readonly secrets: Secrets
  readonly config: AcsConfig
  readonly log: Logger
  readonly presence: Presence
  readonly informed: InformedValues
  readonly exchanges: Exchanges
  readonly measuring: Measuring
  /** STUN settings for gateways; null: none. */
  readonly stun: StunAddress | null
}

export type Answer = { status: 200; body: string } | { status: 204 } | { status: 400 | 503; reason: string }

const keptPerSession = 20

/** One session with one gateway: carries out what the reducer decides. Input comes one at a time. */
export class GatewaySession {
  readonly id: string
  readonly gateway: KnownGateway
  readonly proof: Proof
  readonly address: string
  readonly #deps: SessionDeps
  #state: SessionState = newSession
  #routine = true
  #guard: KnownGateway['guard'] | 'released'
  readonly #own: SystemCommands
  readonly #queue: CommandQueue
  readonly #news: PendingWrites
  /** Null: nothing is measured for its company. */
  readonly #measuring: SessionMeasuring | null
  #current: { command: Command; row: QueuedCommand | null } | null = null
  #deepNames: string[] = []
  /** Branches whose names were all read in this session. */
  readonly #listed = new Set<string>()
  #provisioning: Provisioning | null = null
  readonly #exchanges: Exchange[] = []
  /** The read of metrics that is under way: kept if it fails. */
  #unkept: Exchange | null = null
  #failed = false
  /** Broken off from outside: by a new Inform, or the end of the server. */
  aborted = false
  lastUsed = Date.now()
  /** A request is in progress: a second one at once is refused. */
  busy = false
  /** The request whose body is arriving. */
  hearing: { destroy(error: Error): unknown } | null = null

  constructor(
    deps: SessionDeps,
    who: {
      id: string
      gateway: KnownGateway
      proof: Proof
      address: string
      encrypted: boolean
      forwarded: boolean
    },
  ) {
    this.#deps = deps
    this.id = who.id
    this.gateway = who.gateway
    this.proof = who.proof
    this.address = who.address
    this.#guard = who.gateway.guard
    this.#news = new PendingWrites(deps.repo, who.gateway.device_id)
    const withNews = { ...deps, news: this.#news }
    this.#own = new SystemCommands(withNews, { gateway: who.gateway, proof: who.proof, caller: who })
    const measured = who.gateway.company_status === 'active' && who.proof !== 'claim'
    this.#measuring = measured ? new SessionMeasuring(deps.measuring, who.gateway, deps.log) : null
    const { encrypted, forwarded } = who
    const { mayCarrySecrets } = this.#own
    this.#queue = new CommandQueue(withNews, who.gateway, { encrypted, forwarded, mayCarrySecrets })
  }

  get over(): boolean {
    return this.#state.phase === 'closed'
  }

  /** Takes a message of the gateway and returns the answer. @throws when the database does: answer 503. */
  async take(
    input: SessionInput,
    raw: { method: string; body: string; bytes: number } | null,
  ): Promise<Answer> {
    this.lastUsed = Date.now()
    await this.#news.begin()
    if (raw !== null) this.#keep('received', raw.method, raw.body, raw.bytes, raw.method === 'Fault')
    const queue = [input]
    let answer: Answer = { status: 503, reason: 'no answer' }
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { state, actions } = step(this.#state, next)
      this.#state = state
      for (const action of actions) {
        if (action.kind === 'send') {
          answer = { status: 200, body: action.body }
          const { method } = action.envelope.message
          this.#keep('sent', method, action.body, Buffer.byteLength(action.body), method === 'Fault')
        } else if (action.kind === 'end') {
          answer = { status: 204 }
        } else if (action.kind === 'reject') {
          answer = { status: action.status, reason: action.reason }
          this.#fail(action.reason)
        } else if (action.kind === 'take_command') {
          queue.push(await this.#nextCommand())
        } else {
          await this.#perform(action)
        }
      }
    }
    // Not every end is followed by another command.
    await (this.over ? this.#news.flush() : this.#news.settle())
    if (this.over) this.#close()
    // Superseded on the way: its commands are the new session's. After InformResponse no session is sent away.
    return this.aborted ? { status: 204 } : answer
  }

  /**
   * The connection is gone, the gateway is silent, or the server stops. Nothing is lost: the gateway repeats.
   */
  abort(reason: string): void {
    if (this.over) return
    this.aborted = true
    this.#state = step(this.#state, { kind: 'aborted' }).state
    this.#fail(reason)
    this.#news.abandon(this.#queue.untouched()).catch(() => {
      // As with the session: the gateway is asked again.
    })
    this.#close()
  }

  async #perform(
    action: Exclude<SessionAction, { kind: 'end' | 'reject' | 'send' | 'take_command' }>,
  ): Promise<void> {
    switch (action.kind) {
      case 'commit':
        return this.#commit(action.inform, action.version)
      case 'store_parameters':
        return this.#store(action.parameters)
      case 'command_result':
        return this.#ended(action)
      case 'command_fault':
        this.#routine = false
        // The next holder of the lease finds it `sent` and requeues it, or waits for the evidence.
        if (action.fault.code === 'interrupted') return
        if (this.#measuring?.failed(action.commandId) === true) return
        if (await this.#own.failed(action.commandId, action.fault.code)) return
        if (action.commandId === provisionCommandId) {
          this.#provisioning?.answered({ fault: action.fault })
        } else if (this.#current?.row) {
          this.#news.ended(this.#current.row, 'failed', faultOutcome(action.fault))
        }
        return
      case 'transfer_complete':
        this.#routine = false
        return this.#transferred(action.message)
      case 'report':
        this.#fail(`${action.report} ${deviceText(action.detail, 100)}`.trim())
    }
  }

  async #commit(inform: Inform, version: NonNullable<Parameters<typeof factsFromInform>[1]>): Promise<void> {
    const { repo, presence } = this.#deps
    const { gateway } = this
    const now = Date.now()
    if (this.proof === 'pending') await repo.credentialsProved(gateway.device_id)
    if (gateway.company_status === 'deactivated') {
      presence.seen(gateway.device_id, now, gateway.periodic_interval)
      return
    }
    if (this.#guard === 'none') this.#deps.informed.reported(gateway.device_id, inform.parameters)
    const reported = factsFromInform(inform, version, this.address)
    const facts = fingerprint(reported)
    const events = eventsOf(inform)
    this.#own.informed(reported.url ?? null, events)
    if (this.#guard === 'none') {
      const isPeriodic = events.some(({ kind }) => kind === 'periodic')
      this.#measuring?.informed(inform, reported.softwareVersion, isPeriodic)
    }
    if (isRoutine(events) && facts === gateway.facts && gateway.isNew !== true) {
      presence.seen(gateway.device_id, now, gateway.periodic_interval)
      return
    }
    this.#routine = false
    // All of that is written: it was admitted by this very Inform.
    const retried = inform.retryCount > 0
    if (gateway.isNew !== true) await this.#recordInform({ ...reported, retried }, events, facts, now)
    await this.#udpAnnounced(reported.udp)
    if (this.#own.withholdsSecrets() && events.some(({ kind }) => kind === 'bootstrap' || kind === 'boot')) {
      await repo.note(gateway.device_id, 'credentials.withheld', {})
    }
  }

  async #recordInform(
    reported: InformFacts & { retried: boolean },
    events: readonly InformEvent[],
    facts: string,
    now: number,
  ): Promise<void> {
    const { repo, presence, secrets } = this.#deps
    const { gateway } = this
    const due = presence.dueAt(now, gateway.periodic_interval)
    const keyOurs = isOurKey(secrets, gateway.device_id, reported.parameterKey ?? '')
    this.#guard = await repo.inform({
      deviceId: gateway.device_id,
      at: new Date(now).toISOString(),
      due,
      facts,
      reported: { ...reported, keyOurs },
      events,
    })
    // A start, or news of the gateway, may queue commands for this very session: templates, verifications.
    if (facts !== gateway.facts || events.some(({ kind }) => kind === 'boot' || kind === 'bootstrap'))
      this.#queue.expectMore()
  }

  async #udpAnnounced(udp: string | undefined): Promise<void> {
    if (udp === undefined || udp === (this.gateway.udp_announced ?? '')) return
    this.gateway.udp_announced = udp === '' ? null : udp
    await this.#deps.repo.udpAnnounced(this.gateway.device_id, this.gateway.udp_announced)
  }

  async #nextCommand(): Promise<SessionInput> {
    const next = await this.#next()
    this.#current = next
    if (next === null) {
      await this.#news.flush()
      return { kind: 'command', command: null }
    }
    if (next.command.id !== measureCommandId) this.#routine = false
    const command = withParameterKey(this.#deps.secrets, this.gateway.device_id, next.command)
    const root = this.gateway.data_model_root
    const paths = command.kind === 'set_parameter_values' ? command.values.map(({ name }) => name) : []
    const knownTypes = await this.#typesOf(paths, command.id === provisionCommandId)
    return {
      kind: 'command',
      command,
      context: { knownTypes, ...(this.#state.root === null && root !== null ? { root } : {}) },
    }
  }

  /** `planned` was read in this session, as far as it exists. */
  async #typesOf(paths: string[], planned: boolean): Promise<Record<string, string>> {
    const reported = this.#news.learned.typesOf(paths)
    const rest = paths.filter((path) => reported[path] === undefined)
    if (planned || rest.length === 0) return reported
    return { ...(await this.#deps.repo.types(this.gateway.device_id, rest)), ...reported }
  }

  async #next(): Promise<{ command: Command; row: QueuedCommand | null } | null> {
    const { gateway, proof } = this
    if (this.#guard !== 'none' || gateway.company_status !== 'active') return this.#firstWhenFrozen()
    const first = await this.#own.first()
    if (first !== null) return { command: first, row: null }
    // A claim only proves that this identity is expected: the session sets credentials, and ends.
    if (proof === 'claim') return null
    const deep = this.#deepNames.shift()
    if (deep !== undefined) {
      return { command: { id: 'deep', kind: 'get_parameter_names', path: deep, nextLevel: false }, row: null }
    }
    return this.#provision()
  }

  /** The next of the queue. Templates and changes go out command by command, with nothing in between. */
  async #provision(): Promise<{ command: Command; row: QueuedCommand | null } | null> {
    while (true) {
      if (this.#provisioning !== null) {
        const command = await this.#provisioning.next()
        if (command !== null) return { command, row: null }
        this.#provisioned(this.#provisioning)
      }
      const queued = await this.#queue.next()
      if (queued === null) return this.#last()
      const { command, row } = queued
      if (command !== null) return { command, row }
      const deps = { ...this.#deps, news: this.#news, mayCarrySecrets: this.#own.mayCarrySecrets }
      this.#provisioning = await Provisioning.begin(deps, this.gateway.device_id, this.#root, row)
    }
  }

  #provisioned(provisioning: Provisioning): void {
    this.#provisioning = null
    const outcome = provisioning.outcome()
    this.#news.ended(provisioning.row, outcome.faultCode === undefined ? 'done' : 'failed', outcome)
    const reported = provisioning.report()
    if (reported !== null) this.#news.provisioned(reported)
  }

  /** Gateways of a company that is frozen, or without the product, keep full sessions; their queue pauses. */
  async #firstWhenFrozen() {
    const { company_status } = this.gateway
    if (this.#guard !== 'none' || (company_status !== 'frozen' && company_status !== 'no_product'))
      return null
    const command = await this.#own.first()
    return command === null ? null : { command, row: null }
  }

  async #last(): Promise<{ command: Command; row: null } | null> {
    const command = (await this.#own.last(this.#root)) ?? (await this.#measuring?.next()) ?? null
    return command === null ? null : { command, row: null }
  }

  get #root() {
    return this.#state.root ?? this.gateway.data_model_root ?? 'Device.'
  }

  async #store(learned: readonly LearnedParameter[]): Promise<void> {
    if (this.#measuring?.store(this.#current?.command, learned) === true) return
    this.#provisioning?.learn(learned)
    const valued = learned.flatMap(({ name, value, type }) =>
      value === undefined ? [] : [{ name, value, type: type ?? null }],
    )
    const { address: _address, udp, ...reported } = factsOfParameters(valued)
    await this.#udpAnnounced(udp)
    await this.#news.learned.add(learned, reported)
    if (this.#current?.row?.request['deep'] === true) {
      this.#deepNames.push(
        ...learned
          .filter(({ name }) => name.endsWith('.') && name.split('.').length === 3 && !this.#listed.has(name))
          .map(({ name }) => name),
      )
    }
  }

  async #ended({ commandId, result }: Extract<SessionAction, { kind: 'command_result' }>): Promise<void> {
    if (this.#measuring?.ended(commandId, result) === true) return
    if (await this.#own.ended(commandId)) return
    if (result.kind === 'get_parameter_values') for (const path of result.listed) this.#listed.add(path)
    const { row, command } = this.#current ?? { row: null, command: undefined }
    if (command !== undefined && commandId === provisionCommandId) {
      this.#provisioning?.answered({ result })
      await this.#learn(command, result)
    }
    if (!row || command === undefined) return
    await this.#learn(command, result)
    this.#news.ended(row, stateAfter(result), {
      result: storedResult(result),
      verify: pathsToVerify(command, result),
    })
  }

  /** Parameters that a result reports. */
  async #learn(command: Command, result: CommandResult): Promise<void> {
    const { repo } = this.#deps
    const deviceId = this.gateway.device_id
    if (/attributes|delete/.test(command.kind)) await this.#news.learned.store()
    if (result.kind === 'get_parameter_attributes') {
      await repo.attributes(deviceId, attributeRows(result.parameters))
    } else if (command.kind === 'set_parameter_attributes') {
      await repo.attributes(deviceId, attributeRows(command.changes))
    } else if (command.kind === 'delete_object' && result.kind === 'delete_object' && result.status === 0) {
      await repo.objectDeleted(deviceId, command.path)
    }
  }

  async #transferred(message: TransferComplete | AutonomousTransferComplete): Promise<void> {
    const { repo } = this.#deps
    const { device_id: deviceId } = this.gateway
    const failed = message.faultCode !== '0'
    if (message.method === 'TransferComplete') {
      await repo.transferComplete(deviceId, {
        commandKey: deviceText(message.commandKey, 64),
        faultCode: failed ? deviceText(message.faultCode, 16) : null,
        faultDetail: failed ? deviceText(message.faultString) : null,
        startedAt: deviceTime(message.startTime),
        completedAt: deviceTime(message.completeTime),
      })
      return
    }
    await repo.note(deviceId, failed ? 'transfer_autonomous_failed' : 'transfer_autonomous', {
      isDownload: message.isDownload,
      fileType: deviceText(message.fileType, 64),
      fileName: deviceText(message.targetFileName),
      ...(failed
        ? { fault: deviceText(message.faultCode, 16), faultText: deviceText(message.faultString) }
        : {}),
    })
  }

  #keep(direction: 'received' | 'sent', method: string, body: string, bytes: number, failed: boolean): void {
    const exchange = { at: Date.now(), direction, method, failed, reason: null, body, bytes }
    // Reads of metrics would push all else out, several kilobytes each time.
    if (this.#current?.command.id === measureCommandId && method.startsWith('GetParameterValues')) {
      this.#unkept = direction === 'sent' ? exchange : null
      return
    }
    this.#exchanges.push(...(this.#unkept === null ? [] : [this.#unkept]), exchange)
    this.#unkept = null
    while (this.#exchanges.length > keptPerSession) this.#exchanges.shift()
  }

  #fail(reason: string): void {
    this.#routine = false
    this.#failed = true
    const last = this.#exchanges.findLast((exchange) => exchange.direction === 'received')
    if (last) Object.assign(last, { failed: true, reason })
  }

  #close(): void {
    this.#measuring?.close()
    this.#deps.exchanges.add(this.gateway, this.#exchanges.splice(0), this.#routine && !this.#failed)
  }
}
