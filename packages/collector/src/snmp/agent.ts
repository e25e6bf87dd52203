/** Types of SMIv2 (RFC 2578 §7.1), as an agent sends them. */
export type SnmpType =
  | 'integer'
  | 'octets'
  | 'null'
  | 'oid'
  | 'address'
  | 'counter32'
  | 'gauge32'
  | 'timeticks'
  | 'opaque'
  | 'counter64'

/**
 * One value of an agent. Octet strings are bytes: what they mean depends on the object, and they are hostile.
 * Counter64 is a bigint; OIDs and addresses are text.
 */
export interface Varbind {
  /** Without a leading dot. */
  readonly oid: string
  readonly type: SnmpType
  readonly value: number | bigint | string | Uint8Array | null
}

/**
 * What a reader of an agent may rely on, over the network or over a recording. Answers are bounded and in order, and
 * hold only what was asked for; an agent that misbehaves ends a walk early (`incomplete`).
 */
export interface SnmpAgent {
  /** Present values by OID; missing ones (noSuchObject, noSuchInstance, noSuchName in v1) are absent. @throws SnmpError */
  get(oids: readonly string[]): Promise<ReadonlyMap<string, Varbind>>
  /** Everything below `root`, at most `most` rows (default 20,000). @throws SnmpError if not even the first answer came */
  walk(root: string, most?: number): Promise<Walked>
  /** The same for several columns, in fewer requests where the agent bears it. Absent: one after another. */
  walkAll?(roots: readonly string[], most?: number): Promise<readonly Walked[]>
}

export interface Walked {
  readonly rows: readonly Varbind[]
  /** The agent stopped answering, went backwards or exceeded the bound: `rows` is its beginning. */
  readonly incomplete: boolean
}

/**
 * - `timeout`: no answer, also after a wrong community or privacy key.
 * - `auth`: wrong user, digest or key, as the agent reports it (RFC 3414 §3.2).
 * - `refused`: noAccess, authorizationError, genErr.
 * - `broken`: an answer that cannot be decoded.
 */
export type SnmpFault = 'timeout' | 'auth' | 'refused' | 'broken'

export class SnmpError extends Error {
  override readonly name = 'SnmpError'
  readonly fault: SnmpFault
  constructor(fault: SnmpFault, message: string) {
    super(message)
    this.fault = fault
  }
}
