import type { SyslogCondition, TrapCondition } from './alarm-events.ts'
import type { DeviceType } from './device-values.ts'
import type { LineProfileKind } from './line-profiles.ts'
import type { MetricName } from './metric-catalogue.ts'

/** X.733 perceived severity, the worst first. */
export const alarmSeverities = ['critical', 'major', 'minor', 'warning', 'indeterminate'] as const
export type AlarmSeverity = (typeof alarmSeverities)[number]

/** What the timeline of an alarm holds: transitions of its condition first, then acts of people. */
export const alarmTransitions = [
  'raised',
  'cleared',
  'flapping',
  'settled',
  'no_data',
  'data_again',
  /** Its device is cut off by one that has an alarm; and no more. */
  'suppressed',
  'revived',
  /** It is critical, and nobody has acknowledged it for hours. */
  'reminded',
] as const
export const alarmActs = [
  'acknowledged',
  'acknowledgement_ended',
  'unacknowledged',
  'muted',
  'unmuted',
  'commented',
  'assigned',
  'severity_set',
] as const
export const alarmEventKinds = [...alarmTransitions, ...alarmActs] as const

/** Why an alarm is cleared. */
export const alarmClearings = ['recovered', 'rule', 'no_data', 'quiet'] as const

/** Device states that rules watch beside metrics. */
export const watchedStates = ['offline', 'snmp_silent'] as const
export type WatchedState = (typeof watchedStates)[number]

/** What is so or not, whatever a device measures; the database knows (db/functions/alarms/facts.sql). */
export const alarmFacts = [
  'configuration_drift',
  'campaign_stopped',
  'quota_nearly_used',
  'quota_used',
  'probe_silent',
  'line_blind',
  /** Lines of one ISP in the city are down together, of several companies. */
  'carrier_outage',
] as const
export type AlarmFact = (typeof alarmFacts)[number]

/** The limit of flapping where a rule has no other (Icinga). */
export const flapLimit = 30
/** Days without data after which an alarm is cleared. */
export const noDataDays = 7
/** Hours after which a critical alarm that nobody acknowledged is reminded of, again and again. */
export const reminderHours = 4
/** Hours for which an acknowledgement holds. */
export const acknowledgedHours = 24

/** Whether a rule opens a work order for what it raises, and whether the order closes as the alarm clears. */
export const ruleOrders = ['none', 'opens', 'opens_and_closes'] as const
export type RuleOrder = (typeof ruleOrders)[number]

/** What the trial of a rule reads at most: days, devices, parts of each; and how many alarms it lists. */
export const trialLimits = { days: 7, devices: 200, parts: 200, listed: 20 } as const

/** Whose upper limit the device itself, or the profile of the line, may give. */
export const metricsWithOwnLimit: ReadonlySet<MetricName> = new Set([
  'temperature',
  'memory_usage',
  'line_rtt_median',
  'line_rtt_p95',
])

/** What a rule watches, when it raises and clears, and for which devices. */
export interface RuleDefinition {
  readonly of:
    | {
        readonly kind: 'metric'
        readonly metric: MetricName
        /** Each part of a device by itself, or the mean of its parts. */
        readonly parts: 'each' | 'mean'
        /** Interfaces: all, or those with a neighbour or described as uplink. */
        readonly ports: 'all' | 'connected'
        /** `above`: from the raise value on; `below`: under it; `equal`: exactly. */
        readonly compare: 'above' | 'below' | 'equal'
        /** Of counters a rate per second. Null: the upper limit that the device itself gives for the part. */
        readonly raise: number | null
        /** The value on the good side from which it clears: null is the raise value, or 3 below the device's own limit. */
        readonly clear: number | null
      }
    | { readonly kind: 'state'; readonly state: WatchedState }
    | { readonly kind: 'fact'; readonly fact: AlarmFact }
    | TrapCondition
    | SyslogCondition
  /** Minutes for which it holds before it is raised; 0: at once. Of events: within which `bad` of them come. */
  readonly minutes: number
  /** Raised by `bad` of the last `last` values; of events by `bad` of them, and `last` means nothing. */
  readonly bad: number
  readonly last: number
  /** Minutes for which the value is good before it is cleared. Of events: without another one; 0: only by a clearing one. */
  readonly clearMinutes: number
  /** Share of changes among the last 20 states, in per cent, above which it flaps; it settles 5 below. */
  readonly flapping: number
  readonly severity: AlarmSeverity
  /** Empty: every type. */
  readonly types: readonly DeviceType[]
  /** One of them; empty: whatever the tags. */
  readonly tags: readonly string[]
  /** Empty: every site. */
  readonly outletIds: readonly string[]
  readonly order: RuleOrder
  /** Of lines: of these profiles; empty: all. */
  readonly lineProfiles: readonly LineProfileKind[]
  /** What to do when it raises; empty: of a shipped rule its shipped text. */
  readonly runbook: string
}
