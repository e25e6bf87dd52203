import type { InterfaceReading } from '../reading.ts'
import type { InterfaceColumn, InterfacePlan } from '../plan.ts'
import { readCounter, readNumber } from '../number.ts'
import type { Column, Reading } from '../rows.ts'
import { readMac, readText } from '../text.ts'
import { ifMib } from './oids.ts'

export const mostInterfaces = 10_000

/**
 * Keys by ifIndex: ifName, else ifDescr, else the index. Of interfaces with one name, the second by ifIndex is `eth0#2`:
 * this stays the same when others come and go, as long as their order does.
 */
export function interfaceKeys(names: readonly Column[]): ReadonlyMap<number, string> {
  const indexes = new Set(
    names.flatMap((column) => [...column.keys()].filter((index) => /^\d{1,10}$/.test(index)).map(Number)),
  )
  const ordered = [...indexes].toSorted((a, b) => a - b).slice(0, mostInterfaces)
  const used = new Set<string>()
  return new Map(
    ordered.map((index) => {
      const named = names.map((column) => readText(column.get(String(index)))).find((name) => name !== '')
      const key = unique(named ?? String(index), used)
      return [index, key]
    }),
  )
}

/** `name`, or `name#2` and so on where it is taken; adds it to those used. */
export function unique(name: string, used: Set<string>): string {
  let key = name
  for (let copy = 2; used.has(key); copy += 1) key = `${name.slice(0, 190)}#${copy}`
  used.add(key)
  return key
}

/** Speed in bits a second: ifHighSpeed (millions) counts where ifSpeed is at its end or absent, and from 20 Mbit/s on. */
export function speedOf(speed: number | null, highSpeed: number | null): number | null {
  if (highSpeed !== null && highSpeed >= 20) return highSpeed * 1_000_000
  if (speed !== null && speed > 0 && speed < 4_294_967_295) return speed
  return highSpeed !== null && highSpeed > 0 ? highSpeed * 1_000_000 : null
}

export type PlainInterface = Omit<InterfaceReading, 'vlan' | 'taggedVlans' | 'addresses' | 'neighbour'>

/** Interfaces of IF-MIB, without what other MIBs say of them. */
export async function readInterfaces(reading: Reading): Promise<readonly PlainInterface[]> {
  const names = await reading.column(ifMib.ifName)
  const descriptions = await reading.column(ifMib.ifDescr)
  const keys = interfaceKeys([names, descriptions])
  if (keys.size === 0) return []
  const column = {
    alias: await reading.column(ifMib.ifAlias),
    type: await reading.column(ifMib.ifType),
    mtu: await reading.column(ifMib.ifMtu),
    speed: await reading.column(ifMib.ifSpeed),
    highSpeed: await reading.column(ifMib.ifHighSpeed),
    mac: await reading.column(ifMib.ifPhysAddress),
    admin: await reading.column(ifMib.ifAdminStatus),
    oper: await reading.column(ifMib.ifOperStatus),
    duplex: await reading.column(ifMib.dot3StatsDuplexStatus),
  }
  return [...keys].map(([index, key]) => {
    const at = (name: keyof typeof column) => column[name].get(String(index))
    return {
      key,
      index,
      name: readText(names.get(String(index))),
      description: readText(descriptions.get(String(index))),
      alias: readText(at('alias')),
      type: positive(readNumber(at('type'))) ?? 1,
      speed: speedOf(readNumber(at('speed')), readNumber(at('highSpeed'))),
      mtu: positive(readNumber(at('mtu'))),
      mac: readMac(at('mac')),
      adminState: stateOf(readNumber(at('admin')), 3),
      operState: stateOf(readNumber(at('oper')), 7),
      duplex: duplexes.get(readNumber(at('duplex')) ?? 0) ?? null,
    }
  })
}

const duplexes = new Map([
  [2, 'half' as const],
  [3, 'full' as const],
])

/** Signed 32 bits are what columns of the server hold. */
const positive = (value: number | null) =>
  value !== null && Number.isInteger(value) && value > 0 && value < 2 ** 31 ? value : null

/** 4 is `unknown` of ifOperStatus; ifAdminStatus has none, so that 0 stands for it. */
export const stateOf = (value: number | null, most: 3 | 7) =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= most ? value : most === 7 ? 4 : 0

/** 64-bit column, then the 32-bit one. */
const counters = [
  ['interface_in_octets', ifMib.ifHCInOctets, ifMib.ifInOctets],
  ['interface_out_octets', ifMib.ifHCOutOctets, ifMib.ifOutOctets],
  ['interface_in_packets', ifMib.ifHCInUcastPkts, ifMib.ifInUcastPkts],
  ['interface_out_packets', ifMib.ifHCOutUcastPkts, ifMib.ifOutUcastPkts],
  ['interface_in_errors', null, ifMib.ifInErrors],
  ['interface_out_errors', null, ifMib.ifOutErrors],
  ['interface_in_discards', null, ifMib.ifInDiscards],
  ['interface_out_discards', null, ifMib.ifOutDiscards],
] as const

/** Which columns a poll reads of interfaces: only those that answered. */
export async function planInterfaces(
  reading: Reading,
  interfaces: readonly PlainInterface[],
): Promise<InterfacePlan | null> {
  if (interfaces.length === 0) return null
  const columns: InterfaceColumn[] = []
  for (const [metric, wide, narrow] of counters) {
    const wideRows = wide ? await reading.column(wide) : new Map()
    const lacking = interfaces.some(({ index }) => !wideRows.has(String(index)))
    const narrowRows = lacking || isIdle(wideRows) ? await reading.column(narrow) : new Map()
    // Some agents serve 64-bit columns that stay 0: the 32-bit ones count there.
    const isStuck = wideRows.size > 0 && isIdle(wideRows) && !isIdle(narrowRows)
    if (wide && wideRows.size > 0 && !isStuck) columns.push({ metric, column: wide })
    if (narrowRows.size > 0 && (lacking || isStuck)) columns.push({ metric, column: narrow, bits: 32 })
  }
  const hasName = interfaces.every(({ name }) => name !== '')
  const hasAny = interfaces.some(({ name }) => name !== '')
  return {
    names: hasName ? [ifMib.ifName] : hasAny ? [ifMib.ifName, ifMib.ifDescr] : [ifMib.ifDescr],
    columns,
    discontinuity: !isIdle(await reading.column(ifMib.ifCounterDiscontinuityTime)),
    state: (
      [
        ['oper', ifMib.ifOperStatus],
        ['admin', ifMib.ifAdminStatus],
        ['speed', ifMib.ifSpeed],
        ['highSpeed', ifMib.ifHighSpeed],
      ] as const
    )
      .filter(([, column]) => reading.has(column))
      .map(([state]) => state),
  }
}

/** No row counts anything. */
const isIdle = (column: Column) => [...column.values()].every((row) => (readCounter(row) ?? 0n) === 0n)
