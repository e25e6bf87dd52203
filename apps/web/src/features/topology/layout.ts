import { topologyRank } from '@netward/contract/topology-values'
import type { TopologyLink, TopologyNode } from './topology.ts'

type LayoutNode = Pick<TopologyNode, 'key' | 'kind' | 'type' | 'x' | 'y'>
type LayoutLink = { readonly a: Pick<TopologyLink['a'], 'node'>; readonly b: Pick<TopologyLink['b'], 'node'> }

export interface Point {
  readonly x: number
  readonly y: number
}

export const nodeSize = { width: 148, height: 52 } as const
const step = { x: nodeSize.width + 28, y: nodeSize.height + 74 } as const
/** Leaves of one parent stand in rows below it. */
const leavesInRow = 6

/**
 * Centres of nodes: a tree in layers from the most important node of each group, groups beside one another, single nodes
 * in rows below. The same nodes and links have the same layout. A position that a person chose wins.
 */
export function layoutTopology(
  nodes: readonly LayoutNode[],
  links: readonly LayoutLink[],
): ReadonlyMap<string, Point> {
  const children = spanningTrees(nodes, links)
  const places = new Map<string, Point>()
  const linked = new Set(links.flatMap(({ a, b }) => [a.node, b.node]))
  let left = 0
  let lowest = 0
  for (const root of children.roots.filter((key) => linked.has(key))) {
    const { width, depth } = placeTree(root, left, 0, children.of, places)
    left += width
    lowest = Math.max(lowest, depth)
  }
  const single = nodes.filter(({ key }) => !linked.has(key))
  const perRow = Math.max(leavesInRow, Math.ceil(left))
  single.forEach(({ key }, at) =>
    places.set(key, {
      x: ((at % perRow) + 0.5) * step.x,
      y: (lowest + (linked.size > 0 ? 1 : 0) + Math.floor(at / perRow)) * step.y,
    }),
  )
  for (const { key, x, y } of nodes) if (x !== null && y !== null) places.set(key, { x, y })
  return places
}

/** Breadth first from the most important node that no tree holds yet. */
function spanningTrees(nodes: readonly LayoutNode[], links: readonly LayoutLink[]) {
  const neighbours = new Map<string, string[]>(nodes.map(({ key }) => [key, []]))
  for (const { a, b } of links) {
    neighbours.get(a.node)?.push(b.node)
    neighbours.get(b.node)?.push(a.node)
  }
  const order = new Map(nodes.map((node) => [node.key, topologyRank(node)]))
  const byRank = nodes.toSorted((a, b) => topologyRank(a) - topologyRank(b)).map(({ key }) => key)
  const of = new Map<string, string[]>()
  const reached = new Set<string>()
  const roots: string[] = []
  for (const root of byRank) {
    if (reached.has(root)) continue
    reached.add(root)
    roots.push(root)
    const queue = [root]
    for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
      const next = [...new Set(neighbours.get(key))]
        .filter((other) => !reached.has(other) && order.has(other))
        .toSorted((one, other) => order.get(one)! - order.get(other)!)
      of.set(key, next)
      for (const one of next) reached.add(one)
      queue.push(...next)
    }
  }
  return { roots, of }
}

/** @returns how many columns and layers the tree takes */
function placeTree(
  key: string,
  left: number,
  layer: number,
  childrenOf: ReadonlyMap<string, readonly string[]>,
  places: Map<string, Point>,
): { width: number; depth: number } {
  const children = childrenOf.get(key) ?? []
  const isLeaf = (child: string) => (childrenOf.get(child) ?? []).length === 0
  const branches = children.filter((child) => !isLeaf(child))
  const leaves = children.filter(isLeaf)
  let width = 0
  let depth = layer + 1
  for (const branch of branches) {
    const taken = placeTree(branch, left + width, layer + 1, childrenOf, places)
    width += taken.width
    depth = Math.max(depth, taken.depth)
  }
  const columns = Math.min(leaves.length, leavesInRow)
  leaves.forEach((leaf, at) => {
    places.set(leaf, {
      x: (left + width + (at % leavesInRow) + 0.5) * step.x,
      y: (layer + 1 + Math.floor(at / leavesInRow)) * step.y,
    })
  })
  if (leaves.length > 0) depth = Math.max(depth, layer + 1 + Math.ceil(leaves.length / leavesInRow))
  width = Math.max(1, width + columns)
  places.set(key, { x: (left + width / 2) * step.x, y: layer * step.y })
  return { width, depth }
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** What holds all nodes, with a margin. */
export function boundsOf(places: ReadonlyMap<string, Point>): Box {
  const margin = 40
  const all = [...places.values()]
  if (all.length === 0) return { x: 0, y: 0, width: 600, height: 300 }
  const left = Math.min(...all.map(({ x }) => x)) - nodeSize.width / 2 - margin
  const top = Math.min(...all.map(({ y }) => y)) - nodeSize.height / 2 - margin
  return {
    x: left,
    y: top,
    width: Math.max(...all.map(({ x }) => x)) + nodeSize.width / 2 + margin - left,
    height: Math.max(...all.map(({ y }) => y)) + nodeSize.height / 2 + margin + 16 - top,
  }
}
