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
export const alarmClearings = ['recovered', 'rule', 'no_data'] as const

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
  /** Minutes for which it holds before it is raised; 0: at once. */
  readonly minutes: number
  /** Raised by `bad` of the last `last` values. */
  readonly bad: number
  readonly last: number
  /** Minutes for which the value is good before it is cleared. */
  readonly clearMinutes: number
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

interface ShippedRule {
  readonly code: string
  /** Counts up with each change of the definition in a release. */
  readonly version: number
  readonly definition: RuleDefinition
}

const always = {
  minutes: 0,
  bad: 1,
  last: 1,
  clearMinutes: 0,
  types: [],
  tags: [],
  outletIds: [],
  order: 'none',
  lineProfiles: [],
  runbook: '',
} as const
const each = { kind: 'metric', parts: 'each', ports: 'all' } as const

/** The rules that every company has (operations.md §4). A company stores a copy where it changes one. */
export const shippedRules = [
  {
    code: 'gateway_offline',
    version: 1,
    definition: {
      ...always,
      of: { kind: 'state', state: 'offline' },
      severity: 'critical',
      types: ['smart_cpe'],
    },
  },
  {
    code: 'device_offline',
    version: 1,
    definition: {
      ...always,
      of: { kind: 'state', state: 'offline' },
      severity: 'major',
      types: [
        'switch',
        'router',
        'firewall',
        'wireless_controller',
        'wireless_ap',
        'security_gateway',
        'printer',
        'cash_register',
        'access_control',
        'other',
      ],
    },
  },
  {
    code: 'snmp_silent',
    version: 1,
    definition: { ...always, of: { kind: 'state', state: 'snmp_silent' }, minutes: 15, severity: 'minor' },
  },
  {
    code: 'cpu_high',
    version: 1,
    definition: {
      ...always,
      of: { ...each, metric: 'cpu_usage', parts: 'mean', compare: 'above', raise: 90, clear: 80 },
      minutes: 10,
      clearMinutes: 5,
      severity: 'major',
    },
  },
  {
    // By the limit of the device itself or its profile: no one limit fits systems that fill their memory on purpose.
    code: 'memory_high',
    version: 1,
    definition: {
      ...always,
      of: { ...each, metric: 'memory_usage', compare: 'above', raise: null, clear: null },
      minutes: 10,
      clearMinutes: 5,
      severity: 'minor',
    },
  },
  {
    code: 'disk_full',
    version: 1,
    definition: {
      ...always,
      of: { ...each, metric: 'storage_usage', compare: 'above', raise: 90, clear: 85 },
      severity: 'major',
    },
  },
  {
    code: 'temperature_high',
    version: 1,
    definition: {
      ...always,
      of: { ...each, metric: 'temperature', compare: 'above', raise: null, clear: null },
      bad: 2,
      last: 3,
      severity: 'major',
    },
  },
  {
    code: 'ups_on_battery',
    version: 1,
    definition: {
      ...always,
      of: { ...each, metric: 'ups_on_battery', compare: 'equal', raise: 1, clear: null },
      severity: 'major',
    },
  },
  {
    code: 'port_down',
    version: 1,
    definition: {
      ...always,
      of: {
        ...each,
        metric: 'interface_oper_state',
        ports: 'connected',
        compare: 'equal',
        raise: 2,
        clear: null,
      },
      severity: 'major',
    },
  },
  {
    code: 'interface_in_errors',
    version: 1,
    definition: {
      ...always,
      of: { ...each, metric: 'interface_in_errors', compare: 'above', raise: 2, clear: 1 },
      bad: 2,
      last: 3,
      clearMinutes: 10,
      severity: 'minor',
    },
  },
  {
    code: 'interface_out_errors',
    version: 1,
    definition: {
      ...always,
      of: { ...each, metric: 'interface_out_errors', compare: 'above', raise: 2, clear: 1 },
      bad: 2,
      last: 3,
      clearMinutes: 10,
      severity: 'minor',
    },
  },
  {
    code: 'supply_low',
    version: 1,
    definition: {
      ...always,
      of: { ...each, metric: 'supply_level', compare: 'below', raise: 10, clear: 15 },
      severity: 'warning',
    },
  },
  {
    code: 'line_down',
    version: 1,
    definition: {
      ...always,
      of: { ...each, metric: 'line_up', compare: 'equal', raise: 0, clear: null },
      bad: 2,
      last: 2,
      clearMinutes: 2,
      severity: 'critical',
    },
  },
  {
    code: 'line_loss_high',
    version: 1,
    definition: {
      ...always,
      of: { ...each, metric: 'line_loss', compare: 'above', raise: 20, clear: 2 },
      bad: 3,
      last: 5,
      clearMinutes: 5,
      severity: 'critical',
    },
  },
  {
    code: 'line_loss',
    version: 1,
    definition: {
      ...always,
      of: { ...each, metric: 'line_loss', compare: 'above', raise: 5, clear: 2 },
      bad: 3,
      last: 5,
      clearMinutes: 5,
      severity: 'minor',
    },
  },
  {
    code: 'line_slow',
    version: 1,
    definition: {
      ...always,
      of: { ...each, metric: 'line_rtt_p95', compare: 'above', raise: null, clear: null },
      bad: 3,
      last: 5,
      clearMinutes: 5,
      severity: 'minor',
    },
  },
  {
    code: 'line_busy',
    version: 1,
    definition: {
      ...always,
      of: { ...each, metric: 'line_use', compare: 'above', raise: 80, clear: 70 },
      minutes: 15,
      clearMinutes: 15,
      severity: 'warning',
    },
  },
  {
    code: 'configuration_drift',
    version: 1,
    definition: { ...always, of: { kind: 'fact', fact: 'configuration_drift' }, severity: 'warning' },
  },
  {
    code: 'campaign_stopped',
    version: 1,
    definition: { ...always, of: { kind: 'fact', fact: 'campaign_stopped' }, severity: 'major' },
  },
  {
    code: 'quota_nearly_used',
    version: 1,
    definition: { ...always, of: { kind: 'fact', fact: 'quota_nearly_used' }, severity: 'warning' },
  },
  {
    code: 'quota_used',
    version: 1,
    definition: { ...always, of: { kind: 'fact', fact: 'quota_used' }, severity: 'major' },
  },
  {
    code: 'probe_silent',
    version: 1,
    definition: { ...always, of: { kind: 'fact', fact: 'probe_silent' }, severity: 'major' },
  },
  {
    code: 'line_blind',
    version: 1,
    definition: { ...always, of: { kind: 'fact', fact: 'line_blind' }, severity: 'warning' },
  },
  {
    code: 'carrier_outage',
    version: 1,
    definition: { ...always, of: { kind: 'fact', fact: 'carrier_outage' }, severity: 'critical' },
  },
] as const satisfies readonly ShippedRule[]

export type ShippedRuleCode = (typeof shippedRules)[number]['code']
