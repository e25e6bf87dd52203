import type { TrapCondition } from './alarm-events.ts'
import { flapLimit, type RuleDefinition } from './alarm-values.ts'

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
  flapping: flapLimit,
  types: [],
  tags: [],
  outletIds: [],
  order: 'none',
  lineProfiles: [],
  runbook: '',
} as const
const trap = (
  raised: TrapCondition['when']['traps'],
  cleared: TrapCondition['when']['traps'] = [],
): TrapCondition => ({
  kind: 'trap',
  when: { traps: raised, oid: '', text: '' },
  clearWhen: cleared.length === 0 ? null : { traps: cleared, oid: '', text: '' },
})
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
  // What no metric says. Traps do not name parts alike: a device has one alarm for all of its supplies, or fans.
  {
    code: 'power_supply_failed',
    version: 1,
    definition: {
      ...always,
      of: trap(['power_failed'], ['power_restored']),
      severity: 'major',
    },
  },
  {
    code: 'fan_failed',
    version: 1,
    definition: {
      ...always,
      of: trap(['fan_failed'], ['fan_restored']),
      severity: 'minor',
    },
  },
  {
    code: 'loop_detected',
    version: 1,
    definition: {
      ...always,
      of: trap(['loop']),
      clearMinutes: 30,
      severity: 'major',
    },
  },
  {
    code: 'battery_low',
    version: 1,
    definition: {
      ...always,
      of: trap(['battery_low'], ['battery_normal', 'ups_on_line']),
      severity: 'critical',
    },
  },
  {
    code: 'battery_replace',
    version: 1,
    definition: {
      ...always,
      of: trap(['battery_replace'], ['battery_normal']),
      severity: 'minor',
    },
  },
] as const satisfies readonly ShippedRule[]

export type ShippedRuleCode = (typeof shippedRules)[number]['code']
