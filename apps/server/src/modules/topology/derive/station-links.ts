import type { DeviceFacts, TopologyFacts } from './facts.ts'
import { type ClientCount, deviceNode, type Link, type OtherNode } from './graph.ts'
import type { KnownDevices } from './known-devices.ts'

interface Port {
  readonly bridge: string
  readonly port: string
}

/** At which port a bridge sees which device, by its forwarding database (IEEE 802.1D). */
class Bridges {
  readonly ids: readonly string[]
  /** By bridge and device: the port, null where there are several. */
  readonly #portTo = new Map<string, Map<string, string | null>>()

  constructor(devices: readonly DeviceFacts[], known: KnownDevices) {
    const bridges = devices.filter(({ around }) => (around?.stations.length ?? 0) > 0)
    this.ids = bridges.map(({ id }) => id)
    for (const bridge of bridges) {
      const ports = new Map<string, string | null>()
      for (const { interface: name, macs } of bridge.around?.stations ?? []) {
        const port = known.portOf(bridge.id, name)
        for (const mac of macs) {
          const device = known.byMac(mac)
          if (device === null || device === bridge.id) continue
          ports.set(device, (ports.get(device) ?? port) === port && ports.get(device) !== null ? port : null)
        }
      }
      this.#portTo.set(bridge.id, ports)
    }
  }

  /** Null where it does not see the device, or sees it at several ports. */
  portTo(bridge: string, device: string): string | null {
    return this.#portTo.get(bridge)?.get(device) ?? null
  }
}

/**
 * Where devices hang that name no neighbour: at the port of the bridge that is nearest. A port is direct unless a bridge
 * behind it sees the same MAC at another port than towards this one. Several devices at one port without a bridge among
 * them hang at a switch that nobody manages.
 */
export function stationLinks(
  { devices }: TopologyFacts,
  known: KnownDevices,
  linked: readonly Link[],
): { links: Link[]; others: OtherNode[] } {
  const bridges = new Bridges(devices, known)
  const joined = new Set(linked.flatMap(({ a, b }) => [`${a.node} ${b.node}`, `${b.node} ${a.node}`]))
  const taken = new Set(linked.flatMap(({ a, b }) => [`${a.node} ${a.port}`, `${b.node} ${b.port}`]))
  const hasUplink = new Set(linked.flatMap(({ a, b }) => [a.node, b.node]))
  const atPort = new Map<string, { port: Port; devices: string[] }>()
  for (const device of devices) {
    // A bridge may hang at another one beside its neighbours; all else that has a link needs no other.
    if (hasUplink.has(deviceNode(device.id)) && !bridges.ids.includes(device.id)) continue
    const port = nearest(bridges, device.id, linked)
    if (port === null) continue
    const node = deviceNode(port.bridge)
    if (joined.has(`${node} ${deviceNode(device.id)}`) || taken.has(`${node} ${port.port}`)) continue
    const key = `${port.bridge} ${port.port}`
    const entry = atPort.get(key) ?? { port, devices: [] }
    entry.devices.push(device.id)
    atPort.set(key, entry)
  }
  return linksOfPorts(atPort, bridges)
}

function nearest(bridges: Bridges, device: string, linked: readonly Link[]): Port | null {
  const candidates = bridges.ids.flatMap((bridge): Port[] => {
    const port = bridge === device ? null : bridges.portTo(bridge, device)
    return port === null ? [] : [{ bridge, port }]
  })
  const direct = candidates.filter(
    ({ bridge, port }) =>
      !candidates.some(
        (other) => other.bridge !== bridge && isBehind(bridges, linked, { bridge, port }, other),
      ),
  )
  // Two that both look direct contradict each other: neither is drawn.
  return direct.length === 1 ? direct[0]! : null
}

/** The other bridge stands behind the port, and its own port to the device does not lead back. */
function isBehind(bridges: Bridges, linked: readonly Link[], at: Port, other: Port): boolean {
  if (bridges.portTo(at.bridge, other.bridge) === at.port || leadsTo(linked, at, other.bridge)) {
    const back = bridges.portTo(other.bridge, at.bridge) ?? portBack(linked, other.bridge, at.bridge)
    return back !== other.port
  }
  return false
}

const leadsTo = (linked: readonly Link[], { bridge, port }: Port, other: string): boolean =>
  portBack(linked, bridge, other) === port

function portBack(linked: readonly Link[], from: string, to: string): string | null {
  const [here, there] = [deviceNode(from), deviceNode(to)]
  for (const { a, b } of linked) {
    if (a.node === here && b.node === there) return a.port
    if (b.node === here && a.node === there) return b.port
  }
  return null
}

function linksOfPorts(
  atPort: ReadonlyMap<string, { port: Port; devices: string[] }>,
  bridges: Bridges,
): { links: Link[]; others: OtherNode[] } {
  const links: Link[] = []
  const others: OtherNode[] = []
  const drawn = new Set<string>()
  for (const { port, devices } of atPort.values()) {
    const node = deviceNode(port.bridge)
    if (devices.length === 1) {
      const [device = ''] = devices
      const back = bridges.ids.includes(device) ? bridges.portTo(device, port.bridge) : ''
      // Two bridges that see each other bring the same link twice.
      const pair = [port.bridge, device].toSorted().join(' ')
      if (drawn.has(pair)) continue
      drawn.add(pair)
      links.push({
        a: { node, port: port.port },
        b: { node: deviceNode(device), port: back ?? '' },
        by: 'fdb',
      })
      continue
    }
    const key = `u${port.bridge} ${port.port}`
    others.push({ key, kind: 'switch', name: '', address: null })
    links.push({ a: { node, port: port.port }, b: { node: key, port: '' }, by: 'fdb' })
    for (const device of devices)
      links.push({ a: { node: key, port: '' }, b: { node: deviceNode(device), port: '' }, by: 'fdb' })
  }
  return { links, others }
}

/** Stations at ports that lead to no other bridge; what is a device, or claimed by two, is no client. */
export function clientsOf(
  { devices }: TopologyFacts,
  known: KnownDevices,
  links: readonly Link[],
): ClientCount[] {
  const bridgeNodes = new Set(
    devices.filter(({ around }) => (around?.stations.length ?? 0) > 0).map(({ id }) => deviceNode(id)),
  )
  const between = new Set(
    links
      .filter(({ a, b }) => bridgeNodes.has(a.node) && bridgeNodes.has(b.node))
      .flatMap(({ a, b }) => [`${a.node} ${a.port}`, `${b.node} ${b.port}`]),
  )
  return devices.flatMap((device) => {
    const counts = new Map<string, { known: Set<string>; random: number }>()
    for (const { interface: name, macs, others } of device.around?.stations ?? []) {
      const port = known.portOf(device.id, name)
      const count = counts.get(port) ?? { known: new Set<string>(), random: 0 }
      for (const mac of macs) if (!known.isClaimed(mac)) count.known.add(mac)
      count.random += others
      counts.set(port, count)
    }
    const node = deviceNode(device.id)
    return [...counts]
      .filter(([port, { known: macs, random }]) => macs.size + random > 0 && !between.has(`${node} ${port}`))
      .map(([port, { known: macs, random }]) => ({ node, port, known: macs.size, random }))
  })
}
