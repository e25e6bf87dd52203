import type { InventoryReading, Neighbour } from '../reading.ts'
import { readNumber } from '../number.ts'
import { numbersOf, type Column, type Reading } from '../rows.ts'
import { clean, macOf, readText } from '../text.ts'
import type { Varbind } from '../../snmp/agent.ts'
import { bytesOf, formatAddress } from './addresses.ts'
import type { PlainInterface } from './interfaces.ts'
import { bridge, cdp, lldp } from './oids.ts'

export const mostNeighbours = 4096

export type LinkedNeighbour = InventoryReading['neighbours'][number]

/** Neighbours by LLDP, then by CDP those that LLDP does not have, each with the key of its interface. */
export async function readNeighbours(
  reading: Reading,
  interfaces: readonly PlainInterface[],
): Promise<readonly LinkedNeighbour[]> {
  const byIndex = new Map(interfaces.map((one) => [one.index, one.key]))
  const found = [...(await readLldp(reading, interfaces, byIndex)), ...(await readCdp(reading, byIndex))]
  const seen = new Set<string>()
  return found
    .filter((neighbour) => {
      const identity = `${neighbour.interface}\n${hostOf(neighbour)}`
      return !seen.has(identity) && Boolean(seen.add(identity))
    })
    .slice(0, mostNeighbours)
}

/** One device says `core-1` over LLDP and `core-1.example.com` or `core-1(FOX1234)` over CDP. */
const hostOf = ({ name, chassisId, port }: Neighbour) =>
  (name || chassisId || port).toLowerCase().split(/[.(]/, 1)[0] || chassisId

async function readLldp(
  reading: Reading,
  interfaces: readonly PlainInterface[],
  byIndex: ReadonlyMap<number, string>,
): Promise<readonly LinkedNeighbour[]> {
  const chassis = await reading.column(lldp.lldpRemChassisId)
  const ports = await reading.column(lldp.lldpRemPortId)
  if (chassis.size === 0 && ports.size === 0) return []
  const local = await localPorts(reading, interfaces, byIndex)
  const column = {
    chassisType: await reading.column(lldp.lldpRemChassisIdSubtype),
    portType: await reading.column(lldp.lldpRemPortIdSubtype),
    portDescr: await reading.column(lldp.lldpRemPortDesc),
    name: await reading.column(lldp.lldpRemSysName),
    descr: await reading.column(lldp.lldpRemSysDesc),
  }
  const addresses = managementAddresses(await reading.column(lldp.lldpRemManAddrIfSubtype))
  return [...new Set([...chassis.keys(), ...ports.keys()])].flatMap((index) => {
    const at = (name: keyof typeof column) => column[name].get(index)
    const key = local.get(numbersOf(index)[1] ?? -1)
    if (key === undefined) return []
    const port = identifierOf(ports.get(index), readNumber(at('portType')), 3)
    const portDescr = readText(at('portDescr'))
    const isMac = readNumber(at('portType')) === 3
    return {
      protocol: 'lldp' as const,
      interface: key,
      name: readText(at('name')),
      port: isMac && portDescr !== '' ? portDescr : port,
      chassisId: identifierOf(chassis.get(index), readNumber(at('chassisType')), 4),
      description: readText(at('descr')),
      address: addresses.get(numbersOf(index).slice(0, 3).join('.')) ?? null,
    }
  })
}

/**
 * lldpLocPortNum to the key of its interface. The standard leaves open how they are related: by the port's id where it
 * names an interface, else the bridge port of BRIDGE-MIB, else the ifIndex itself.
 */
async function localPorts(
  reading: Reading,
  interfaces: readonly PlainInterface[],
  byIndex: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, string>> {
  const ids = await reading.column(lldp.lldpLocPortId)
  const subtypes = await reading.column(lldp.lldpLocPortIdSubtype)
  const descriptions = await reading.column(lldp.lldpLocPortDesc)
  const basePorts = await reading.column(bridge.dot1dBasePortIfIndex)
  const named = new Map<string, string>()
  for (const one of interfaces.toReversed()) {
    for (const name of [one.mac, one.alias, one.description, one.name]) if (name) named.set(name, one.key)
  }
  const numbers = new Set([...ids.keys(), ...basePorts.keys(), ...byIndex.keys()].map(Number))
  return new Map(
    [...numbers].flatMap((port): [number, string][] => {
      const id = ids.get(String(port))
      const subtype = readNumber(subtypes.get(String(port)))
      const text = identifierOf(id, subtype, 3)
      const ofBridge = readNumber(basePorts.get(String(port)))
      const key =
        named.get(text) ??
        named.get(readText(descriptions.get(String(port)))) ??
        // Subtype 7, local: many agents put the ifIndex there.
        (subtype === 7 && /^\d{1,10}$/.test(text) ? byIndex.get(Number(text)) : undefined) ??
        (ofBridge === null ? undefined : byIndex.get(ofBridge)) ??
        byIndex.get(port)
      return key === undefined ? [] : [[port, key]]
    }),
  )
}

/** An identifier in text: MAC addresses with colons, network addresses in their notation, else as it is. */
export function identifierOf(varbind: Varbind | undefined, subtype: number | null, macType: 3 | 4): string {
  const value = varbind?.value
  if (!(value instanceof Uint8Array)) return readText(varbind)
  if (subtype === macType) return macOf(value) ?? readText(varbind)
  if (subtype === macType + 1 && value.length > 4) return formatAddress(value.subarray(1)) ?? ''
  // Agents that say another subtype and send six bytes.
  const isText = value.every((byte) => byte >= 32 && byte < 127)
  return !isText && value.length === 6 ? (macOf(value) ?? '') : readText(varbind)
}

/** By time mark, port and number of the neighbour; the address stands in the index: subtype, length, bytes. */
function managementAddresses(column: Column): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>()
  for (const index of column.keys()) {
    const numbers = numbersOf(index)
    const row = numbers.slice(0, 3).join('.')
    const bytes = bytesOf(numbers.length === 8 ? numbers.slice(4) : numbers.slice(5))
    const address = bytes && formatAddress(bytes)
    if (address && !addresses.has(row)) addresses.set(row, address)
  }
  return addresses
}

async function readCdp(
  reading: Reading,
  byIndex: ReadonlyMap<number, string>,
): Promise<readonly LinkedNeighbour[]> {
  const ids = await reading.column(cdp.cdpCacheDeviceId)
  if (ids.size === 0) return []
  const ports = await reading.column(cdp.cdpCacheDevicePort)
  const versions = await reading.column(cdp.cdpCacheVersion)
  const addresses = await reading.column(cdp.cdpCacheAddress)
  return [...ids].flatMap(([index, id]) => {
    const key = byIndex.get(numbersOf(index)[0] ?? -1)
    const value = addresses.get(index)?.value
    return key === undefined
      ? []
      : {
          protocol: 'cdp' as const,
          interface: key,
          name: identifierOf(id, null, 4),
          port: readText(ports.get(index)),
          chassisId: '',
          description: clean(readText(versions.get(index))),
          address: value instanceof Uint8Array ? formatAddress(value) : null,
        }
  })
}
