import type { DeviceFacts } from './facts.ts'
import { deviceNode, type Graph, type Link, linkKey } from './graph.ts'

/** A link over several readings. Times in milliseconds. */
export interface FollowedLink extends Link {
  readonly firstAt: number
  readonly lastAt: number
  /** Readings that had it, and readings in a row that did not. */
  readonly seen: number
  readonly missed: number
  /** When its ends were read, at the last count: one reading counts once. */
  readonly countedAt: number
  /** It was there when the outlet was first drawn: no news. */
  readonly first: boolean
}

export interface FollowedGraph extends Omit<Graph, 'links'> {
  readonly links: readonly FollowedLink[]
}

export interface TopologyEvent {
  readonly deviceId: string
  readonly kind: 'neighbour.new' | 'neighbour.gone' | 'neighbour.moved'
  readonly detail: Readonly<Record<string, string>>
}

/** Readings after which a link counts as new, or as gone: one alone may be a reboot, or a table that was cut. */
const enough = 2

/**
 * Joins what is derived now with what was before: a link is news when a second reading has it, and gone when a second one
 * lacks it. A device whose link is gone while another of its links is new has moved.
 * @param before null: the outlet is drawn for the first time, and nothing is news
 */
export function followTopology(
  before: FollowedGraph | null,
  graph: Graph,
  devices: readonly DeviceFacts[],
  now: number,
): { graph: FollowedGraph; events: TopologyEvent[]; pending: boolean } {
  const readAt = new Map(devices.map(({ id, around }) => [deviceNode(id), around?.readAt ?? now]))
  const nodes = new Set([
    ...readAt.keys(),
    ...graph.others.map(({ key }) => key),
    ...graph.links.flatMap(({ a, b }) => [a.node, b.node]).filter((node) => node.startsWith('l')),
  ])
  const earlier = new Map((before?.links ?? []).map((link) => [linkKey(link), link]))
  const current = new Map(graph.links.map((link) => [linkKey(link), link]))
  const read = ({ a, b }: Link) => Math.max(readAt.get(a.node) ?? 0, readAt.get(b.node) ?? 0)
  const links: FollowedLink[] = []
  const appeared: Link[] = []
  const gone: Link[] = []

  for (const [key, link] of current) {
    const known = earlier.get(key)
    const at = read(link)
    if (known === undefined) {
      links.push({
        ...link,
        firstAt: now,
        lastAt: now,
        seen: 1,
        missed: 0,
        countedAt: at,
        first: before === null,
      })
      continue
    }
    const seen = at > known.countedAt ? Math.min(known.seen + 1, enough) : known.seen
    if (seen === enough && known.seen < enough && !known.first) appeared.push(link)
    links.push({ ...known, ...link, lastAt: now, seen, missed: 0, countedAt: Math.max(at, known.countedAt) })
  }
  const others = new Map(graph.others.map((other) => [other.key, other]))
  for (const [key, link] of earlier) {
    if (current.has(key)) continue
    const at = read(link)
    const missed = at > link.countedAt ? link.missed + 1 : link.missed
    const oldNodes = (before?.others ?? []).filter(
      ({ key: node }) => node === link.a.node || node === link.b.node,
    )
    const endsExist = [link.a.node, link.b.node].every(
      (node) => nodes.has(node) || oldNodes.some(({ key: other }) => other === node),
    )
    // A device that was taken out of the outlet takes its links along, without a word.
    if (!endsExist) continue
    if (missed < enough) {
      links.push({ ...link, missed, countedAt: Math.max(at, link.countedAt) })
      for (const other of oldNodes) others.set(other.key, other)
    } else if (link.seen >= enough || link.first) gone.push(link)
  }
  return {
    graph: { ...graph, others: [...others.values()], links },
    events: eventsOf(
      { links: appeared, depths: depthsOf(graph.links, devices) },
      { links: gone, depths: depthsOf(before?.links ?? [], devices) },
      new Map([
        ...[...(before?.others ?? []), ...graph.others].map(({ key, name }) => [key, name] as const),
        ...devices.map(({ id, name }) => [deviceNode(id), name] as const),
      ]),
    ),
    pending: links.some(({ seen, missed, first }) => missed > 0 || (seen < enough && !first)),
  }
}

const idOf = (node: string): string | null => (/^d\d+$/.test(node) ? node.slice(1) : null)

/** Links that changed, and how far each node of their graph is from a line or a gateway. */
interface Changed {
  readonly links: readonly Link[]
  readonly depths: ReadonlyMap<string, number>
}

function depthsOf(links: readonly Link[], devices: readonly DeviceFacts[]): Map<string, number> {
  const gateways = devices.filter(({ type }) => type === 'smart_cpe').map(({ id }) => deviceNode(id))
  const neighbours = new Map<string, string[]>()
  for (const { a, b } of links) {
    neighbours.set(a.node, [...(neighbours.get(a.node) ?? []), b.node])
    neighbours.set(b.node, [...(neighbours.get(b.node) ?? []), a.node])
  }
  const depths = new Map(gateways.map((node) => [node, 0]))
  for (const queue = [...gateways]; queue.length > 0;) {
    const node = queue.shift()!
    for (const next of neighbours.get(node) ?? []) {
      if (depths.has(next)) continue
      depths.set(next, depths.get(node)! + 1)
      queue.push(next)
    }
  }
  return depths
}

/** The end that hangs at the other one: what may move. Null where no gateway says which. */
function lowerEnd({ a, b }: Link, depths: ReadonlyMap<string, number>): string | null {
  const [left, right] = [depths.get(a.node), depths.get(b.node)]
  if (left === undefined || right === undefined || left === right) return null
  return left > right ? a.node : b.node
}

function eventsOf(appeared: Changed, gone: Changed, names: ReadonlyMap<string, string>): TopologyEvent[] {
  const moved = new Set<string>()
  const events: TopologyEvent[] = []
  for (const old of gone.links) {
    const node = lowerEnd(old, gone.depths)
    const next = appeared.links.find((link) => node !== null && lowerEnd(link, appeared.depths) === node)
    const deviceId = node === null ? null : idOf(node)
    if (node === null || next === undefined || deviceId === null || moved.has(linkKey(next))) continue
    moved.add(linkKey(old)).add(linkKey(next))
    const [from, to] = [otherEnd(old, node), otherEnd(next, node)]
    events.push({
      deviceId,
      kind: 'neighbour.moved',
      detail: {
        from: placeOf(names.get(from.node), from.port),
        to: placeOf(names.get(to.node), to.port),
      },
    })
  }
  for (const [links, kind] of [
    [appeared.links, 'neighbour.new'],
    [gone.links, 'neighbour.gone'],
  ] as const)
    for (const link of links) {
      if (moved.has(linkKey(link))) continue
      for (const [mine, its] of [
        [link.a, link.b],
        [link.b, link.a],
      ] as const) {
        const deviceId = idOf(mine.node)
        if (deviceId === null || its.node.startsWith('l')) continue
        events.push({
          deviceId,
          kind,
          detail: { name: names.get(its.node) ?? '', interface: mine.port || '—' },
        })
      }
    }
  return events
}

const otherEnd = ({ a, b }: Link, node: string) => (a.node === node ? b : a)

const placeOf = (name: string | undefined, port: string) => [name ?? '', port].filter(Boolean).join(' ')
