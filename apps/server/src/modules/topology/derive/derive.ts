import { isRandomMac } from '../../../platform/mac-address.ts'
import type { TopologyFacts } from './facts.ts'
import { type ClientCount, deviceNode, type Graph, type Link, lineNode } from './graph.ts'
import { KnownDevices } from './known-devices.ts'
import { neighbourLinks } from './neighbour-links.ts'
import { clientsOf, stationLinks } from './station-links.ts'

/**
 * How the devices of an outlet hang together (operations.md §2): by what neighbours say, then by forwarding databases,
 * then by the gateway's list of hosts. Facts in, graph out; the same facts give the same graph.
 */
export function deriveTopology(given: TopologyFacts): Graph {
  const facts = { ...given, devices: given.devices.toSorted((a, b) => Number(a.id) - Number(b.id)) }
  const known = new KnownDevices(facts)
  const said = neighbourLinks(facts, known)
  const seen = stationLinks(facts, known, said.links)
  const links = [...said.links, ...seen.links]
  links.push(...hostLinks(facts, known, links), ...lineLinks(facts))
  return {
    others: [...said.others, ...seen.others],
    links,
    clients: withoutUplinks([...clientsOf(facts, known, links), ...hostClients(facts, known)], facts, links),
    folded: said.folded,
  }
}

/** What a gateway lists and nothing else leads to hangs at the gateway. A switch with devices behind it brings them along. */
function hostLinks(facts: TopologyFacts, known: KnownDevices, links: readonly Link[]): Link[] {
  const found: Link[] = []
  const groups = new Groups(links)
  for (const gateway of facts.devices) {
    const node = deviceNode(gateway.id)
    for (const { mac, port } of gateway.hosts) {
      const device = known.byMac(mac)
      if (device === null || device === gateway.id) continue
      const there = deviceNode(device)
      if (groups.joined(node, there)) continue
      groups.join(node, there)
      found.push({ a: { node, port }, b: { node: there, port: '' }, by: 'hosts' })
    }
  }
  return found
}

/** A line hangs at its gateway; without one, at the only gateway of the outlet. */
function lineLinks({ devices, lines }: TopologyFacts): Link[] {
  const gateways = devices.filter(({ type }) => type === 'smart_cpe')
  const only = gateways.length === 1 ? gateways[0]!.id : null
  return lines.flatMap(({ id, deviceId }) => {
    const gateway = devices.some((device) => device.id === deviceId) ? deviceId : only
    return gateway === null
      ? []
      : [
          {
            a: { node: lineNode(id), port: '' },
            b: { node: deviceNode(gateway), port: '' },
            by: 'line' as const,
          },
        ]
  })
}

/** Hosts of a gateway that no bridge of the outlet sees. */
function hostClients(facts: TopologyFacts, known: KnownDevices): ClientCount[] {
  const elsewhere = new Set(
    facts.devices.flatMap(({ around }) => around?.stations.flatMap(({ macs }) => macs) ?? []),
  )
  return facts.devices.flatMap(({ id, hosts, around }) => {
    if (around !== null && around.stations.length > 0) return []
    const clients = hosts.filter(({ mac }) => !known.isClaimed(mac) && !elsewhere.has(mac))
    const random = clients.filter(({ mac }) => isRandomMac(mac)).length
    return clients.length === 0
      ? []
      : [{ node: deviceNode(id), port: '', known: clients.length - random, random }]
  })
}

/** At the port towards a gateway a bridge sees what lies beyond it, not clients. */
function withoutUplinks(
  clients: readonly ClientCount[],
  { devices }: TopologyFacts,
  links: readonly Link[],
): ClientCount[] {
  const gateways = new Set(devices.filter(({ type }) => type === 'smart_cpe').map(({ id }) => deviceNode(id)))
  const uplinks = new Set(
    links.flatMap(({ a, b }) => [
      ...(gateways.has(b.node) ? [`${a.node} ${a.port}`] : []),
      ...(gateways.has(a.node) ? [`${b.node} ${b.port}`] : []),
    ]),
  )
  return clients.filter(
    ({ node, port }) => gateways.has(node) || port === '' || !uplinks.has(`${node} ${port}`),
  )
}

/** Which nodes hang together. */
class Groups {
  readonly #above = new Map<string, string>()

  constructor(links: readonly Link[]) {
    for (const { a, b } of links) this.join(a.node, b.node)
  }

  join(one: string, other: string): void {
    this.#above.set(this.#top(one), this.#top(other))
  }

  joined(one: string, other: string): boolean {
    return this.#top(one) === this.#top(other)
  }

  #top(node: string): string {
    let at = node
    for (let next = this.#above.get(at); next !== undefined && next !== at; next = this.#above.get(at))
      at = next
    if (!this.#above.has(at)) this.#above.set(at, at)
    return at
  }
}
