import {
  clientTables,
  type Command,
  type CommandResult,
  type Inform,
  isClientTable,
  itemsByPath,
  type LearnedParameter,
  measure,
  type ParameterValue,
} from '@netward/cwmp'
import type { Logger } from '../../platform/log.ts'
import type { KnownGateway } from './acs-rows.ts'
import type { MeasuredGateway, Measuring } from './measuring.ts'

/** Ids of the commands of this file. */
export const measureCommandId = 'measure'
const structureCommandId = 'measure-names'

/** An Inform comes a little early or late. */
const tolerance = 0.9
/** A gateway that answers nothing is asked again after an hour. */
const quietMilliseconds = 3_600_000
/** The smallest read of a gateway that cannot answer more. */
const leastNames = 8

/** Parameters whose names or values decide what is measured (structure.ts of packages/cwmp). */
const decides =
  /^(?:Device\.(?:DeviceInfo|IP\.Interface|Ethernet|PPP|WiFi|Cellular|DSL|PTM|ATM|NAT)|InternetGatewayDevice\.(?:DeviceInfo|WANDevice|LANDevice))\./

/** The measuring of one session: what its Inform brings, and one read after all other work. */
export class SessionMeasuring {
  readonly #measuring: Measuring
  readonly #gateway: KnownGateway
  readonly #log: Logger
  #found: Promise<MeasuredGateway | undefined> | null = null
  #known: MeasuredGateway | undefined
  #informed: readonly ParameterValue[] = []
  #isDue = false
  /** Names of its parts are read in any session: once, and before it is measured. */
  #readsNames = false
  #asked = false
  #structured = false
  #values: ParameterValue[] = []
  #answers = 0
  #receivedAt = 0
  #replans = false
  #refused: readonly string[] = []

  constructor(measuring: Measuring, gateway: KnownGateway, log: Logger) {
    this.#measuring = measuring
    this.#gateway = gateway
    this.#log = log
  }

  /** Begins to look the plan up, and does not wait for it: the InformResponse goes first. */
  informed(inform: Inform, softwareVersion: string | undefined, isPeriodic: boolean): void {
    const { device_id: deviceId, measures } = this.#gateway
    if (measures === null) {
      // Names that were read before there were plans, or by a session that broke off.
      if (isPeriodic) this.#measuring.replan(deviceId)
      return
    }
    if (!measures) return
    this.#known = this.#measuring.peek(deviceId)
    const known = this.#known
    if (known !== undefined) {
      const changed = softwareVersion !== undefined && softwareVersion !== known.softwareVersion
      if (changed || (isPeriodic && this.#measuring.isOld(known, deviceId))) this.#replans = true
      this.#informed = inform.parameters.filter(({ name }) => itemsByPath(known.plan).has(name))
    }
    this.#isDue = isPeriodic && (known === undefined || this.#isReady(known))
    this.#readsNames = known !== undefined && known.unread.length > 0
    if (known === undefined && this.#isDue) {
      this.#found = this.#measuring.find(this.#gateway)
      // Awaited after the other work, if the session comes to it.
      this.#found.catch(() => {})
    }
  }

  /** After all other work. Null: nothing (more) to ask. */
  async next(): Promise<Command | null> {
    if ((!this.#isDue && !this.#readsNames) || this.#asked) return null
    this.#known ??= await this.#found?.catch((error: unknown) => {
      this.#log.debug({ err: error }, 'a gateway is measured next time: its plan was not found')
      return undefined
    })
    const known = this.#known
    if (known === undefined) return null
    if (known.unread.length > 0) {
      if (this.#structured) return null
      this.#structured = true
      return { id: structureCommandId, kind: 'get_parameter_values', names: [...known.unread] }
    }
    this.#asked = true
    const names = this.#names(known)
    return names.length === 0 ? null : { id: measureCommandId, kind: 'measure', names }
  }

  /** False: values that are stored as any others. */
  store(command: Command | undefined, learned: readonly LearnedParameter[]): boolean {
    if (command?.id !== measureCommandId) {
      if (command !== undefined && learned.some(({ name }) => decides.test(name))) this.#replans = true
      return false
    }
    this.#answers += 1
    if (this.#answers === 1) this.#receivedAt = Date.now()
    for (const { name, value, type } of learned) {
      if (value !== undefined) this.#values.push({ name, value, type: type ?? null })
    }
    return true
  }

  /** False: another command. */
  ended(commandId: string, result: CommandResult): boolean {
    if (commandId === structureCommandId && result.kind === 'get_parameter_values') {
      this.#refuse(result.failed.map(({ name }) => name))
      return true
    }
    if (commandId !== measureCommandId || result.kind !== 'measure') return false
    const known = this.#known
    if (known === undefined) return true
    if (result.found === 0) known.quietUntil = Date.now() + quietMilliseconds
    const failed = result.failed.map(({ name }) => name)
    if (failed.some(isClientTable)) known.withoutClientTables = true
    const refused = failed.filter((name) => !isClientTable(name))
    if (result.found > 0 && refused.length > 0) this.#refuse(refused)
    // Nothing was refused, yet it did not answer at once: it cannot hold the whole answer.
    if (result.found > 0 && failed.length === 0 && this.#answers > 1) {
      known.most = Math.max(leastNames, Math.ceil(known.plan.reads.length / 2))
      this.#refuse([])
    }
    return true
  }

  /** False: another command. */
  failed(commandId: string): boolean {
    if (commandId === structureCommandId) this.#refuse(this.#known?.unread ?? [])
    else if (commandId === measureCommandId) {
      if (this.#known !== undefined) this.#known.quietUntil = Date.now() + quietMilliseconds
    } else return false
    return true
  }

  /** The session is over: the values that arrived go to the store, whatever became of it. */
  close(): void {
    const known = this.#known
    // What was read is stored by now.
    if (this.#replans) this.#measuring.replan(this.#gateway.device_id, this.#refused, known?.most)
    this.#replans = false
    const parameters = [...this.#informed, ...this.#values]
    this.#informed = []
    this.#values = []
    if (known === undefined || parameters.length === 0) return
    const read = this.#answers > 0
    const at = read ? this.#receivedAt : Date.now()
    // Informs of changed values may follow each other closely.
    if (!read && at - known.measuredAt < this.#measuring.leastSeconds * 500) return
    const { values, upTime, clients } = measure(known.plan, parameters)
    if (values.length === 0) return
    known.measuredAt = at
    if (read) known.clients = clients
    const deviceId = this.#gateway.device_id
    if (read) this.#measuring.facts.note(deviceId, at, values, known.written)
    this.#measuring.outbox.add({
      deviceId,
      at,
      values,
      ...(upTime === undefined ? {} : { upTime }),
    })
  }

  /** Gateways are measured as often as they call in by themselves, within the limit. */
  #isReady(known: MeasuredGateway): boolean {
    const seconds = Math.max(this.#measuring.leastSeconds, this.#gateway.periodic_interval ?? 0)
    const now = Date.now()
    return now >= known.quietUntil && now - known.measuredAt >= seconds * tolerance * 1000
  }

  /** Without what the Inform has brought already. */
  #names({ plan, clients, withoutClientTables }: MeasuredGateway): string[] {
    const brought = new Set(this.#informed.map(({ name }) => name))
    const reads = plan.reads.filter((name) => !brought.has(name))
    return plan.signals && !withoutClientTables ? [...reads, ...clientTables(plan.items, clients)] : reads
  }

  #refuse(names: readonly string[]): void {
    this.#refused = [...this.#refused, ...names]
    this.#replans = true
  }
}
