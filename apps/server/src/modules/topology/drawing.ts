import type { OutputOf, topologyApi } from '@netward/contract'
import { mostNodes, topologyRank } from '@netward/contract/topology-values'
import type { LatestValue } from '../../platform/metrics/metric-store.ts'
import { ratesOf, unmeasured, useOf } from '../equipment/index.ts'
import type { FollowedGraph, FollowedLink } from './derive/follow.ts'
import { deviceNode, type End, lineNode } from './derive/graph.ts'
import type { TopologyDevice, TopologyPort } from './topology.repo.ts'

type Answer = OutputOf<typeof topologyApi.outletTopology>
type Node = Answer['nodes'][number]
type PresentedEnd = Answer['links'][number]['a']

export interface Drawn {
  readonly graph: FollowedGraph
  readonly devices: readonly TopologyDevice[]
  readonly lines: readonly { readonly id: string; readonly name: string }[]
  readonly positions: readonly { readonly node: string; readonly x: number; readonly y: number }[]
}

const unknown = {
  type: null,
  model: '',
  address: null,
  presence: null,
  level: null,
  deviceId: null,
  lineId: null,
}

/** Nodes that are drawn, and how many are not. */
export function drawnNodes({ graph, devices, lines, positions }: Drawn): { nodes: Node[]; folded: number } {
  const placed = new Map(positions.map(({ node, x, y }) => [node, { x, y }]))
  const clients = new Map<string, { known: number; random: number }>()
  for (const { node, known, random } of graph.clients) {
    const sum = clients.get(node) ?? { known: 0, random: 0 }
    clients.set(node, { known: sum.known + known, random: sum.random + random })
  }
  const all: Node[] = [
    ...lines.map(({ id, name }) => ({
      ...unknown,
      key: lineNode(id),
      kind: 'line' as const,
      name,
      lineId: id,
    })),
    ...devices.map(({ id, ...device }) => ({
      ...unknown,
      ...device,
      key: deviceNode(id),
      kind: 'device' as const,
      deviceId: id,
    })),
    ...graph.others.map(({ key, kind, name, address }) => ({ ...unknown, key, kind, name, address })),
  ].map((node) => ({
    ...node,
    clients: clients.get(node.key) ?? null,
    x: placed.get(node.key)?.x ?? null,
    y: placed.get(node.key)?.y ?? null,
  }))
  const nodes = all.toSorted((a, b) => topologyRank(a) - topologyRank(b)).slice(0, mostNodes)
  return { nodes, folded: graph.folded + all.length - nodes.length }
}

/** Links between nodes that are drawn. */
export function drawnLinks(graph: FollowedGraph, nodes: readonly Node[]): FollowedLink[] {
  const drawn = new Set(nodes.map(({ key }) => key))
  return graph.links.filter(({ a, b }) => drawn.has(a.node) && drawn.has(b.node))
}

/** Ports of devices that these links end at. */
export function portsOf(links: readonly FollowedLink[]): { deviceId: string; key: string }[] {
  const ends = links.flatMap(({ a, b }) => [a, b])
  return ends.flatMap(({ node, port }) =>
    port !== '' && node.startsWith('d') ? [{ deviceId: node.slice(1), key: port }] : [],
  )
}

/** Links with the state and the load of their ports. */
export function presentLinks(
  links: readonly FollowedLink[],
  ports: readonly TopologyPort[],
  latest: readonly LatestValue[],
  now: number,
): Answer['links'] {
  const byPort = new Map(ports.map((port) => [`${deviceNode(port.deviceId)} ${port.key}`, port]))
  const rates = new Map(
    [...Map.groupBy(latest, ({ series }) => series.deviceId)].map(([deviceId, values]) => [
      deviceNode(deviceId),
      ratesOf(values, now),
    ]),
  )
  const present = ({ node, port }: End): PresentedEnd => {
    const known = byPort.get(`${node} ${port}`)
    const { inRate, outRate, poe } = rates.get(node)?.get(port) ?? unmeasured
    return {
      node,
      port,
      state: known?.state ?? null,
      speed: known?.speed ?? null,
      vlan: known?.vlan ?? null,
      taggedVlans: known?.taggedVlans ?? [],
      poe,
      inRate,
      outRate,
    }
  }
  return links.map(({ a, b, by, firstAt, lastAt, missed }) => {
    const ends = { a: present(a), b: present(b) }
    const uses = [ends.a, ends.b].map((one) => useOf(one, one.speed)).filter((use) => use !== null)
    return {
      ...ends,
      by,
      firstAt: new Date(firstAt).toISOString(),
      lastAt: new Date(lastAt).toISOString(),
      missing: missed > 0,
      use: uses.length === 0 ? null : Math.max(...uses),
    }
  })
}
