import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { SnmpVersion } from '@netward/contract/snmp-values'
import { arcsOf, Elements, integer, objectId, tags, tlv } from './ber.ts'
import type { AgentFault } from './faults.ts'
import {
  communityMessage,
  pdu,
  readRequest,
  readV3,
  v3Message,
  variable,
  type Request,
  type V3Message,
} from './messages.ts'
import type { AgentState, Mib, MibEntry } from './mib.ts'
import { LocalizedUser, type AgentUser } from './usm.ts'

export interface AgentOptions {
  readonly mib: Mib
  /** Default 127.0.0.1. */
  readonly address?: string
  /** Default: any free one. */
  readonly port?: number
  /** Those that it answers to. Default: v2c. */
  readonly versions?: readonly SnmpVersion[]
  readonly community?: string
  readonly users?: readonly AgentUser[]
  /** Other views of v3, by contextName. */
  readonly contexts?: Readonly<Record<string, Mib>>
  readonly engineId?: Buffer
  readonly seed?: number
  /** How much longer than the process it claims to be up, in seconds. */
  readonly upSeconds?: number
  /** GETBULK answers end before they are longer. */
  readonly maxBytes?: number
  readonly fault?: AgentFault
}

/** usmStats of RFC 3414 §5. */
const reports = { level: 1, window: 2, user: 3, engine: 4, digest: 5, decryption: 6 } as const
const usmStats = '1.3.6.1.6.3.15.1.1'
const sysUpTime = objectId(arcsOf('1.3.6.1.2.1.1.3.0'))
const windowSeconds = 150
const end = tlv(tags.endOfMibView)
const noObject = tlv(tags.noSuchInstance)
const noValue = tlv(tags.null)

type Variables = readonly Buffer[]
interface Answer {
  readonly status: number
  readonly index: number
  readonly variables: Variables
}

/** An agent on a UDP port. It may change while it runs: `mib`, `fault`, `boots`, `silent`. */
export class SimulatedAgent {
  readonly #options: AgentOptions
  readonly #socket: Socket
  readonly #keys = new Map<string, LocalizedUser>()
  readonly engineId: Buffer
  mib: Mib
  fault: AgentFault | null
  /** snmpEngineBoots. */
  boots = 1
  silent = false
  #started = performance.now()
  requests = 0

  private constructor(options: AgentOptions) {
    this.#options = options
    this.mib = options.mib
    this.fault = options.fault ?? null
    this.engineId =
      options.engineId ??
      Buffer.from(`80001f8804${Buffer.from(`agent${options.seed ?? 0}`).toString('hex')}`, 'hex')
    this.#socket = createSocket('udp4')
    this.#socket.on('message', (datagram, from) => this.#receive(datagram, from))
    this.#socket.on('error', () => {})
  }

  static async start(options: AgentOptions): Promise<SimulatedAgent> {
    const agent = new SimulatedAgent(options)
    agent.#socket.bind(options.port ?? 0, options.address ?? '127.0.0.1')
    await once(agent.#socket, 'listening')
    return agent
  }

  get port(): number {
    return this.#socket.address().port
  }

  get address(): string {
    return this.#socket.address().address
  }

  /** What stands on the agent begins anew: sysUpTime and the engine's time; boots are counted. */
  restart(boots = this.boots + 1): void {
    this.#started = performance.now() + 1000 * (this.#options.upSeconds ?? 0)
    this.boots = boots
  }

  stop(): void {
    this.#socket.close()
  }

  get #state(): AgentState {
    const upSeconds = (performance.now() - this.#started) / 1000 + (this.#options.upSeconds ?? 0)
    return { seed: this.#options.seed ?? 0, upSeconds }
  }

  #receive(datagram: Buffer, from: RemoteInfo): void {
    if (this.silent) return
    let answer: Buffer | null
    try {
      answer = this.#answerTo(datagram)
    } catch {
      // As RFC 3412 §7.2 has it: what cannot be parsed is dropped.
      return
    }
    if (answer === null) return
    const datagrams = this.fault?.datagrams?.(answer) ?? [answer]
    if (this.fault?.elsewhere === true) {
      const other = createSocket('udp4')
      other.send(answer, from.port, from.address, () => other.close())
      return
    }
    for (const one of datagrams) this.#socket.send(one, from.port, from.address)
  }

  #answerTo(datagram: Buffer): Buffer | null {
    const message = new Elements(datagram).inside()
    const version = message.integer()
    const versions = this.#options.versions ?? ['v2c']
    if (version === 3) return versions.includes('v3') ? this.#answerV3(datagram, message) : null
    if (version !== 0 && version !== 1) return null
    if (!versions.includes(version === 0 ? 'v1' : 'v2c')) return null
    const community = message.take(tags.octets).toString()
    if (community !== (this.#options.community ?? 'public')) return null
    this.requests++
    return communityMessage(version, community, this.#respond(readRequest(message), this.mib, version === 0))
  }

  #respond(request: Request, mib: Mib, isV1: boolean): Buffer {
    const asked =
      request.pdu === tags.getBulk
        ? request.variables.length * Math.max(1, request.second)
        : request.variables.length
    const status = this.fault?.status?.(asked) ?? 0
    const answer =
      status !== 0
        ? { status, index: status === 1 ? 0 : 1, variables: asIs(request) }
        : this.#read(request, mib, isV1)
    return pdu(tags.response, request.id, answer.status, answer.index, answer.variables)
  }

  #read(request: Request, mib: Mib, isV1: boolean): Answer {
    const state = this.#state
    const read = (arcs: readonly number[], entry: MibEntry | null, missing: Buffer) =>
      entry === null ? variable(objectId(arcs), missing) : variable(entry.name, this.#value(entry, state))
    if (request.pdu === tags.getBulk && !isV1)
      return { status: 0, index: 0, variables: this.#bulk(request, mib, state) }
    const isNext = request.pdu === tags.getNext
    const entries = request.variables.map((arcs) => (isNext ? this.#next(mib, arcs) : mib.get(arcs)))
    const missing = entries.indexOf(null)
    // RFC 1157 §4.1.2: one missing variable voids the answer.
    if (isV1 && missing >= 0) return { status: 2, index: missing + 1, variables: asIs(request) }
    return {
      status: 0,
      index: 0,
      variables: request.variables.map((arcs, at) =>
        read(arcs, entries[at] ?? null, isNext ? end : noObject),
      ),
    }
  }

  /** RFC 3416 §4.2.3. */
  #bulk({ variables, first, second }: Request, mib: Mib, state: AgentState): Variables {
    const answer: Buffer[] = []
    const most = this.#options.maxBytes ?? 1472
    let bytes = 0
    const last: (readonly number[])[] = [...variables]
    for (let repetition = 0; repetition < Math.max(1, second); repetition++) {
      for (const [at, arcs] of last.entries()) {
        if (repetition > 0 && at < first) continue
        const entry = this.#next(mib, arcs)
        const one =
          entry === null ? variable(objectId(arcs), end) : variable(entry.name, this.#value(entry, state))
        if (answer.length > 0 && bytes + one.length > most) return answer
        answer.push(one)
        bytes += one.length
        if (entry === null && variables.length === 1) return answer
        if (entry !== null) last[at] = entry.arcs
      }
    }
    return answer
  }

  #next(mib: Mib, arcs: readonly number[]): MibEntry | null {
    const right = mib.next(arcs)
    return this.fault?.next === undefined ? right : this.fault.next(arcs, right)
  }

  #value({ name, value }: MibEntry, state: AgentState): Buffer {
    if (name.equals(sysUpTime)) return integer(Math.floor(state.upSeconds * 100) % 2 ** 32, tags.timeticks)
    return typeof value === 'function' ? value(state) : value
  }

  /** RFC 3414 §3.2, step by step. */
  #answerV3(datagram: Buffer, message: Elements): Buffer | null {
    const head = readV3(message)
    const clock = { boots: this.boots, time: Math.floor(this.#state.upSeconds) }
    const report = (what: number, keys: LocalizedUser | null = null): Buffer | null => {
      if ((head.flags & 4) === 0) return null
      const stat = variable(objectId(arcsOf(`${usmStats}.${what}.0`)), integer(1, tags.counter32))
      return v3Message(
        { ...this.#security(head, clock), keys, encrypted: false, context: Buffer.alloc(0) },
        pdu(tags.report, 0, 0, 0, [stat]),
      )
    }
    this.requests++
    if (!head.engineId.equals(this.engineId)) return report(reports.engine)
    const user = this.#options.users?.find(({ name }) => name === head.userName)
    if (user === undefined) return report(reports.user)
    const level = (user.auth === undefined ? 0 : 1) | (user.privacy === undefined ? 0 : 2)
    if ((head.flags & 3) !== level) return report(reports.level)
    const keys = level === 0 ? null : this.#keysOf(user)
    if (keys !== null) {
      if (!keys.isAuthentic(datagram, head.code)) return report(reports.digest)
      const inWindow =
        head.clock.boots === clock.boots && Math.abs(head.clock.time - clock.time) <= windowSeconds
      if (!inWindow) return report(reports.window, keys)
    }
    const encrypted = (level & 2) !== 0
    const scoped = (
      encrypted && keys !== null
        ? new Elements(keys.decrypt(head.data.take(tags.octets), head.salt, head.clock))
        : head.data
    ).inside()
    scoped.take(tags.octets)
    const context = scoped.take(tags.octets)
    const mib = context.length === 0 ? this.mib : this.#options.contexts?.[context.toString()]
    if (mib === undefined) return null
    const body = this.#respond(readRequest(scoped), mib, false)
    return v3Message({ ...this.#security(head, clock), keys, encrypted, context }, body)
  }

  #security({ id, userName }: V3Message, clock: { boots: number; time: number }) {
    return { id, engineId: this.engineId, clock, userName }
  }

  #keysOf(user: AgentUser): LocalizedUser {
    const known = this.#keys.get(user.name)
    if (known !== undefined) return known
    const keys = new LocalizedUser(user, this.engineId)
    this.#keys.set(user.name, keys)
    return keys
  }
}

const asIs = ({ variables }: Request): Variables => variables.map((arcs) => variable(objectId(arcs), noValue))
