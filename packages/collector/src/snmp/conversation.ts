import type { CredentialSet } from '../protocol.ts'
import { SnmpError, type SnmpAgent, type SnmpFault, type Varbind, type Walked } from './agent.ts'
import { before, follows, isBelow } from './oids.ts'
import { Repetitions } from './repetitions.ts'
import { CheckedSession, type Endpoint, type EngineState } from './session.ts'
import { snmp } from './usm.ts'
import { isEnd, presentValue, type RawVarbind } from './varbinds.ts'

const { ErrorStatus, RequestFailedError, ResponseInvalidCode, ResponseInvalidError } = snmp
/** Codes of net-snmp 3.29.2 that its types leave out. */
const notInTimeWindow = 14
const badVarbindList = 15

/** What is remembered of an agent between conversations. */
export interface AgentMemory {
  engine: EngineState | null
  readonly repetitions: Repetitions
}
export const newMemory = (): AgentMemory => ({ engine: null, repetitions: new Repetitions() })

export interface ConversationLimits {
  /** Of the first attempt of a request; doubles with each further one. */
  readonly timeoutMs: number
  readonly retries: number
  /** `performance.now()` after which nothing more is asked. */
  readonly deadline: number
  /** Waited for before each request and each repeat of one. */
  readonly pace?: () => Promise<void>
}

const usualMost = 20_000
const freshMs = 1000
const oidsInOneGet = { v1: 12, v2c: 40, v3: 40 } as const
/** Beside the attempts: a datagram storm from the device itself ends the conversation. */
const mostStrays = 2000

type Fault = SnmpFault | 'tooBig' | 'noSuchName' | 'outOfStep'
interface Failure {
  readonly fault: Fault
  readonly message: string
  /** That the agent named, with noSuchName. */
  readonly oid: string | null
}
const isFailure = (answer: readonly unknown[] | Failure): answer is Failure => 'fault' in answer
type Ask = (session: CheckedSession, done: (error: unknown, varbinds?: unknown) => void) => void

/**
 * One conversation with an agent: a request at a time, over a socket of its own, with one set of credentials. Close it.
 */
export class Conversation implements SnmpAgent {
  readonly #endpoint: Endpoint
  readonly #credential: CredentialSet
  readonly #memory: AgentMemory
  readonly #limits: ConversationLimits
  #deadline: number
  #session: CheckedSession
  #queue: Promise<unknown> = Promise.resolve()
  #closed = false
  /** Of the last `get`. */
  #last: { readonly found: ReadonlyMap<string, Varbind>; readonly at: number } | null = null
  /** An authentic answer came. */
  answered = false
  /** Something was left out because the time was over. */
  cutShort = false
  /** Of the last answer. */
  lastRttMs = 0
  varbinds = 0

  constructor(
    endpoint: Endpoint,
    credential: CredentialSet,
    memory: AgentMemory,
    limits: ConversationLimits,
  ) {
    this.#endpoint = endpoint
    this.#credential = credential
    this.#memory = memory
    this.#limits = limits
    this.#deadline = limits.deadline
    this.#session = new CheckedSession(endpoint, credential, memory.engine)
  }

  get(oids: readonly string[]): Promise<ReadonlyMap<string, Varbind>> {
    return this.#inTurn(async () => {
      const known = this.#justRead(oids)
      if (known !== null) return known
      const found = new Map<string, Varbind>()
      const wanted = new Set(oids)
      const size = oidsInOneGet[this.#credential.version]
      const all = [...wanted]
      let refused: SnmpError | null = null
      for (let at = 0; at < all.length; at += size) {
        refused = (await this.#getPart(all.slice(at, at + size), wanted, found)) ?? refused
      }
      if (refused !== null && found.size === 0) throw refused
      this.#last = { found, at: performance.now() }
      return found
    })
  }

  async walk(root: string, most = usualMost): Promise<Walked> {
    const [walked] = await this.walkAll([root], most)
    return walked ?? { rows: [], incomplete: true }
  }

  walkAll(roots: readonly string[], most = usualMost): Promise<readonly Walked[]> {
    return this.#inTurn(() => this.#walkAll(roots, most))
  }

  /** More is to be read than was thought. */
  allowUntil(deadline: number): void {
    this.#deadline = Math.max(this.#deadline, deadline)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#remember()
    this.#session.close()
  }

  /** The poller and a reader both begin with sysUpTime: it is asked for once. */
  #justRead(oids: readonly string[]): ReadonlyMap<string, Varbind> | null {
    const [oid = ''] = oids
    const varbind = this.#last?.found.get(oid)
    const isFresh = this.#last !== null && performance.now() - this.#last.at < freshMs
    return oids.length === 1 && isFresh && varbind !== undefined ? new Map([[oid, varbind]]) : null
  }

  /** Readers may ask for several things at once; the agent is asked one after another. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work)
    this.#queue = turn.catch(() => {})
    return turn
  }

  /** @returns an error if this part is refused; what is found is added. */
  async #getPart(
    oids: readonly string[],
    wanted: ReadonlySet<string>,
    found: Map<string, Varbind>,
  ): Promise<SnmpError | null> {
    const answer = await this.#ask((session, done) => session.get([...oids], done))
    if (!isFailure(answer)) {
      keepWanted(answer as RawVarbind[], wanted, found)
      return null
    }
    const { fault, message, oid } = answer
    if (fault === 'noSuchName') {
      if (oids.length === 1) return null
      // RFC 1157 §4.1.2: one missing variable voids the whole answer, and an agent names only the first.
      const others = oids.filter((other) => other !== oid)
      return others.length < oids.length && others.length <= 3
        ? this.#getPart(others, wanted, found)
        : this.#getByNext(oids, wanted, found)
    }
    const divisible = fault === 'tooBig' || fault === 'refused' || fault === 'broken' || this.answered
    if (oids.length > 1 && divisible && !this.#isOver()) {
      const half = Math.ceil(oids.length / 2)
      const first = await this.#getPart(oids.slice(0, half), wanted, found)
      return (await this.#getPart(oids.slice(half), wanted, found)) ?? first
    }
    const error = new SnmpError(outward(fault), message)
    // One object that an agent chokes on leaves the others readable.
    if (fault === 'tooBig' || fault === 'refused' || (fault === 'broken' && this.answered)) return error
    throw error
  }

  /** GETNEXT voids its answer only at the end of the MIB. */
  async #getByNext(
    oids: readonly string[],
    wanted: ReadonlySet<string>,
    found: Map<string, Varbind>,
  ): Promise<SnmpError | null> {
    const answer = await this.#ask((session, done) => session.getNext(oids.map(before), done))
    if (!isFailure(answer)) {
      keepWanted(answer as RawVarbind[], wanted, found)
      return null
    }
    if (answer.fault === 'noSuchName' || answer.fault === 'tooBig' || answer.fault === 'refused') {
      if (oids.length === 1) return null
      const half = Math.ceil(oids.length / 2)
      await this.#getByNext(oids.slice(0, half), wanted, found)
      return this.#getByNext(oids.slice(half), wanted, found)
    }
    throw new SnmpError(outward(answer.fault), answer.message)
  }

  async #walkAll(roots: readonly string[], most: number): Promise<readonly Walked[]> {
    const columns = roots.map((root): ColumnWalk => ({ root, last: root, rows: [], state: 'open' }))
    for (let open = columns; open.length > 0; open = columns.filter(({ state }) => state === 'open')) {
      if (this.#isOver() && this.answered) {
        this.cutShort = true
        end(open, 'incomplete')
        break
      }
      const failure = await this.#readOn(open, most)
      if (failure === null) continue
      // A table that cannot be read to its end is worth its beginning.
      if (!this.answered) throw new SnmpError(outward(failure.fault), failure.message)
    }
    return columns.map(({ rows, state }) => ({ rows, incomplete: state === 'incomplete' }))
  }

  /** One GETBULK for the first of the columns, as many as are worth asking for at once; one GETNEXT in v1. */
  async #readOn(open: ColumnWalk[], most: number): Promise<Failure | null> {
    const { repetitions } = this.#memory
    const isV1 = this.#credential.version === 'v1'
    const size = isV1 ? { columns: 1, rows: 1 } : repetitions.next(open.length, open[0]?.rows.length)
    const asked = open.slice(0, size.columns)
    const began = performance.now()
    const answer = await this.#askBeyond(
      asked.map(({ last }) => last),
      size.rows,
    )
    if (!isFailure(answer)) {
      const varbinds = answer.reduce((sum, rows) => sum + rows.length, 0)
      const milliseconds = performance.now() - began
      for (const [at, column] of asked.entries()) {
        takeRows(column, answer[at] ?? [], most)
        if (column.state === 'done') repetitions.finished(column.rows.length)
      }
      const ended = asked.some(({ state }) => state !== 'open')
      const { lastBytes } = this.#session.socket
      if (!isV1)
        repetitions.answered({ ...size, columns: asked.length }, varbinds, lastBytes, milliseconds, ended)
      // RFC 3416 §4.2.3 lets an answer end anywhere, but not before its first variable.
      if (varbinds === 0) end(asked, 'incomplete')
      return null
    }
    if (answer.fault === 'noSuchName') {
      end(asked, 'done')
      return null
    }
    const isTooMuch = answer.fault === 'tooBig' || answer.fault === 'broken' || answer.fault === 'timeout'
    // An agent that has never answered need not be asked for less.
    const mayAskForLess =
      isTooMuch && !isV1 && (this.answered || answer.fault !== 'timeout') && !this.#isOver()
    if (mayAskForLess && repetitions.tooMuch(size)) return null
    end(asked, 'incomplete')
    return answer
  }

  /** The rows behind each OID. */
  async #askBeyond(oids: readonly string[], rows: number): Promise<RawVarbind[][] | Failure> {
    if (this.#credential.version === 'v1') {
      const next = await this.#ask((session, done) => session.getNext([...oids], done))
      return !isFailure(next) ? (next as RawVarbind[]).map((varbind) => [varbind]) : next
    }
    const answer = await this.#ask((session, done) => session.getBulk([...oids], 0, rows, done))
    return !isFailure(answer) ? (answer as RawVarbind[][]) : answer
  }

  /** One request with its repeats. */
  async #ask(ask: Ask): Promise<readonly unknown[] | Failure> {
    let failure: Failure = { fault: 'timeout', message: 'no time is left', oid: null }
    let resynchronised = false
    // An agent that has answered is worth one more.
    const retries = this.#limits.retries + (this.answered ? 1 : 0)
    for (let attempt = 0; attempt <= retries; attempt++) {
      if (this.#closed || this.#isOver()) {
        this.cutShort = true
        break
      }
      await this.#limits.pace?.()
      const began = performance.now()
      const answer = await this.#attempt(ask, this.#limits.timeoutMs * 2 ** attempt)
      if (!isFailure(answer)) {
        this.answered = true
        this.lastRttMs = performance.now() - began
        this.varbinds += answer.flat().length
        return answer
      }
      failure = answer
      if (answer.fault === 'outOfStep' && !resynchronised) {
        // The engine restarted, went back in its count of boots, or is another one: RFC 3414 §4, anew.
        resynchronised = true
        attempt--
        this.#restart()
      } else if (answer.fault !== 'timeout' && answer.fault !== 'broken') break
      if (this.#session.strays > mostStrays) break
    }
    return failure.fault === 'timeout' ? this.#explained(failure) : failure
  }

  /** RFC 3414 lets an agent be silent about a key that does not decrypt, but it has answered discovery by then. */
  #explained(failure: Failure): Failure {
    const { heard, strays } = this.#session
    if (this.#credential.version === 'v3' && heard && !this.answered) {
      return {
        ...failure,
        fault: 'auth',
        message: 'it answers discovery, but nothing that is asked with these keys',
      }
    }
    return strays > 0 && !this.answered && !heard
      ? { ...failure, fault: 'broken', message: 'what it sends is no answer' }
      : failure
  }

  #attempt(ask: Ask, timeoutMs: number): Promise<readonly unknown[] | Failure> {
    const session = this.#session
    return new Promise((resolve) => {
      session.setTimeout(Math.max(50, Math.min(timeoutMs, this.#deadline - performance.now())))
      session.onBroken = () => {
        session.onBroken = () => {}
        // The request that it may have belonged to is not waited for.
        session.cancelRequests(new ResponseInvalidError('cut off or garbled', badVarbindList))
      }
      ask(session, (error, varbinds) => {
        resolve(error == null && Array.isArray(varbinds) ? varbinds : failureOf(error))
      })
    })
  }

  #restart(): void {
    this.#session.close()
    this.#memory.engine = null
    this.#session = new CheckedSession(this.#endpoint, this.#credential, null)
  }

  #remember(): void {
    if (this.answered && this.#session.engine !== null) this.#memory.engine = this.#session.engine
  }

  #isOver(): boolean {
    return performance.now() >= this.#deadline
  }
}

/** A column on its way. */
interface ColumnWalk {
  readonly root: string
  last: string
  readonly rows: Varbind[]
  state: 'open' | 'done' | 'incomplete'
}

function end(columns: readonly ColumnWalk[], state: 'done' | 'incomplete'): void {
  for (const column of columns) column.state = state
}

function takeRows(column: ColumnWalk, answer: readonly RawVarbind[], most: number): void {
  for (const varbind of answer) {
    if (isEnd(varbind) || !isBelow(varbind.oid, column.root)) {
      // RFC 3416 §4.2.2: what follows the table lies behind it; some agents begin anew instead.
      const isBackwards = !isEnd(varbind) && !follows(column.last, varbind.oid)
      column.state = isBackwards ? 'incomplete' : 'done'
      return
    }
    if (column.rows.length >= most || !follows(column.last, varbind.oid)) {
      column.state = 'incomplete'
      return
    }
    column.last = varbind.oid
    const present = presentValue(varbind)
    if (present !== null) column.rows.push(present)
  }
}

function keepWanted(
  varbinds: readonly RawVarbind[],
  wanted: ReadonlySet<string>,
  found: Map<string, Varbind>,
): void {
  for (const varbind of varbinds) {
    if (!wanted.has(varbind.oid)) continue
    const present = presentValue(varbind)
    if (present !== null) found.set(varbind.oid, present)
  }
}

const outward = (fault: Fault): SnmpFault => {
  if (fault === 'tooBig' || fault === 'noSuchName') return 'refused'
  return fault === 'outOfStep' ? 'auth' : fault
}

function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message.slice(0, 200) : 'no answer'
  if (error instanceof RequestFailedError) {
    // The library names the variable behind the status: "NoSuchName: 1.3.6…".
    const oid = /: ([\d.]+)$/.exec(message)?.[1] ?? null
    const { status } = error as { status: number }
    if (status === ErrorStatus.TooBig) return { fault: 'tooBig', message, oid }
    return { fault: status === ErrorStatus.NoSuchName ? 'noSuchName' : 'refused', message, oid }
  }
  if (error instanceof ResponseInvalidError) {
    const { code } = error as { code: number }
    const outOfStep = code === notInTimeWindow || /Not In Time Window|Unknown Engine ID/.test(message)
    if (outOfStep) return { fault: 'outOfStep', message, oid: null }
    const auth =
      code === ResponseInvalidCode.EAuthFailure ||
      code === ResponseInvalidCode.ECouldNotDecrypt ||
      code === ResponseInvalidCode.EUnexpectedReport
    return { fault: auth ? 'auth' : 'broken', message, oid: null }
  }
  return { fault: 'timeout', message, oid: null }
}
