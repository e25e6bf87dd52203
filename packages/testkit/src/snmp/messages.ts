import { Elements, integer, octets, tags, tlv } from './ber.ts'
import type { EngineClock, LocalizedUser } from './usm.ts'

/** A request as an agent reads it. */
export interface Request {
  readonly pdu: number
  readonly id: number
  /** error-status and error-index, or non-repeaters and max-repetitions. */
  readonly first: number
  readonly second: number
  readonly variables: readonly (readonly number[])[]
}

export function readRequest(elements: Elements): Request {
  const pdu = elements.tag ?? 0
  const body = elements.inside(pdu)
  const id = body.integer()
  const first = body.integer()
  const second = body.integer()
  const list = body.inside()
  const variables: number[][] = []
  while (list.tag !== null) variables.push(list.inside().arcs())
  return { pdu, id, first, second, variables }
}

export const variable = (name: Buffer, value: Buffer): Buffer => tlv(tags.sequence, name, value)

export const pdu = (
  tag: number,
  id: number,
  status: number,
  index: number,
  variables: readonly Buffer[],
): Buffer => tlv(tag, integer(id), integer(status), integer(index), tlv(tags.sequence, ...variables))

export const communityMessage = (version: 0 | 1, community: string, body: Buffer): Buffer =>
  tlv(tags.sequence, integer(version), octets(community), body)

/** RFC 3412 §6. */
export interface V3Message {
  readonly id: number
  readonly flags: number
  readonly engineId: Buffer
  readonly clock: EngineClock
  readonly userName: string
  /** A view into the message. */
  readonly code: Buffer
  readonly salt: Buffer
  /** The scoped PDU, or its ciphertext. */
  readonly data: Elements
}

export function readV3(message: Elements): V3Message {
  const header = message.inside()
  const id = header.integer()
  header.integer()
  const flags = header.take(tags.octets)[0] ?? 0
  const security = new Elements(message.take(tags.octets)).inside()
  const engineId = security.take(tags.octets)
  const clock = { boots: security.integer(), time: security.integer() }
  const userName = security.take(tags.octets).toString()
  return {
    id,
    flags,
    engineId,
    clock,
    userName,
    code: security.take(tags.octets),
    salt: security.take(tags.octets),
    data: message,
  }
}

export interface V3Options {
  readonly id: number
  readonly engineId: Buffer
  readonly clock: EngineClock
  readonly userName: string
  /** Null: not authenticated. */
  readonly keys: LocalizedUser | null
  readonly encrypted: boolean
  readonly reportable?: boolean
  readonly context: Buffer
}

export function v3Message(options: V3Options, body: Buffer): Buffer {
  const { id, engineId, clock, userName, keys, encrypted, context } = options
  const scoped = tlv(tags.sequence, octets(engineId), octets(context), body)
  const secret = encrypted && keys !== null ? keys.encrypt(scoped, clock) : null
  const flags = (keys === null ? 0 : 1) | (secret === null ? 0 : 2) | (options.reportable === true ? 4 : 0)
  const header = tlv(tags.sequence, integer(id), integer(65507), octets(Uint8Array.of(flags)), integer(3))
  const salt = octets(secret?.salt ?? Buffer.alloc(0))
  const security = (code: Buffer) =>
    octets(
      tlv(
        tags.sequence,
        octets(engineId),
        integer(clock.boots),
        integer(clock.time),
        octets(userName),
        octets(code),
        salt,
      ),
    )
  const data = secret === null ? scoped : octets(secret.bytes)
  const whole = (code: Buffer) => tlv(tags.sequence, integer(3), header, security(code), data)
  const empty = Buffer.alloc(keys?.codeLength ?? 0)
  return keys === null ? whole(empty) : whole(keys.code(whole(empty)))
}
