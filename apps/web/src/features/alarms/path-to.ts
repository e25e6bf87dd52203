interface Node {
  readonly key: string
  readonly kind: 'device' | 'line' | 'neighbour' | 'switch'
  readonly type: string | null
}

interface Link {
  readonly a: { readonly node: string }
  readonly b: { readonly node: string }
}

/**
 * The shortest way by which a node is reached: from an internet line, or a gateway to which no line leads, to the node itself.
 * Empty where nothing says by which way it is reached.
 */
export function pathTo<N extends Node>(
  { nodes, links }: { readonly nodes: readonly N[]; readonly links: readonly Link[] },
  target: string,
): readonly N[] {
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const next = new Map<string, string[]>()
  const join = (from: string, to: string) => next.set(from, [...(next.get(from) ?? []), to])
  for (const { a, b } of links) {
    join(a.node, b.node)
    join(b.node, a.node)
  }
  const before = new Map<string, string | null>([[target, null]])
  const queue = [target]
  let gateway: string | null = null
  for (let place = 0; place < queue.length; place++) {
    const key = queue[place]!
    const node = byKey.get(key)
    if (node?.kind === 'line') return wayFrom(key)
    if (node?.type === 'smart_cpe') gateway ??= key
    for (const other of next.get(key) ?? [])
      if (byKey.has(other) && !before.has(other)) {
        before.set(other, key)
        queue.push(other)
      }
  }
  return gateway === null ? [] : wayFrom(gateway)

  function wayFrom(root: string): readonly N[] {
    const way: N[] = []
    for (let key: string | null = root; key !== null; key = before.get(key) ?? null) way.push(byKey.get(key)!)
    return way
  }
}
