import type { RuleDefinition } from '@netward/contract/alarm-values'
import { shippedRules } from '@netward/contract/shipped-rules'
import { metricOf } from '@netward/contract/metric-catalogue'
import type { EventTiming } from '../machine/events.ts'
import type { Timing } from '../machine/machine.ts'

/** A rule as it is stored: a company's own, or its copy of a shipped one. */
export interface StoredRule {
  readonly key: string
  readonly shipped: boolean
  readonly name: string | null
  readonly enabled: boolean
  readonly watch: boolean
  readonly definition: RuleDefinition
  /** Of a shipped rule that watches since an update: as it raises meanwhile. */
  readonly before?: RuleDefinition | null
}

/** A rule that is evaluated. */
export interface Rule {
  /** The code of a shipped rule, or the id of an own one; after `watchMark` if it raises nothing. */
  readonly key: string
  readonly name: string | null
  readonly definition: RuleDefinition
  readonly timing: Timing
}

/** Conditions of a rule that only watches are apart: as it begins to raise, it begins anew. */
export const watchMark = '~'

/** The enabled rules of a company: shipped ones, or its copies of them, and its own. */
export function rulesOf(stored: readonly StoredRule[]): readonly Rule[] {
  const copies = new Map(stored.filter(({ shipped }) => shipped).map((rule) => [rule.key, rule]))
  return [
    ...shippedRules.flatMap(({ code, definition }) => {
      const copy = copies.get(code) ?? shippedRule(code, definition)
      return copy.before ? [copy, shippedRule(code, copy.before)] : [copy]
    }),
    ...stored.filter(({ shipped }) => !shipped),
  ]
    .filter(({ enabled }) => enabled)
    .map(({ key, name, watch, definition }) => ({
      key: watch ? `${watchMark}${key}` : key,
      name,
      definition,
      timing: timingOf(definition),
    }))
}

const shippedRule = (key: string, definition: RuleDefinition): StoredRule => ({
  key,
  shipped: true,
  name: null,
  enabled: true,
  watch: false,
  definition,
})

const minute = 60_000

export const timingOf = ({ minutes, bad, last, clearMinutes, flapping }: RuleDefinition): Timing => ({
  forMs: minutes * minute,
  bad,
  last,
  clearMs: clearMinutes * minute,
  flapAbove: flapping,
})

export const eventTimingOf = ({ minutes, bad, clearMinutes, flapping }: RuleDefinition): EventTiming => ({
  count: bad,
  withinMs: minutes * minute,
  quietMs: clearMinutes * minute,
  flapAbove: flapping,
})

export const isOfEvents = ({ of }: RuleDefinition): boolean => of.kind === 'trap' || of.kind === 'syslog'

/** What rules are chosen by. */
export interface RuledDevice {
  /** `line`: an internet line. */
  readonly type: string
  readonly tags: readonly string[]
  readonly outletId: string | null
  /** Of a line. */
  readonly profile: string | null
}

export function concerns(
  { of, types, tags, outletIds, lineProfiles }: RuleDefinition,
  device: RuledDevice,
): boolean {
  // Facts concern what the sweep of facts finds.
  if (of.kind === 'fact') return false
  const ofLines = of.kind === 'metric' && metricOf(of.metric).of === 'line'
  return (
    ofLines === (device.type === 'line') &&
    (types.length === 0 || (types as readonly string[]).includes(device.type)) &&
    (lineProfiles.length === 0 || (lineProfiles as readonly (string | null)[]).includes(device.profile)) &&
    (tags.length === 0 || tags.some((tag) => device.tags.includes(tag))) &&
    (outletIds.length === 0 || (device.outletId !== null && outletIds.includes(device.outletId)))
  )
}

/** The rules of a device: those over metrics by metric. */
export interface Plan {
  readonly byMetric: ReadonlyMap<string, readonly MetricRule[]>
  readonly states: readonly StateRule[]
  readonly byKey: ReadonlyMap<string, Rule>
}

export type MetricCondition = Extract<RuleDefinition['of'], { kind: 'metric' }>
type StateCondition = Extract<RuleDefinition['of'], { kind: 'state' }>
export interface MetricRule extends Rule {
  readonly of: MetricCondition
  readonly counts: boolean
}
export interface StateRule extends Rule {
  readonly of: StateCondition
}

export function planOf(rules: readonly Rule[]): Plan {
  const byMetric = new Map<string, MetricRule[]>()
  const states: StateRule[] = []
  for (const rule of rules) {
    const { of } = rule.definition
    if (of.kind === 'state') states.push({ ...rule, of })
    else if (of.kind === 'metric') {
      const same = byMetric.get(of.metric) ?? []
      byMetric.set(of.metric, [...same, { ...rule, of, counts: metricOf(of.metric).kind === 'counter' }])
    }
  }
  return { byMetric, states, byKey: new Map(rules.map((rule) => [rule.key, rule])) }
}
