import { makerOf, trapMeaning } from '@netward/snmp-profiles'
import type { TrapFact, TrapKind } from '../protocol.ts'
import type { Varbind } from '../snmp/agent.ts'
import { isBelow } from '../snmp/oids.ts'

/** A trap or an inform, as it was decoded. */
export interface Notification {
  /** snmpTrapOID of v2c and v3; for v1 see `oidOfV1`. */
  readonly oid: string
  readonly varbinds: readonly Varbind[]
}

const snmpTraps = '1.3.6.1.6.3.1.1.5'
const enterprises = '1.3.6.1.4.1'
const ifIndex = '1.3.6.1.2.1.2.2.1.1'
const ifEntry = '1.3.6.1.2.1.2.2.1'
const mostText = 500
const mostValue = 200

/** SNMPv2-MIB and IF-MIB (RFC 3418, RFC 2863). */
const standard: Readonly<Record<string, TrapKind>> = {
  [`${snmpTraps}.1`]: 'coldStart',
  [`${snmpTraps}.2`]: 'warmStart',
  [`${snmpTraps}.3`]: 'linkDown',
  [`${snmpTraps}.4`]: 'linkUp',
  [`${snmpTraps}.5`]: 'authenticationFailure',
}

/** RFC 3584 §3.1. */
export function oidOfV1(enterprise: string, generic: number, specific: number): string {
  return generic >= 0 && generic < 6 ? `${snmpTraps}.${generic + 1}` : `${enterprise}.0.${specific}`
}

export function describe(
  { oid, varbinds }: Notification,
  interfaceKey: (index: number) => string | null,
): Pick<TrapFact, 'trap' | 'oid' | 'vendor' | 'meaning' | 'interfaceKey' | 'text'> {
  const trap = standard[oid] ?? (isBelow(oid, enterprises) ? 'vendor' : 'other')
  const isLink = trap === 'linkDown' || trap === 'linkUp'
  const index = isLink ? indexOf(varbinds) : null
  return {
    trap,
    oid: oid.slice(0, 200),
    vendor: trap === 'vendor' ? (makerOf(oid) ?? '') : '',
    meaning: trapMeaning(oid),
    interfaceKey: index === null ? null : interfaceKey(index),
    text: textOf(varbinds),
  }
}

/** RFC 2863 puts ifIndex first; some agents send other columns of the row alone. */
function indexOf(varbinds: readonly Varbind[]): number | null {
  const named = varbinds.find(({ oid }) => isBelow(oid, ifIndex))
  if (typeof named?.value === 'number') return named.value
  const row = varbinds.find(({ oid }) => isBelow(oid, ifEntry))
  return row === undefined ? null : Number(row.oid.slice(row.oid.lastIndexOf('.') + 1))
}

/** Values that a person may read, one behind another. It stays text wherever it is shown. */
function textOf(varbinds: readonly Varbind[]): string {
  const parts: string[] = []
  for (const { type, value } of varbinds) {
    if (type === 'octets') {
      const text = readable(value as Uint8Array)
      if (text !== '') parts.push(text)
    } else if (type === 'integer' || type === 'gauge32' || type === 'address') parts.push(String(value))
  }
  return cut(parts.join(', '), mostText)
}

/** Empty for bytes that are no text, such as a MAC address. */
function readable(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.subarray(0, 4 * mostValue)).toString('utf8')
  if (text.includes('\uFFFD')) return ''
  return cut(text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim(), mostValue)
}

/** Never in the middle of a character that takes two units. */
const cut = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/u, '')
