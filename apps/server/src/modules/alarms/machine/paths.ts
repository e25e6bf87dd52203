/** How the devices of an outlet hang together. Nodes as modules/topology names them: `d13` is device 13, `l4` line 4. */
export interface Paths {
  readonly links: readonly (readonly [string, string])[]
  readonly gateways: readonly string[]
}

/**
 * For each node that is reached through nodes alone that are down, the one that cuts it off: the nearest, and of several
 * the first by name. A node that is down itself, but reached, is not in it. Where nothing says from where an outlet is
 * reached, nothing is cut off.
 *
 * It depends on its arguments alone, whatever the order of links; loops and links that do not exist only add ways.
 */
export function frontsOf({ links, gateways }: Paths, down: ReadonlySet<string>): ReadonlyMap<string, string> {
  const neighbours = new Map<string, Set<string>>()
  const join = (from: string, to: string) => {
    const known = neighbours.get(from)
    if (known) known.add(to)
    else neighbours.set(from, new Set([to]))
  }
  for (const [a, b] of links) {
    join(a, b)
    join(b, a)
  }
  const next = (node: string): readonly string[] => [...(neighbours.get(node) ?? [])].toSorted()
  const roots = rootsOf([...neighbours.keys()], gateways, next)
  const reached = new Set<string>()
  const fronts = new Set<string>()
  walk(roots, next, (node) => {
    if (down.has(node)) fronts.add(node)
    else reached.add(node)
    return !down.has(node)
  })
  const behind = new Map<string, string>()
  const starts = [...fronts].toSorted()
  const frontOf = new Map(starts.map((node) => [node, node]))
  walk(starts, next, (node, from) => {
    if (from === null) return true
    if (reached.has(node) || fronts.has(node)) return false
    const front = frontOf.get(from)!
    frontOf.set(node, front)
    behind.set(node, front)
    return true
  })
  return behind
}

/** Lines, and gateways to which no line leads. */
function rootsOf(
  nodes: readonly string[],
  gateways: readonly string[],
  next: (node: string) => readonly string[],
): readonly string[] {
  const lines = nodes.filter((node) => node.startsWith('l')).toSorted()
  const fed = new Set<string>()
  walk(lines, next, (node) => {
    fed.add(node)
    return true
  })
  return [...lines, ...gateways.filter((node) => !fed.has(node)).toSorted()]
}

/** The nearest first; each node once. It goes on from those for which `enter` says so. */
function walk(
  starts: readonly string[],
  next: (node: string) => readonly string[],
  enter: (node: string, from: string | null) => boolean,
): void {
  const seen = new Set(starts)
  const queue = starts.filter((node) => enter(node, null))
  for (let place = 0; place < queue.length; place++) {
    const from = queue[place]!
    for (const node of next(from)) {
      if (seen.has(node)) continue
      seen.add(node)
      if (enter(node, from)) queue.push(node)
    }
  }
}

/** The node of a device or a line: ids of devices are odd, those of lines even. */
export const nodeOf = (subject: string): string => `${BigInt(subject) % 2n === 0n ? 'l' : 'd'}${subject}`

/** An alarm that depends on the path to its device, or of a line that is down. Times in milliseconds. */
export interface PathAlarm {
  readonly id: string
  readonly subject: string
  readonly watches: 'offline' | 'snmp_silent'
  readonly behind: string | null
  /** The alarm of the outage of its carrier; null or absent: there is none. */
  readonly carrier?: string | null
  /** When the alarm that it is behind was cleared. */
  readonly endedAt: number | null
}

export interface Place {
  readonly subject: string
  /** The device or line whose alarm it is behind; null: in front, or behind the outage of its carrier. */
  readonly front: string | null
}

/** An alarm comes to life only if it persists for so long after the one that explained it was cleared. */
export const graceMs = 5 * 60_000

/** Which alarms of an outlet stand elsewhere than they should, and when time alone changes the next. */
export function placesOf(
  paths: Paths,
  alarms: readonly PathAlarm[],
  now: number,
): { places: readonly Place[]; next: number | null } {
  const offline = new Map<string, string>()
  for (const { id, subject, watches } of alarms)
    if (watches === 'offline' && !offline.has(subject)) offline.set(subject, id)
  const fronts = frontsOf(paths, new Set([...offline.keys()].map(nodeOf)))
  const places = new Map<string, Place>()
  let next = Infinity
  for (const { subject, behind, carrier, endedAt } of alarms) {
    const front = fronts.get(nodeOf(subject))?.slice(1) ?? null
    const wanted = front === null ? (carrier ?? null) : offline.get(front)!
    if (wanted === behind) continue
    const until = wanted === null && endedAt !== null ? endedAt + graceMs : now
    if (until > now) next = Math.min(next, until)
    else places.set(subject, { subject, front })
  }
  return { places: [...places.values()], next: Number.isFinite(next) ? next : null }
}
