import type { DeviceIdentity, InventoryReading, PollReading } from '@netward/collector/read/reading'
import type { MetricName } from '@netward/contract/metric-catalogue'
import { classes, plainMaker, type Expected } from './expected.ts'

/** One comparison: of a field of one agent, how many of those expected fit, and those that do not. */
export interface Score {
  readonly field: string
  readonly fits: number
  readonly of: number
  readonly misses: readonly string[]
  /** Read here, but not expected. */
  readonly extra: readonly string[]
}

interface Value {
  readonly metric: MetricName
  readonly label: string
  readonly value: number
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Two readings of one number: sources round differently. */
const near = (a: number, b: number) => Math.abs(a - b) <= Math.max(0.011, Math.abs(b) * 0.006)

export function compare(
  expected: Expected,
  inventory: InventoryReading,
  poll: PollReading,
): readonly Score[] {
  const { identity } = inventory
  const labels = new Map(
    inventory.parts.map(({ metric, instance, label }) => [`${metric} ${instance}`, label]),
  )
  const labelOf = (metric: MetricName, instance: string) =>
    labels.get(`${metric} ${instance}`) ??
    labels.get(`${metric === 'state_code' ? 'sensor_state' : metric} ${instance}`) ??
    labels.get(`${metric.replace(/_[a-z]+$/, '_usage')} ${instance}`) ??
    instance
  const values = poll.samples.map(({ metric, instance, value }): Value => ({
    metric,
    label: labelOf(metric, instance),
    value: Number(value),
  }))
  return [
    ...compareIdentity(expected, identity),
    count('interfaces', expected.interfaces, inventory.interfaces.length),
    count('neighbours', expected.neighbours, inventory.neighbours.length),
    list(
      'processors',
      (expected.processors ?? []).map(({ name, percent }) => wanted(['cpu_usage'], name, percent)),
      values,
      ['cpu_usage'],
    ),
    memory(expected, values),
    list(
      'sensors',
      (expected.sensors ?? []).map((sensor) => {
        const { metrics = [], times = 1 } = classes[sensor.class] ?? {}
        return wanted(metrics, sensor.name, sensor.value * times, sensor.class)
      }),
      values,
      Object.values(classes).flatMap(({ metrics }) => metrics),
    ),
    list(
      'supplies',
      (expected.supplies ?? []).map(({ name, percent }) => wanted(['supply_level'], name, percent)),
      values,
      ['supply_level'],
    ),
  ].filter(({ of }) => of > 0)
}

export function compareIdentity(
  expected: Expected,
  { vendor, type, model, version, serialNumber }: DeviceIdentity,
): readonly Score[] {
  const same = expected.loosely ? sameWords : undefined
  return [
    scalar('vendor', expected.vendor, vendor, expected.loosely ? sameMaker : equalMakers),
    scalar('type', expected.type ?? expected.types?.join(' | '), type, (want, got) =>
      want.split(' | ').includes(got),
    ),
    scalar('model', expected.model, model, same),
    scalar('version', expected.version, version, same),
    scalar('serial', expected.serial, serialNumber, same),
  ].filter(({ of }) => of > 0)
}

const equalMakers = (a: string, b: string) => plainMaker(a) === plainMaker(b)

/** Acme Networks is Acme. */
function sameMaker(a: string, b: string): boolean {
  const [short, long] = [plainMaker(a), plainMaker(b)].toSorted((one, two) => one.length - two.length)
  return short === long || (short!.length >= 3 && long!.startsWith(short!))
}

/** Equal, or the shorter one stands in the longer one as whole words. */
function sameWords(a: string, b: string): boolean {
  if (plain(a) === plain(b)) return true
  const [short, long] = [wordsOf(a), wordsOf(b)].toSorted((one, two) => one.length - two.length)
  return short!.length >= 5 && long!.includes(short!)
}

/** What one side spells out. */
const spelled: Readonly<Record<string, string>> = {
  fgt: 'fortigate',
  fwf: 'fortiwifi',
  fgr: 'fortigate rugged',
  fwb: 'fortiweb',
}

function wordsOf(text: string): string {
  const words = text.toLowerCase().split(/[^a-z0-9]+/)
  return ` ${words
    .filter((word) => word !== '')
    .map((word) => spelled[word] ?? word)
    .join(' ')} `
}

interface Wanted {
  readonly metrics: readonly MetricName[]
  readonly label: string
  readonly value: number
  readonly shown: string
}

const wanted = (metrics: readonly MetricName[], label: string, value: number, of = ''): Wanted => ({
  metrics,
  label,
  value,
  shown: `${of} ${label} = ${value}`.trim(),
})

function scalar(
  name: string,
  want: string | undefined,
  got: string,
  same = (a: string, b: string) => plain(a) === plain(b),
): Score {
  if (want === undefined || want === '<private>')
    return { field: name, fits: 0, of: 0, misses: [], extra: [] }
  const fits = same(want, got)
  return {
    field: name,
    fits: fits ? 1 : 0,
    of: 1,
    misses: fits ? [] : [`${want} ≠ ${got || '—'}`],
    extra: [],
  }
}

function count(field: string, want: number | undefined, got: number): Score {
  if (want === undefined) return { field, fits: 0, of: 0, misses: [], extra: [] }
  return {
    field,
    fits: Math.min(want, got),
    of: want,
    misses: got < want ? [`${got} of ${want}`] : [],
    extra: got > want ? [`${got} for ${want}`] : [],
  }
}

/** Pairs what is expected with what was read: first by name and value, then by value alone. */
function list(
  field: string,
  all: readonly Wanted[],
  values: readonly Value[],
  metrics: readonly MetricName[],
): Score {
  const free = values.filter(({ metric }) => metrics.includes(metric))
  const take = (fits: (one: Wanted, value: Value) => boolean) => (one: Wanted) => {
    const at = free.findIndex(
      (value) => one.metrics.includes(value.metric) && near(value.value, one.value) && fits(one, value),
    )
    if (at < 0) return true
    free.splice(at, 1)
    return false
  }
  const unnamed = all.filter(take((one, value) => plain(one.label) === plain(value.label)))
  const missing = unnamed.filter(take(() => true))
  return {
    field,
    fits: all.length - missing.length,
    of: all.length,
    misses: missing.map(({ shown }) => shown),
    extra: all.length === 0 ? [] : free.map(({ metric, label, value }) => `${metric} ${label} = ${value}`),
  }
}

/** Pools by name, else by total and use; percentages where the agent counts no bytes. */
function memory(expected: Expected, values: readonly Value[]): Score {
  const pools = new Map<string, Partial<Record<string, number>>>()
  for (const { metric, label, value } of values) {
    const [, name] = /^(?:memory|storage)_(usage|used|total)$/.exec(metric) ?? []
    if (name)
      pools.set(`${metric.split('_')[0]} ${label}`, {
        ...pools.get(`${metric.split('_')[0]} ${label}`),
        [name]: value,
      })
  }
  const free = [...pools.values()]
  const missing = (expected.memory ?? []).filter(({ used, total }) => {
    const at = free.findIndex((pool) =>
      total === 100 || pool['total'] === undefined
        ? near(pool['usage'] ?? -1, (used / total) * 100) ||
          Math.abs((pool['usage'] ?? -99) - (used / total) * 100) <= 0.5
        : near(pool['total'], total) && near(pool['used'] ?? -1, used),
    )
    if (at < 0) return true
    free.splice(at, 1)
    return false
  })
  return {
    field: 'memory',
    fits: (expected.memory ?? []).length - missing.length,
    of: (expected.memory ?? []).length,
    misses: missing.map(({ name, used, total }) => `${name} = ${used} of ${total}`),
    extra: [...pools]
      .filter(([, pool]) => free.includes(pool))
      .map(([name, pool]) => `${name} ${JSON.stringify(pool)}`),
  }
}
