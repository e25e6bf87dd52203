import { snmp } from './usm.ts'
import type { SnmpType, Varbind } from './agent.ts'

const { ObjectType } = snmp

/** As net-snmp decodes it: a Counter64 is bytes. */
export interface RawVarbind {
  readonly oid: string
  readonly type: snmp.ObjectType
  readonly value: unknown
}

const types: Readonly<Record<number, SnmpType>> = {
  [ObjectType.Integer]: 'integer',
  [ObjectType.OctetString]: 'octets',
  [ObjectType.Null]: 'null',
  [ObjectType.OID]: 'oid',
  [ObjectType.IpAddress]: 'address',
  [ObjectType.Counter]: 'counter32',
  [ObjectType.Gauge]: 'gauge32',
  [ObjectType.TimeTicks]: 'timeticks',
  [ObjectType.Opaque]: 'opaque',
  [ObjectType.Counter64]: 'counter64',
}

export const isEnd = ({ type }: RawVarbind): boolean => type === ObjectType.EndOfMibView

/** Null: it is missing (noSuchObject, noSuchInstance, endOfMibView), or has a type or a length that SMIv2 does not know. */
export function presentValue({ oid, type, value }: RawVarbind): Varbind | null {
  const known = types[type]
  if (known === undefined) return null
  if (known === 'counter64') {
    return Buffer.isBuffer(value) && value.length <= 9
      ? { oid, type: known, value: bigUnsigned(value) }
      : null
  }
  if (known === 'null') return { oid, type: known, value: null }
  return value === null || value === undefined ? null : { oid, type: known, value: value as string | number }
}

/** RFC 2578 §7.1.10, in BER: up to nine bytes, the first zero when the highest bit is set. */
function bigUnsigned(bytes: Buffer): bigint {
  if (bytes.length === 0) return 0n
  if (bytes.length <= 6) return BigInt(bytes.readUIntBE(0, bytes.length))
  const low = bytes.readUIntBE(bytes.length - 4, 4)
  const high = bytes.readUIntBE(Math.max(0, bytes.length - 8), Math.min(4, bytes.length - 4))
  return (BigInt(high) << 32n) | BigInt(low)
}
