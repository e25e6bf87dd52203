import { readNumber } from '../number.ts'
import type { Neighbourhood } from '../reading.ts'
import { numbersOf, type Column, type Reading } from '../rows.ts'
import { macOf } from '../text.ts'
import { bytesOf } from './addresses.ts'
import { bridge } from './oids.ts'

/** MAC addresses that are kept of one device. */
export const mostStations = 16_384

/** dot1qTpFdbStatus and dot1dTpFdbStatus: self and invalid are no station. */
const notStations: ReadonlySet<number | null> = new Set([2, 4])

/** Keys of interfaces by bridge port. An agent without dot1dBasePortTable numbers both alike. */
export async function bridgePorts(
  reading: Reading,
  byIndex: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, string>> {
  const base = await reading.column(bridge.dot1dBasePortIfIndex)
  if (base.size === 0) return byIndex
  return new Map(
    [...base].flatMap(([port, row]): [number, string][] => {
      const key = byIndex.get(readNumber(row) ?? -1)
      return key === undefined ? [] : [[Number(port), key]]
    }),
  )
}

/** Learned MACs by port and VLAN: of Q-BRIDGE-MIB, else of BRIDGE-MIB, which knows no VLAN. */
export async function readStations(
  reading: Reading,
  byPort: ReadonlyMap<number, string>,
): Promise<{ readonly groups: Neighbourhood['stations']; readonly cut: boolean }> {
  const tagged = await reading.column(bridge.dot1qTpFdbPort)
  if (tagged.size > 0) {
    const vlans = await vlanOfDatabase(reading)
    const status = await reading.column(bridge.dot1qTpFdbStatus)
    return grouped(tagged, status, byPort, (database) => vlans.get(database) ?? database)
  }
  const plain = await reading.column(bridge.dot1dTpFdbPort)
  if (plain.size === 0) return { groups: [], cut: false }
  return grouped(plain, await reading.column(bridge.dot1dTpFdbStatus), byPort, null)
}

/** dot1qVlanFdbId: filtering databases are numbered as their VLANs unless this table says otherwise. */
async function vlanOfDatabase(reading: Reading): Promise<ReadonlyMap<number, number>> {
  const vlans = new Map<number, number>()
  const shared = new Set<number>()
  for (const [index, row] of await reading.column(bridge.dot1qVlanFdbId)) {
    const [vlan, database] = [numbersOf(index).at(-1), readNumber(row)]
    if (vlan === undefined || database === null) continue
    if (vlans.has(database)) shared.add(database)
    vlans.set(database, vlan)
  }
  // Of a database that several VLANs share, the VLAN is not known.
  return new Map([...vlans].filter(([database]) => !shared.has(database)))
}

function grouped(
  ports: Column,
  status: Column,
  byPort: ReadonlyMap<number, string>,
  vlanOf: ((database: number) => number) | null,
): { groups: Neighbourhood['stations']; cut: boolean } {
  const groups = new Map<string, { interface: string; vlan: number | null; macs: string[] }>()
  let kept = 0
  for (const [index, row] of ports) {
    const numbers = numbersOf(index)
    const bytes = bytesOf(numbers.slice(-6))
    const mac = bytes && macOf(bytes)
    const port = byPort.get(readNumber(row) ?? -1)
    // The lowest bit of the first byte marks a group address.
    if (!mac || port === undefined || (bytes[0]! & 1) === 1) continue
    if (notStations.has(readNumber(status.get(index)))) continue
    if (kept >= mostStations) return { groups: [...groups.values()], cut: true }
    const vlan = vlanOf && numbers.length === 7 ? vlanOf(numbers[0]!) : null
    const known = vlan !== null && vlan >= 1 && vlan <= 4094 ? vlan : null
    const key = `${known}\n${port}`
    const group = groups.get(key) ?? { interface: port, vlan: known, macs: [] }
    groups.set(key, group)
    group.macs.push(mac)
    kept += 1
  }
  return { groups: [...groups.values()], cut: false }
}
