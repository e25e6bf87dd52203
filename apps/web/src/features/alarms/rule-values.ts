import type { SyslogMatch, TrapMatch } from '@netward/contract/alarm-events'
import {
  type AlarmFact,
  alarmFacts,
  type AlarmSeverity,
  flapLimit,
  type RuleDefinition,
  type RuleOrder,
  watchedStates,
} from '@netward/contract/alarm-values'
import type { DeviceType } from '@netward/contract/device-values'
import type { LineProfileKind } from '@netward/contract/line-profiles'
import { type MetricName, metricOf } from '@netward/contract/metric-catalogue'
import type { AlarmRule } from './rule-list.tsx'

type Metric = Extract<RuleDefinition['of'], { kind: 'metric' }>

/** What the form of a trap or a message states; each kind has its part. */
type EventMatch = Writable<TrapMatch & SyslogMatch>
type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer One)[] ? One[] : T[K] }

/** The form of a rule. */
export interface RuleValues {
  name: string
  /** A metric, a state of the device, or what it sends. */
  what: string
  of: {
    compare: Metric['compare']
    parts: Metric['parts']
    ports: Metric['ports']
    raise: number | null
    clear: number | null
    when: EventMatch
    clearWhen: EventMatch
  }
  minutes: number
  bad: number
  last: number
  clearMinutes: number
  flapping: number
  severity: AlarmSeverity
  types: DeviceType[]
  tags: string[]
  outletIds: string[]
  order: RuleOrder
  lineProfiles: LineProfileKind[]
  runbook: string
  watch: boolean
}

export const isState = (what: string): what is (typeof watchedStates)[number] =>
  (watchedStates as readonly string[]).includes(what)

const isFact = (what: string): what is AlarmFact => (alarmFacts as readonly string[]).includes(what)

export const isEvent = (what: string): what is 'trap' | 'syslog' => what === 'trap' || what === 'syslog'

export const isOfLines = (what: string): boolean =>
  !isState(what) && !isFact(what) && !isEvent(what) && metricOf(what as MetricName).of === 'line'

function whatOf(of: RuleDefinition['of']): string {
  if (of.kind === 'state') return of.state
  if (of.kind === 'trap' || of.kind === 'syslog') return of.kind
  return of.kind === 'fact' ? of.fact : of.metric
}

function conditionOf(what: string, of: RuleValues['of']) {
  if (isState(what)) return { kind: 'state', state: what } as const
  if (isFact(what)) return { kind: 'fact', fact: what } as const
  const { when, clearWhen, ...limits } = of
  if (what === 'trap')
    return { kind: what, when: trapOf(when), clearWhen: statedOrNull(trapOf(clearWhen)) } as const
  if (what === 'syslog')
    return { kind: what, when: messageOf(when), clearWhen: statedOrNull(messageOf(clearWhen)) } as const
  return { kind: 'metric', metric: what as MetricName, ...limits } as const
}

// A field that is not shown has no value.
const trapOf = ({ traps, oid, text }: Partial<EventMatch>) => ({
  traps: traps ?? [],
  oid: oid ?? '',
  text: text ?? '',
})
const messageOf = ({ severity, facilities, app, text }: Partial<EventMatch>) => ({
  severity: severity ?? null,
  facilities: facilities ?? [],
  app: app ?? '',
  text: text ?? '',
})

/** Of a clearing event of which nothing is stated there is none. */
const statedOrNull = <T extends object>(match: T): T | null =>
  Object.values(match).every((stated) => stated === null || stated.length === 0) ? null : match

const noMatch: EventMatch = { traps: [], oid: '', severity: null, facilities: [], app: '', text: '' }

export function valuesOf(rule: AlarmRule | null): RuleValues {
  const definition = rule?.definition
  const of = definition?.of
  return {
    name: rule?.name ?? '',
    what: of === undefined ? 'cpu_usage' : whatOf(of),
    of: {
      ...(of?.kind === 'metric'
        ? { compare: of.compare, parts: of.parts, ports: of.ports, raise: of.raise, clear: of.clear }
        : {
            compare: 'above',
            parts: 'each',
            ports: 'all',
            raise: of === undefined ? 90 : null,
            clear: null,
          }),
      when: { ...noMatch, ...(of !== undefined && 'when' in of && of.when) },
      clearWhen: { ...noMatch, ...(of !== undefined && 'clearWhen' in of && of.clearWhen) },
    },
    minutes: definition?.minutes ?? 10,
    bad: definition?.bad ?? 1,
    last: definition?.last ?? 1,
    clearMinutes: definition?.clearMinutes ?? 0,
    flapping: definition?.flapping ?? flapLimit,
    severity: definition?.severity ?? 'minor',
    types: [...(definition?.types ?? [])],
    tags: [...(definition?.tags ?? [])],
    outletIds: [...(definition?.outletIds ?? [])],
    order: definition?.order ?? 'none',
    lineProfiles: [...(definition?.lineProfiles ?? [])],
    runbook: definition?.runbook ?? '',
    // A new rule shows first what it would raise.
    watch: rule?.watch ?? true,
  }
}

export function definitionOf({ what, of, name: _name, watch: _watch, order, ...rest }: RuleValues) {
  return {
    ...rest,
    order: order ?? 'none',
    // Lines have neither a type of device nor tags, devices no profile.
    ...(isOfLines(what) ? { types: [], tags: [] } : { lineProfiles: [] }),
    of: conditionOf(what, of),
  }
}
