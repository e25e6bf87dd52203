import type { MetricName } from '@netward/contract/metric-catalogue'

/** How the value of one parameter becomes a value of a metric. */
export type MetricRule =
  | { readonly kind: 'counter'; readonly metric: MetricName }
  /** `scale`: to the unit of the metric. `nothing`: what the standard says for "no reading". */
  | {
      readonly kind: 'gauge'
      readonly metric: MetricName
      readonly scale?: number
      readonly nothing?: readonly number[]
    }
  /** Several parameters together, all of them or none. */
  | { readonly kind: 'sum'; readonly metric: MetricName }
  | { readonly kind: 'state'; readonly metric: MetricName }
  /** In bytes times `scale`: memory has three metrics of two parameters. */
  | { readonly kind: 'memory'; readonly part: 'total' | 'free'; readonly scale: number }

const counter = (metric: MetricName) => ({ kind: 'counter', metric }) as const
const gauge = (metric: MetricName, options: { scale?: number; nothing?: readonly number[] } = {}) =>
  ({ kind: 'gauge', metric, ...options }) as const

/** By term: what a plan stores beside a path, so that its conversion is always that of this code. */
export const metricTerms = {
  uptime: gauge('device_uptime'),
  cpu: gauge('cpu_usage'),
  memoryUsage: gauge('memory_usage'),
  /** TR-181 DeviceInfo.MemoryStatus: in kibibytes. */
  memoryTotal: { kind: 'memory', part: 'total', scale: 1024 },
  memoryFree: { kind: 'memory', part: 'free', scale: 1024 },
  memoryTotalBytes: { kind: 'memory', part: 'total', scale: 1 },
  memoryFreeBytes: { kind: 'memory', part: 'free', scale: 1 },
  sessions: gauge('session_count'),
  /** TR-181 TemperatureSensor.{i}.Value: −274 until there is a reading. */
  temperature: gauge('temperature', { nothing: [-274] }),

  state: { kind: 'state', metric: 'interface_oper_state' },
  /** TR-181 Ethernet.Interface: Mbit/s; −1 stands for automatic, 0 for no link. */
  speedMbit: gauge('interface_speed', { scale: 1_000_000, nothing: [-1, 0] }),
  /** TR-098 WANCommonInterfaceConfig.Layer1…MaxBitRate: bit/s. */
  speedBit: gauge('interface_speed', { nothing: [0] }),
  inOctets: counter('interface_in_octets'),
  outOctets: counter('interface_out_octets'),
  inPackets: counter('interface_in_packets'),
  outPackets: counter('interface_out_packets'),
  inErrors: counter('interface_in_errors'),
  outErrors: counter('interface_out_errors'),
  inDiscards: counter('interface_in_discards'),
  outDiscards: counter('interface_out_discards'),

  clients: { kind: 'sum', metric: 'wifi_clients' },
  /** 0: the radio is off. */
  channel: gauge('wifi_channel', { nothing: [0] }),
  noise: gauge('wifi_noise', { nothing: [0] }),
  utilisation: gauge('wifi_utilisation'),

  /** TR-181 Cellular.Interface.{i}: 0 while there is no network. */
  rssi: gauge('cellular_rssi', { nothing: [0] }),
  rsrp: gauge('cellular_rsrp', { nothing: [0] }),
  rsrq: gauge('cellular_rsrq', { nothing: [0] }),
  sinr: gauge('cellular_sinr'),

  /** TR-181 DSL.Channel and TR-098 WANDSLInterfaceConfig: kbit/s. */
  dslDownRate: gauge('dsl_down_rate', { scale: 1000 }),
  dslUpRate: gauge('dsl_up_rate', { scale: 1000 }),
  /** In tenths of a decibel. */
  dslDownMargin: gauge('dsl_down_margin', { scale: 0.1 }),
  dslUpMargin: gauge('dsl_up_margin', { scale: 0.1 }),
} as const satisfies Record<string, MetricRule>

export type MetricTerm = keyof typeof metricTerms

export const isMetricTerm = (text: string): text is MetricTerm => Object.hasOwn(metricTerms, text)
export const ruleOf = (term: MetricTerm): MetricRule => metricTerms[term]

/** ifOperStatus of RFC 2863: 1 up, 2 down, 4 unknown, 5 dormant, 6 notPresent, 7 lowerLayerDown. */
export const operStates: Readonly<Record<string, number>> = {
  up: 1,
  connected: 1,
  enabled: 1,
  down: 2,
  disabled: 2,
  disconnected: 2,
  unconfigured: 2,
  error: 2,
  connecting: 5,
  authenticating: 5,
  dormant: 5,
  notpresent: 6,
  lowerlayerdown: 7,
  nolink: 7,
  unknown: 4,
}

/** Null for a word that no standard has. */
export function operStateOf(text: string): number | null {
  return (text.length <= 32 ? operStates[text.trim().toLowerCase()] : undefined) ?? null
}
