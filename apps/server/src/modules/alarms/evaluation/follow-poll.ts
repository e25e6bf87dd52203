import { metricOf } from '@netward/contract/metric-catalogue'
import type { WatchedPoll, WatchedValue } from '../../../platform/metrics/intake/batch-watcher.ts'
import { judgeValue, type Threshold, type Verdict } from '../machine/judge.ts'
import { step } from '../machine/machine.ts'
import type { AboutAlarm, DeviceChanges } from './advance.ts'
import { type DeviceWatch, intervalsUntilSilent, stateKey } from './device-watch.ts'
import { type MetricRule, watchMark } from './rules.ts'

/** Below its own limit by so much a sensor is good again. */
const ownLimitMargin = 3

/** Advances the conditions of a device by one poll. Polls that are old or out of order do nothing. */
export function followPoll(changes: DeviceChanges, poll: WatchedPoll, receivedAt: number): void {
  const { watch } = changes
  const { at } = poll
  if (
    at <= watch.lastAt[poll.derived ? 'derived' : 'own'] ||
    at < receivedAt - intervalsUntilSilent * watch.interval
  )
    return
  const means = new Map<MetricRule, { sum: number; count: number }>()
  const touched = new Set<string>()
  const isDown = isReportedDown(watch, poll)
  for (const value of poll.values) {
    const rules = watch.plan.byMetric.get(value.metric)
    if (rules === undefined) continue
    for (const rule of rules) {
      if (isDown && value.metric === 'line_loss') {
        touched.add(stateKey(rule.key, value.instance))
        continue
      }
      const measured = measuredBy(rule, value, watch, at)
      if (measured === null) continue
      if (rule.of.parts === 'each') followValue(changes, rule, value.instance, measured, at, touched)
      else {
        const mean = means.get(rule)
        if (mean) {
          mean.sum += measured
          mean.count += 1
        } else means.set(rule, { sum: measured, count: 1 })
      }
    }
  }
  for (const [rule, { sum, count }] of means) followValue(changes, rule, '', sum / count, at, touched)
  if (watch.states.size > 0) missValues(changes, at, touched)
}

/**
 * A line that is down loses everything, which is no alarm beside the one that it is down: conditions of its loss stay as they are.
 * Without a rule that raises when it is down, its loss does.
 */
function isReportedDown({ plan }: DeviceWatch, { values }: WatchedPoll): boolean {
  return (
    values.some(({ metric, value }) => metric === 'line_up' && Number(value) === 0) &&
    plan.byMetric.get('line_up')?.some(({ key }) => !key.startsWith(watchMark)) === true
  )
}

/** What a batch leaves in memory once it is committed. */
export function rememberPoll(watch: DeviceWatch, { at, derived, values }: WatchedPoll): void {
  const stream = derived ? 'derived' : 'own'
  watch.lastAt[stream] = Math.max(watch.lastAt[stream], at)
  for (const { metric, instance, slot, value } of values) {
    const rules = watch.plan.byMetric.get(metric)
    if (rules === undefined) continue
    if (rules[0]!.counts) watch.counters.keep(slot, at, Number(value))
    if (watch.states.size === 0) continue
    for (const { key, of } of rules) {
      const part = of.parts === 'mean' ? '' : instance
      if (watch.states.get(key)?.has(part)) watch.seen.set(stateKey(key, part), at)
    }
  }
}

/** The value of a gauge or the rate of a counter; null where the rule has nothing to say. */
function measuredBy(
  { of, counts, key }: MetricRule,
  { instance, slot, value }: WatchedValue,
  watch: DeviceWatch,
  at: number,
): number | null {
  // A port that is down has no neighbour any more: its condition stays until the port is up.
  if (of.ports === 'connected' && !watch.ports.has(instance) && !watch.states.get(key)?.has(instance))
    return null
  return counts ? watch.counters.rate(slot, at, Number(value)) : Number(value)
}

function followValue(
  changes: DeviceChanges,
  rule: MetricRule,
  instance: string,
  value: number,
  at: number,
  touched: Set<string>,
): void {
  const threshold = thresholdOf(rule, instance, changes.watch)
  if (threshold === null) return
  const verdict = judgeValue(value, threshold)
  const before = changes.machine(rule.key, instance)
  if (before === null && verdict !== 'bad') return
  touched.add(stateKey(rule.key, instance))
  advanceBy(changes, rule, instance, { at, verdict, value }, threshold)
}

/** Conditions that this device has measured no more for some intervals. */
function missValues(changes: DeviceChanges, at: number, touched: ReadonlySet<string>): void {
  const { watch } = changes
  for (const [key, instances] of watch.states) {
    const rule = watch.plan.byKey.get(key)
    if (rule?.definition.of.kind !== 'metric') continue
    for (const instance of instances.keys()) {
      const id = stateKey(key, instance)
      if (
        touched.has(id) ||
        at - (watch.seen.get(id) ?? watch.loadedAt) <= intervalsUntilSilent * watch.interval
      )
        continue
      const metricRule = { ...rule, of: rule.definition.of, counts: false }
      advanceBy(changes, metricRule, instance, { at, verdict: 'none', value: null }, null)
    }
  }
}

/** One step of a condition over a metric. */
export function advanceBy(
  changes: DeviceChanges,
  rule: MetricRule,
  instance: string,
  { at, verdict, value }: { at: number; verdict: Verdict; value: number | null },
  threshold: Threshold | null,
): void {
  const before = changes.machine(rule.key, instance)
  const result = step(before, { at, verdict }, rule.timing, changes.watch.interval)
  if (result.machine === before && result.transitions.length === 0) return
  changes.add(rule, instance, result, { at, value, about: aboutOf(rule, threshold) })
}

function aboutOf({ of, key, definition }: MetricRule, threshold: Threshold | null): AboutAlarm {
  return {
    metric: of.metric,
    // A line that is down cuts off what is reached by it alone.
    watches: of.metric === 'line_up' && !key.startsWith(watchMark) ? 'offline' : null,
    subject: metricOf(of.metric).of,
    threshold: threshold?.raise ?? null,
    severity: definition.severity,
  }
}

function thresholdOf({ of }: MetricRule, instance: string, { row }: DeviceWatch): Threshold | null {
  const raise = of.raise ?? row.limits?.[`${metricOf(of.metric).of} ${instance}`]
  if (raise === undefined) return null
  const clear = of.clear ?? (of.raise === null ? raise - ownLimitMargin : raise)
  return { compare: of.compare, raise, clear }
}
