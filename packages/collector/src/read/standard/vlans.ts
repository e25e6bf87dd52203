import { readNumber } from '../number.ts'
import { numbersOf, type Column, type Reading } from '../rows.ts'
import { bridge } from './oids.ts'

interface InterfaceVlans {
  vlan: number | null
  readonly tagged: Set<number>
}

/** CISCO-VLAN-MEMBERSHIP-MIB and CISCO-VTP-MIB, by ifIndex. */
const cisco = {
  vmVlan: '1.3.6.1.4.1.9.9.68.1.2.2.1.2',
  vlanTrunkPortVlansEnabled: '1.3.6.1.4.1.9.9.46.1.6.1.1.4',
  vlanTrunkPortNativeVlan: '1.3.6.1.4.1.9.9.46.1.6.1.1.5',
  vlanTrunkPortDynamicStatus: '1.3.6.1.4.1.9.9.46.1.6.1.1.14',
  vtpVlanState: '1.3.6.1.4.1.9.9.46.1.3.1.1.2',
} as const

const isVlan = (vlan: number | null): vlan is number => vlan !== null && vlan >= 1 && vlan <= 4094

/** VLANs by ifIndex, from Q-BRIDGE-MIB; where it is empty, from Cisco's tables. */
export async function readVlans(
  reading: Reading,
  vendor: string,
): Promise<ReadonlyMap<number, { readonly vlan: number | null; readonly tagged: readonly number[] }>> {
  const found = new Map<number, InterfaceVlans>()
  const of = (index: number) => {
    const vlans = found.get(index) ?? { vlan: null, tagged: new Set() }
    found.set(index, vlans)
    return vlans
  }
  await readQBridge(reading, of)
  if (found.size === 0 && vendor === 'Cisco') await readCisco(reading, of)
  return new Map(
    [...found].map(([index, { vlan, tagged }]) => [
      index,
      { vlan, tagged: [...tagged].filter((one) => one !== vlan).toSorted((a, b) => a - b) },
    ]),
  )
}

async function readQBridge(reading: Reading, of: (index: number) => InterfaceVlans): Promise<void> {
  const basePorts = await reading.column(bridge.dot1dBasePortIfIndex)
  const indexOf = (port: number) =>
    readNumber(basePorts.get(String(port))) ?? (basePorts.size === 0 ? port : null)
  for (const [port, row] of await reading.column(bridge.dot1qPvid)) {
    const [index, vlan] = [indexOf(Number(port)), readNumber(row)]
    if (index !== null && isVlan(vlan)) of(index).vlan = vlan
  }
  const current = await reading.column(bridge.dot1qVlanCurrentEgressPorts)
  const isStatic = current.size === 0
  const egress = isStatic ? await reading.column(bridge.dot1qVlanStaticEgressPorts) : current
  const untagged = await reading.column(
    isStatic ? bridge.dot1qVlanStaticUntaggedPorts : bridge.dot1qVlanCurrentUntaggedPorts,
  )
  for (const [row, ports] of egress) {
    const vlan = numbersOf(row).at(-1) ?? null
    if (!isVlan(vlan)) continue
    const plain = new Set(portsOf(untagged, row))
    for (const port of portsOf(new Map([[row, ports]]), row)) {
      const index = indexOf(port)
      if (index !== null && !plain.has(port)) of(index).tagged.add(vlan)
    }
  }
}

/** PortList of Q-BRIDGE-MIB: the highest bit of the first byte is port 1. */
function portsOf(column: Column, row: string): readonly number[] {
  const value = column.get(row)?.value
  return value instanceof Uint8Array ? bitsOf(value).map((bit) => bit + 1) : []
}

function bitsOf(bytes: Uint8Array): readonly number[] {
  return Array.from(bytes.subarray(0, 2048)).flatMap((byte, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte & (0x80 >> bit)) !== 0).map((bit) => at * 8 + bit),
  )
}

async function readCisco(reading: Reading, of: (index: number) => InterfaceVlans): Promise<void> {
  for (const [index, row] of await reading.column(cisco.vmVlan)) {
    const vlan = readNumber(row)
    if (isVlan(vlan)) of(Number(index)).vlan = vlan
  }
  const trunks = await reading.column(cisco.vlanTrunkPortDynamicStatus)
  if (trunks.size === 0) return
  const native = await reading.column(cisco.vlanTrunkPortNativeVlan)
  const enabled = await reading.column(cisco.vlanTrunkPortVlansEnabled)
  const known = new Set(
    [...(await reading.column(cisco.vtpVlanState)).keys()].map((row) => numbersOf(row).at(-1)),
  )
  for (const [index, row] of trunks) {
    if (readNumber(row) !== 1) continue
    const vlans = of(Number(index))
    const vlan = readNumber(native.get(index))
    if (isVlan(vlan)) vlans.vlan = vlan
    const bits = enabled.get(index)?.value
    // All 4,094 are enabled by default: only those that exist say something.
    for (const bit of bits instanceof Uint8Array ? bitsOf(bits) : [])
      if (known.has(bit)) vlans.tagged.add(bit)
  }
}
