import { type MetricName, metricOf } from '@netward/contract/metric-catalogue'
import type { MetricValue } from '@netward/contract/metric-batch'
import type { ParameterValue } from '../messages.ts'
import { counterOf, gaugeOf, highest32 } from './number.ts'
import type { MetricItem } from './parts.ts'
import type { MetricPlan } from './plan.ts'
import { accessPointOf, signalLeaf } from './signals.ts'
import { isMetricTerm, operStateOf, ruleOf } from './terms.ts'

export interface Measured {
  readonly values: readonly MetricValue[]
  /** Hundredths of a second, as `MetricPoll.upTime`. */
  readonly upTime?: number
  /** Clients by the path of their count. */
  readonly clients: ReadonlyMap<string, number>
  /** Values that are none, or outside of what their metric can be. */
  readonly refused: number
}

const wide = /^(?:xsd:|xs:)?(?:unsignedLong|long)$/
const narrow = /^(?:xsd:|xs:)?(?:unsignedInt|int)$/

/** More values than an answer can have: the rest of one is not read. */
const mostValues = 512

/** Values of metrics among parameters: what fits is taken, each value on its own. */
export function measure(plan: MetricPlan, parameters: readonly ParameterValue[]): Measured {
  const measuring = new Measuring(plan)
  for (const parameter of parameters.slice(0, mostValues)) measuring.take(parameter)
  return measuring.end()
}

const indexes = new WeakMap<MetricPlan, ReadonlyMap<string, MetricItem>>()

/** The measured parameters of a plan, by path. */
export function itemsByPath(plan: MetricPlan): ReadonlyMap<string, MetricItem> {
  const known = indexes.get(plan) ?? new Map(plan.items.map((item) => [item.path, item]))
  indexes.set(plan, known)
  return known
}

class Measuring {
  readonly #plan: MetricPlan
  readonly #items: ReadonlyMap<string, MetricItem>
  readonly #values: MetricValue[] = []
  readonly #seen = new Set<string>()
  readonly #counts = new Map<string, number>()
  readonly #memory: { total?: number; free?: number } = {}
  readonly #signals = new Map<string, number[]>()
  #upTime: number | undefined
  #refused = 0

  constructor(plan: MetricPlan) {
    this.#plan = plan
    this.#items = itemsByPath(plan)
  }

  take({ name, value, type }: ParameterValue): void {
    const item = this.#items.get(name)
    if (item === undefined) {
      this.#signal(name, value)
    } else if (!this.#seen.has(name) && isMetricTerm(item.term)) {
      this.#seen.add(name)
      if (!this.#convert(item, value, type ?? '')) this.#refused += 1
    }
  }

  end(): Measured {
    this.#sums()
    this.#memories()
    for (const [instance, of] of this.#signals)
      this.#add('wifi_signal', instance, Math.round(of.reduce((sum, one) => sum + one, 0) / of.length))
    return {
      values: this.#values,
      ...(this.#upTime === undefined ? {} : { upTime: this.#upTime }),
      clients: this.#counts,
      refused: this.#refused,
    }
  }

  #convert({ term, instance, path }: MetricItem, text: string, type: string): boolean {
    const rule = ruleOf(term)
    if (rule.kind === 'counter') return this.#counter(rule.metric, { instance, path }, text, type)
    if (rule.kind === 'state') {
      const state = operStateOf(text)
      return state !== null && this.#add(rule.metric, instance, state)
    }
    const value = gaugeOf(text)
    if (value === null) return false
    if (rule.kind === 'sum') {
      if (!Number.isInteger(value) || value < 0 || value > 10_000) return false
      this.#counts.set(path, value)
      return true
    }
    if (rule.kind === 'memory') {
      if (value < 0) return false
      this.#memory[rule.part] = value * rule.scale
      return true
    }
    // No reading is not a wrong one.
    if (rule.nothing?.includes(value)) return true
    const taken = this.#add(rule.metric, instance, scaled(value, rule.scale))
    if (taken && term === 'uptime') this.#upTime = value * 100
    return taken
  }

  /** A gateway that says unsignedInt wraps at 2^32, unless it counts beyond. */
  #counter(
    metric: MetricName,
    { instance, path }: Pick<MetricItem, 'instance' | 'path'>,
    text: string,
    type: string,
  ): boolean {
    const count = counterOf(text)
    if (count === null) return false
    const declared = wide.test(type) ? 64 : narrow.test(type) ? 32 : null
    const bits = declared ?? (path.startsWith('Device.') ? 64 : 32)
    this.#values.push([metric, instance, String(count), count > highest32 ? 64 : bits])
    return true
  }

  #signal(path: string, text: string): void {
    const point = signalLeaf(path)
    if (point === null) return
    const radio = this.#plan.items.find(
      (item) => item.term === 'clients' && accessPointOf(item.path) === point,
    )
    const value = gaugeOf(text)
    if (radio === undefined || value === null || value >= 0 || value < -120) return
    this.#signals.set(radio.instance, [...(this.#signals.get(radio.instance) ?? []), value])
  }

  /** A radio's clients are those of all its networks: without one of them there is no sum. */
  #sums(): void {
    const counts = this.#plan.items.filter(({ term }) => ruleOf(term).kind === 'sum')
    for (const [instance, items] of Map.groupBy(counts, (item) => item.instance)) {
      const clients = items.map(({ path }) => this.#counts.get(path))
      if (clients.every((one) => one !== undefined))
        this.#add(
          'wifi_clients',
          instance,
          clients.reduce((sum, one) => sum + one, 0),
        )
    }
  }

  #memories(): void {
    const { total, free } = this.#memory
    if (total === undefined || total <= 0) return
    this.#add('memory_total', '', total)
    if (free === undefined || free > total) return
    this.#add('memory_used', '', total - free)
    this.#add('memory_usage', '', Math.round(((total - free) / total) * 1000) / 10)
  }

  #add(metric: MetricName, instance: string, value: number): boolean {
    const { min = -Infinity, max = Infinity } = metricOf(metric)
    if (!Number.isFinite(value) || value < min || value > max) return false
    this.#values.push([metric, instance, value])
    return true
  }
}

/** Without the noise of binary fractions: 123 tenths are 12.3. */
const scaled = (value: number, scale = 1): number =>
  scale < 1 ? Math.round(value) / Math.round(1 / scale) : value * scale
