import { nameOfPath } from '../vocabulary/interfaces.ts'
import { cleanText, type GatewayTree } from '../vocabulary/tree.ts'
import { canonicalMac } from '../wan.ts'
import type { Names } from './names.ts'
import type { MetricTerm } from './terms.ts'

/** One parameter that is measured. */
export interface MetricItem {
  readonly path: string
  readonly term: MetricTerm
  /** Of the series: '' for the device as a whole. */
  readonly instance: string
}

/** What is read first when not everything fits into one call. */
export const priorities = ['device', 'wan', 'sim', 'dsl', 'radio', 'sensor', 'lan', 'wifi', 'more'] as const
type Priority = (typeof priorities)[number]

/** An interface of a gateway, for the table of interfaces. Text is cleaned and bounded. */
export interface GatewayInterface {
  /** The instance of its series. */
  readonly key: string
  readonly kind: 'wan' | 'lan' | 'wifi'
  readonly alias: string
  /** Its object. */
  readonly path: string
  readonly status: string
  readonly enabled: boolean
  readonly mac: string | null
  readonly addresses: readonly string[]
  readonly duplex: 'full' | 'half' | null
}

/** Objects in which vendors have parameters of their own, below an object. */
const within = ['', 'Stats.', 'DeviceInfo.', 'NAT.', 'Firewall.']
const longestInstance = 200

/** Collects what a gateway has. */
export class Parts {
  readonly tree: GatewayTree
  readonly interfaces: GatewayInterface[] = []
  readonly #items = new Map<Priority, MetricItem[]>()
  readonly #paths = new Set<string>()
  readonly #instances = new Map<string, Set<string>>()

  constructor(tree: GatewayTree) {
    this.tree = tree
  }

  get items(): MetricItem[] {
    return priorities.flatMap((priority) => this.#items.get(priority) ?? [])
  }

  /** A name that is unique among its kind. Objects are named in the order of their numbers, so that it stays. */
  instance(kind: 'interface' | 'radio' | 'sim' | 'sensor', name: string, path: string): string {
    const taken = this.#instances.get(kind) ?? new Set<string>()
    const first = cleanText(name).slice(0, longestInstance - 40) || nameOfPath(path)
    const instance = taken.has(first) ? `${first} (${nameOfPath(path)})` : first
    this.#instances.set(kind, taken.add(instance))
    return instance
  }

  /** Each parameter is measured once: two interfaces over one port do not both have its traffic. */
  add(priority: Priority, path: string, term: MetricTerm, instance: string): void {
    if (this.#paths.has(path)) return
    this.#paths.add(path)
    const items = this.#items.get(priority) ?? []
    items.push({ path, term, instance })
    this.#items.set(priority, items)
  }

  /** The parameters that the first of `objects` with each has. @returns the terms that were found */
  addNames(
    priority: Priority,
    objects: readonly string[],
    names: Names,
    instance: string,
  ): ReadonlySet<MetricTerm> {
    const found = new Set<MetricTerm>()
    for (const term of Object.keys(names) as MetricTerm[]) {
      const path = objects
        .map((object) => this.#find(object, names[term] ?? []))
        .find((one) => one !== undefined)
      if (path === undefined || this.#paths.has(path)) continue
      this.add(secondary.has(term) ? 'more' : priority, path, term, instance)
      found.add(term)
    }
    return found
  }

  addInterface(
    fields: Omit<GatewayInterface, 'mac' | 'enabled' | 'duplex' | 'status'> & { state: string },
  ): void {
    const { state, ...rest } = fields
    const { path } = rest
    const stack = this.tree.stack(path)
    const first = (leaf: string) =>
      stack.map((object) => this.tree.text(object + leaf)).find((text) => text !== '') ?? ''
    const enable = this.tree.find(`${path}Enable`)
    const duplex = first('DuplexMode').toLowerCase()
    this.interfaces.push({
      ...rest,
      status: this.tree.text(path + state).slice(0, 32),
      enabled: enable === undefined || enable.value === '' || this.tree.isOn(`${path}Enable`),
      mac: canonicalMac(first('MACAddress') || first('BSSID')),
      duplex: duplex === 'full' || duplex === 'half' ? duplex : null,
    })
  }

  /** The first of these texts that is not empty. */
  text(object: string, ...leaves: string[]): string {
    return leaves.map((leaf) => this.tree.text(object + leaf)).find((text) => text !== '') ?? ''
  }

  #find(object: string, names: readonly (string | RegExp)[]): string | undefined {
    for (const name of names) {
      if (typeof name === 'string') {
        if (this.tree.find(object + name) !== undefined) return object + name
        continue
      }
      for (const below of within) {
        const leaf = this.tree.leaves(object + below).find((one) => name.test(below + one))
        if (leaf !== undefined) return object + below + leaf
      }
    }
    return undefined
  }
}

/** Read after the bytes and states of everything else. */
const secondary = new Set<MetricTerm>(['inPackets', 'outPackets', 'inDiscards', 'outDiscards'])

/** '2.4GHz', '5GHz' or '6GHz'; null for other text. */
export function bandOf(text: string): string | null {
  const [, band] = /^(2\.4|5|6) ?GHz$/i.exec(text) ?? []
  return band === undefined ? null : `${band}GHz`
}

/** Stable while the instances of a table stay: `Radio 2`, `SIM 1`. */
export const numbered = (word: string, path: string): string => `${word} ${path.split('.').at(-2)}`
