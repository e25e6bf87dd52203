import type { DeviceFacts, TopologyFacts } from './facts.ts'
import { deviceNode, type End, type Link, linkKey, type OtherNode } from './graph.ts'
import type { KnownDevices } from './known-devices.ts'

/**
 * Neighbours that are no devices, of one device and in all: an agent may claim 10,000. Cables between two devices, more than
 * any trunk has: it may claim 10,000 to one. Links of one device, more than a chassis has ports, and in all.
 */
const most = { ofDevice: 48, inAll: 150, cables: 16, linksOfDevice: 600, links: 4000 } as const

/**
 * Links by LLDP (IEEE 802.1AB) and CDP. A device that reads LLDP itself and does not see the other way round refutes it:
 * that neighbour is a lie, or an old row.
 */
export function neighbourLinks(
  { devices }: TopologyFacts,
  known: KnownDevices,
): { links: Link[]; others: OtherNode[]; folded: number } {
  const links = new Links()
  const others = new Map<string, OtherNode>()
  let folded = 0
  for (const device of devices) {
    let ofDevice = 0
    for (const said of completeFirst(device.around?.neighbours ?? [])) {
      const here: End = { node: deviceNode(device.id), port: known.portOf(device.id, said.interface) }
      const there = known.neighbour(said)
      if (there === device.id) continue
      if (there !== null) {
        if (refutes(known.byId.get(there), device, known)) continue
        const link: Link = {
          a: here,
          b: { node: deviceNode(there), port: known.portOf(there, said.port) },
          by: said.protocol,
        }
        if (!links.add(link)) folded += 1
        continue
      }
      const key = otherKey(said)
      if (key === null) continue
      if (!others.has(key) && (ofDevice >= most.ofDevice || others.size >= most.inAll)) {
        folded += 1
        continue
      }
      ofDevice += 1
      others.set(key, {
        key,
        kind: 'neighbour',
        name: others.get(key)?.name || said.name || said.chassisId,
        address: others.get(key)?.address ?? said.address,
      })
      if (!links.add({ a: here, b: { node: key, port: said.port }, by: said.protocol })) folded += 1
    }
  }
  return { links: links.all(), others: [...others.values()], folded }
}

/** A claim without a port joins one that has it, not the other way round. */
const completeFirst = <Said extends { interface: string; port: string }>(claims: readonly Said[]): Said[] =>
  claims.toSorted((a, b) => Number(isPartial(a)) - Number(isPartial(b)))
const isPartial = (said: { interface: string; port: string }) => said.interface === '' || said.port === ''

function otherKey({ chassisId, name }: { chassisId: string; name: string }): string | null {
  const identity = chassisId.toLowerCase() || name.toLowerCase()
  return identity === '' ? null : `n${identity}`
}

function refutes(other: DeviceFacts | undefined, device: DeviceFacts, known: KnownDevices): boolean {
  const around = other?.around
  if (around === null || around === undefined || !around.speaksLldp || around.incomplete) return false
  return !around.neighbours.some((said) => known.neighbour(said) === device.id)
}

/** Links by the pair of nodes at their ends. */
class Links {
  readonly #ofPairs = new Map<string, Link[]>()
  readonly #ofNodes = new Map<string, number>()
  #count = 0

  /**
   * Both sides say the same link, one of them perhaps without the port of the other, and LLDP beside CDP.
   * @returns false: there are too many already
   */
  add(link: Link): boolean {
    const pair = [link.a.node, link.b.node].toSorted().join(' ')
    const cables = this.#ofPairs.get(pair) ?? []
    const at = cables.findIndex((one) => isSame(one, link))
    const before = cables[at]
    if (before === undefined) {
      const full = [link.a, link.b].some(({ node }) => (this.#ofNodes.get(node) ?? 0) >= most.linksOfDevice)
      if (full || cables.length >= most.cables || this.#count >= most.links) return false
      this.#count += 1
      for (const { node } of [link.a, link.b]) this.#ofNodes.set(node, (this.#ofNodes.get(node) ?? 0) + 1)
      this.#ofPairs.set(pair, [...cables, link])
      return true
    }
    const [mine, its] = before.a.node === link.a.node ? [link.a, link.b] : [link.b, link.a]
    cables[at] = {
      a: { node: before.a.node, port: before.a.port || mine.port },
      b: { node: before.b.node, port: before.b.port || its.port },
      by: before.by === 'lldp' ? 'lldp' : link.by,
    }
    return true
  }

  /** Each once: two that were partial may have become the same. */
  all(): Link[] {
    return [...new Map([...this.#ofPairs.values()].flat().map((link) => [linkKey(link), link])).values()]
  }
}

/** The same pair of nodes, and no port that differs: a pair may have several cables. */
function isSame(one: Link, link: Link): boolean {
  const fits = (left: End, right: End) =>
    left.node === right.node && (left.port === right.port || left.port === '' || right.port === '')
  return (fits(one.a, link.a) && fits(one.b, link.b)) || (fits(one.a, link.b) && fits(one.b, link.a))
}
