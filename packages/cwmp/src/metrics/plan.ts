import { type MetricName, metricNames } from '@netward/contract/metric-catalogue'
import { GatewayTree } from '../vocabulary/tree.ts'
import { deviceNames, vendorMemoryNames, vendorMemoryUsageNames } from './names.ts'
import { type GatewayInterface, type MetricItem, numbered, Parts } from './parts.ts'
import { parts098 } from './parts-098.ts'
import { parts181 } from './parts-181.ts'
import { signalLeaf } from './signals.ts'
import { unreadNames } from './structure.ts'
import { ruleOf } from './terms.ts'

/** What of a gateway is measured, and how it is asked: JSON, stored with the gateway. */
export interface MetricPlan {
  /** Names for one GetParameterValues: full ones, and objects of which little else is known. */
  readonly reads: readonly string[]
  readonly items: readonly MetricItem[]
  /** Its clients report how well they are received. */
  readonly signals: boolean
}

export interface PlannedGateway {
  /**
   * Names of interfaces, radios and SIMs that were never read, for one read: until then their series would have other
   * names than afterwards.
   */
  readonly unread: readonly string[]
  readonly plan: MetricPlan
  readonly interfaces: readonly GatewayInterface[]
}

/** Names per call: small gateways run out of memory far below the standard's limit. */
export const mostReads = 64
/** Parameters that the answer may have, by what is known. */
const mostAnswered = 160

/**
 * What to measure on a gateway, from the names that it is known to have, without those that it refused. `most` names:
 * fewer for a gateway that cannot hold the whole answer.
 */
export function planMetrics(
  tree: GatewayTree,
  refused: ReadonlySet<string> = new Set(),
  most: number = mostReads,
): PlannedGateway {
  const known = new GatewayTree(
    tree.root,
    new Map([...tree.parameters].filter(([path]) => !refused.has(path))),
  )
  const parts = new Parts(known)
  device(parts)
  temperatures(parts)
  if (known.root === 'Device.') parts181(parts)
  else parts098(parts)
  const partial = ![...refused].some((path) => path.endsWith('.'))
  const { reads, items } = fitting(known, parts.items, partial, Math.min(most, mostReads))
  const signals = [...known.parameters.keys()].some((path) => signalLeaf(path) !== null)
  return { unread: unreadNames(known), plan: { reads, items, signals }, interfaces: parts.interfaces }
}

/** The metrics that a plan brings, in the order of the catalogue: the charts of the gateway. */
export function metricsOf({ items, signals }: MetricPlan): MetricName[] {
  const found = new Set<MetricName>(signals ? ['wifi_signal'] : [])
  for (const { term } of items) {
    const rule = ruleOf(term)
    if (rule.kind !== 'memory') found.add(rule.metric)
    else for (const metric of ['memory_total', 'memory_used', 'memory_usage'] as const) found.add(metric)
  }
  return metricNames.filter((name) => found.has(name))
}

function device(parts: Parts): void {
  const below = [parts.tree.root]
  const standard = parts.addNames('device', below, deviceNames, '')
  if (standard.has('memoryTotal')) return
  const vendors = parts.addNames('device', below, vendorMemoryNames, '')
  if (!vendors.has('memoryTotalBytes')) parts.addNames('device', below, vendorMemoryUsageNames, '')
}

/** TR-181 DeviceInfo.TemperatureStatus, in TR-098 by way of TR-157. */
function temperatures(parts: Parts): void {
  for (const path of parts.tree.instances('DeviceInfo.TemperatureStatus.TemperatureSensor.')) {
    const value = `${path}Value`
    if (parts.tree.find(value) === undefined) continue
    const name = parts.text(path, 'Name', 'Alias') || numbered('Sensor', path)
    parts.add('sensor', value, 'temperature', parts.instance('sensor', name, path))
  }
}

/** Objects that hold counters alone: an answer to their path is as long as their names say. */
const wholeObjects = /\.(?:Stats|MemoryStatus)\.$/
/** Characters of a value and its type in an answer, and around a name in a request. */
const perAnswer = 90
const perName = 20

function fitting(
  tree: GatewayTree,
  wanted: readonly MetricItem[],
  partial: boolean,
  most: number,
): Pick<MetricPlan, 'reads' | 'items'> {
  const byObject = Map.groupBy(wanted, ({ path }) => path.slice(0, path.lastIndexOf('.') + 1))
  const whole = new Set(
    [...byObject].flatMap(([object, items]) =>
      partial && wholeObjects.test(object) && costsLess(object, items, tree.leaves(object)) ? [object] : [],
    ),
  )
  const reads = new Set<string>()
  const items: MetricItem[] = []
  let answered = 0
  for (const item of wanted) {
    const object = item.path.slice(0, item.path.lastIndexOf('.') + 1)
    const read = whole.has(object) ? object : item.path
    if (!reads.has(read)) {
      const more = whole.has(object) ? tree.leaves(object).length : 1
      if (reads.size >= most || answered + more > mostAnswered) continue
      reads.add(read)
      answered += more
    }
    items.push(item)
  }
  return { reads: [...reads], items }
}

/** Whether the whole object is fewer bytes than its wanted parameters by name. */
function costsLess(object: string, items: readonly MetricItem[], leaves: readonly string[]): boolean {
  const answer = (paths: readonly string[]) => paths.reduce((sum, path) => sum + path.length + perAnswer, 0)
  const paths = items.map(({ path }) => path)
  const byName = paths.reduce((sum, path) => sum + path.length + perName, 0) + answer(paths)
  const atOnce = object.length + perName + answer(leaves.map((leaf) => object + leaf))
  return atOnce < byName
}
