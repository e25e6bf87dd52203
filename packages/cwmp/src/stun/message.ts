/**
 * Classic STUN (RFC 3489) as used by TR-069 Annex G (formerly TR-111 part 2). Bytes in, bytes out. No magic
 * cookie: all 16 bytes after the length are the transaction id.
 */
export const stunType = { bindingRequest: 0x0001, bindingResponse: 0x0101, bindingError: 0x0111 } as const

const attributeType = {
  mappedAddress: 0x0001,
  responseAddress: 0x0002,
  changeRequest: 0x0003,
  sourceAddress: 0x0004,
  changedAddress: 0x0005,
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  unknownAttributes: 0x000a,
  /** TR-069 G.2.1.1: sent from the address where the gateway listens for UDP connection requests. */
  connectionRequestBinding: 0xc001,
  /** The binding changed. */
  bindingChange: 0xc002,
} as const

export interface StunAddress {
  /** IPv4 (family 1 is the only one in RFC 3489). */
  address: string
  port: number
}

export interface StunMessage {
  type: number
  /** 16 bytes. */
  transactionId: Uint8Array
  username: string | null
  connectionRequestBinding: boolean
  bindingChange: boolean
  mappedAddress: StunAddress | null
  errorCode: number | null
  /**
   * RESPONSE-ADDRESS, flags in CHANGE-REQUEST, or unknown mandatory attributes (up to 0x7fff, RFC 3489 11.2).
   */
  refusable: number[]
  /** Offset of MESSAGE-INTEGRITY, and its 20 bytes. */
  integrity: { at: number; hash: Uint8Array } | null
}

export const stunHeaderBytes = 20
/** No binding request is larger. */
const maxStunBytes = 548
/** TR-069 G.2.1.1: the content of CONNECTION-REQUEST-BINDING. */
const bindingMark = new TextEncoder().encode('dslforum.org/TR-111 ')
const maxUsernameBytes = 256

/** Null: not a message of this protocol, or inconsistent. Never throws. */
export function parseStun(bytes: Uint8Array): StunMessage | null {
  if (bytes.length < stunHeaderBytes || bytes.length > maxStunBytes) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = view.getUint16(2)
  if (length !== bytes.length - stunHeaderBytes || length % 4 !== 0 || (bytes[0]! & 0xc0) !== 0) return null
  const message: StunMessage = {
    type: view.getUint16(0),
    transactionId: new Uint8Array(bytes.subarray(4, stunHeaderBytes)),
    username: null,
    connectionRequestBinding: false,
    bindingChange: false,
    mappedAddress: null,
    errorCode: null,
    refusable: [],
    integrity: null,
  }
  for (let at = stunHeaderBytes; at < bytes.length;) {
    if (at + 4 > bytes.length) return null
    const type = view.getUint16(at)
    const size = view.getUint16(at + 2)
    const value = bytes.subarray(at + 4, at + 4 + size)
    if (value.length !== size) return null
    // RFC 3489 11.2.8: it covers everything before it, so anything after it is ignored.
    if (message.integrity !== null) return null
    if (!take(message, type, value, at)) return null
    // Lengths are multiples of four here; RFC 5389 clients pad the rest.
    at += 4 + Math.ceil(size / 4) * 4
  }
  return message
}

/** False: invalid attribute. */
function take(message: StunMessage, type: number, value: Uint8Array, at: number): boolean {
  switch (type) {
    case attributeType.username:
      if (value.length > maxUsernameBytes || message.username !== null) return false
      // G.2.1.1: padded with spaces to a multiple of four.
      message.username = new TextDecoder('latin1').decode(value).replace(/[ \0]+$/, '')
      return true
    case attributeType.messageIntegrity:
      message.integrity = { at, hash: new Uint8Array(value) }
      return value.length === 20
    case attributeType.connectionRequestBinding:
      message.connectionRequestBinding =
        value.length === bindingMark.length && bindingMark.every((byte, index) => byte === value[index])
      return true
    case attributeType.bindingChange:
      message.bindingChange = true
      return true
    case attributeType.changeRequest:
      if (value.length !== 4) return false
      if ((value[3]! & 0x06) !== 0) message.refusable.push(type)
      return true
    case attributeType.mappedAddress:
      message.mappedAddress = addressOf(value)
      return message.mappedAddress !== null
    case attributeType.errorCode:
      if (value.length < 4) return false
      message.errorCode = (value[2]! & 0x07) * 100 + value[3]!
      return true
    case attributeType.sourceAddress:
    case attributeType.changedAddress:
    case attributeType.unknownAttributes:
      return true
    default:
      // RESPONSE-ADDRESS too: obeying it would make the server a reflector.
      if (type <= 0x7fff) message.refusable.push(type)
      return message.refusable.length <= 16
  }
}

function addressOf(value: Uint8Array): StunAddress | null {
  if (value.length !== 8 || value[1] !== 1) return null
  return { address: value.subarray(4).join('.'), port: (value[2]! << 8) | value[3]! }
}

type Attribute = { type: number; value: Uint8Array }

function encode(type: number, transactionId: Uint8Array, attributes: readonly Attribute[]): Uint8Array {
  const length = attributes.reduce((sum, { value }) => sum + 4 + value.length, 0)
  const bytes = new Uint8Array(stunHeaderBytes + length)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, type)
  view.setUint16(2, length)
  bytes.set(transactionId, 4)
  let at = stunHeaderBytes
  for (const { type: kind, value } of attributes) {
    view.setUint16(at, kind)
    view.setUint16(at + 2, value.length)
    bytes.set(value, at + 4)
    at += 4 + value.length
  }
  return bytes
}

function addressAttribute(type: number, { address, port }: StunAddress): Attribute {
  return { type, value: Uint8Array.from([0, 1, port >> 8, port & 0xff, ...address.split('.').map(Number)]) }
}

/** Computes MESSAGE-INTEGRITY: HMAC-SHA1 under the password. */
export type Sign = (bytes: Uint8Array) => Uint8Array

const integrityBytes = 24

/** RFC 3489 11.2.8: the message before the attribute, its length including it, zero-padded to 64 bytes. */
function signed(bytes: Uint8Array, sign: Sign): Uint8Array {
  const whole = new Uint8Array(bytes.length + integrityBytes)
  whole.set(bytes)
  const view = new DataView(whole.buffer)
  view.setUint16(2, whole.length - stunHeaderBytes)
  view.setUint16(bytes.length, attributeType.messageIntegrity)
  view.setUint16(bytes.length + 2, integrityBytes - 4)
  const text = new Uint8Array(Math.ceil(bytes.length / 64) * 64)
  text.set(whole.subarray(0, bytes.length))
  whole.set(sign(text), bytes.length + 4)
  return whole
}

/**
 * Inputs that a message's MESSAGE-INTEGRITY may cover. Clients disagree: the length includes the attribute
 * (RFC 3489), ends before it, or is still zero while the widespread Vovida client signs; and only some pad to
 * 64 bytes (RFC 5389 does not). Each variant proves the same password.
 */
export function integrityTexts(bytes: Uint8Array, at: number): Uint8Array[] {
  return [at + integrityBytes - stunHeaderBytes, at - stunHeaderBytes, 0].flatMap((length) => {
    const filled = new Uint8Array(Math.ceil(at / 64) * 64)
    filled.set(bytes.subarray(0, at))
    new DataView(filled.buffer).setUint16(2, length)
    return [filled, filled.subarray(0, at)]
  })
}

export interface BindingRequest {
  transactionId: Uint8Array
  username?: string
  connectionRequestBinding?: boolean
  bindingChange?: boolean
  /** RESPONSE-ADDRESS: for tests, since it is refused. */
  responseAddress?: StunAddress
}

export function bindingRequest(wanted: BindingRequest, sign?: Sign): Uint8Array {
  const { username, responseAddress } = wanted
  const attributes: Attribute[] = []
  if (responseAddress) attributes.push(addressAttribute(attributeType.responseAddress, responseAddress))
  if (wanted.connectionRequestBinding)
    attributes.push({ type: attributeType.connectionRequestBinding, value: bindingMark })
  if (wanted.bindingChange) attributes.push({ type: attributeType.bindingChange, value: new Uint8Array(0) })
  if (username !== undefined) {
    const padded = username.padEnd(Math.ceil(username.length / 4) * 4, ' ')
    attributes.push({ type: attributeType.username, value: new TextEncoder().encode(padded) })
  }
  const bytes = encode(stunType.bindingRequest, wanted.transactionId, attributes)
  return sign === undefined ? bytes : signed(bytes, sign)
}

/**
 * Reports a client's observed address. Never longer than `room` (the request's length), to rule out
 * amplification: SOURCE-ADDRESS and CHANGED-ADDRESS are dropped first; null means no answer.
 */
export function bindingResponse(
  transactionId: Uint8Array,
  mapped: StunAddress,
  own: StunAddress,
  room: number,
  sign?: Sign,
): Uint8Array | null {
  const all = [
    addressAttribute(attributeType.mappedAddress, mapped),
    addressAttribute(attributeType.sourceAddress, own),
    addressAttribute(attributeType.changedAddress, own),
  ]
  const extra = sign === undefined ? 0 : integrityBytes
  const fitting = Math.min(all.length, Math.floor((room - stunHeaderBytes - extra) / 12))
  if (fitting < 1) return null
  const bytes = encode(stunType.bindingResponse, transactionId, all.slice(0, fitting))
  return sign === undefined ? bytes : signed(bytes, sign)
}

/**
 * 401 Unauthorized, 420 Unknown Attribute, 431 Integrity Check Failure (RFC 3489 11.2.9), without a reason
 * phrase.
 */
export function bindingError(
  transactionId: Uint8Array,
  code: 401 | 420 | 431,
  room: number,
  unknown: readonly number[] = [],
): Uint8Array | null {
  const attributes: Attribute[] = [
    { type: attributeType.errorCode, value: Uint8Array.from([0, 0, Math.floor(code / 100), code % 100]) },
  ]
  if (unknown.length > 0) {
    // RFC 3489 11.2.10: an odd count repeats one of them.
    const listed = unknown.length % 2 === 0 ? unknown : [...unknown, unknown[0]!]
    const value = Uint8Array.from(listed.flatMap((type) => [type >> 8, type & 0xff]))
    attributes.push({ type: attributeType.unknownAttributes, value })
  }
  const bytes = encode(stunType.bindingError, transactionId, attributes)
  return bytes.length <= room ? bytes : null
}
