/**
 * Every metric that is stored (operations.md §2): plain data, without a library. Nothing stores a metric that is not
 * here. A name is also that of the metric in VictoriaMetrics.
 */

/** What a series is of, beside its device: its instance names one of them. */
export type MetricSubject =
  | 'device'
  | 'processor'
  | 'memory'
  | 'storage'
  | 'interface'
  | 'radio'
  | 'sensor'
  | 'supply'
  | 'sim'
  | 'line'
  | 'probe'

/**
 * - `gauge`: a value at a moment.
 * - `counter`: stored raw, as the agent counts; read as a rate per second.
 * - `state`: a number of a closed list, such as ifOperStatus; the last one counts.
 */
export type MetricKind = 'gauge' | 'counter' | 'state'

export interface Metric {
  readonly of: MetricSubject
  readonly kind: MetricKind
  /** UCUM: of a counter, of what is counted. */
  readonly unit: MetricUnit
  /** How samples of a step become one value. */
  readonly aggregate: 'mean' | 'max' | 'min' | 'last'
  /** Values outside are refused. Counters: 0 to 2^64 − 1. */
  readonly min?: number
  readonly max?: number
}

export const metricUnits = [
  '1',
  '%',
  's',
  'ms',
  'By',
  'bit/s',
  '{packet}',
  '{error}',
  '{client}',
  '{session}',
  '{page}',
  'Cel',
  'V',
  'A',
  'W',
  'Hz',
  'dBm',
  'dB',
  'Pa',
  'm3/s',
  'V.A',
  'W.h',
  '{rpm}',
  'd',
] as const
export type MetricUnit = (typeof metricUnits)[number]

const percent = { kind: 'gauge', unit: '%', aggregate: 'mean', min: 0, max: 100 } as const
const bytes = { kind: 'gauge', unit: 'By', aggregate: 'mean', min: 0 } as const
const lineTime = { of: 'line', kind: 'gauge', unit: 'ms', aggregate: 'mean', min: 0, max: 600_000 } as const
const state = { kind: 'state', unit: '1', aggregate: 'last', min: 0, max: 255 } as const
const counted = (unit: MetricUnit) => ({ of: 'interface', kind: 'counter', unit, aggregate: 'mean' }) as const
const sensor = (unit: MetricUnit) => ({ of: 'sensor', kind: 'gauge', unit, aggregate: 'mean' }) as const
const decibel = (of: MetricSubject, unit: 'dB' | 'dBm') =>
  ({ of, kind: 'gauge', unit, aggregate: 'mean', min: -200, max: 100 }) as const

export const metrics = {
  /** 1: it answered, 0: it did not. */
  device_reachable: { of: 'device', ...state, max: 1 },
  /** SNMP alone: a device may answer ping and be silent here. */
  snmp_reachable: { of: 'device', ...state, max: 1 },
  snmp_response_time: { of: 'device', kind: 'gauge', unit: 'ms', aggregate: 'mean', min: 0 },
  device_uptime: { of: 'device', kind: 'gauge', unit: 's', aggregate: 'last', min: 0 },
  ping_rtt: { of: 'device', kind: 'gauge', unit: 'ms', aggregate: 'mean', min: 0 },
  ping_loss: { of: 'device', ...percent },
  /** Of the TCP port that is tried beside ping: never shown as a ping. */
  tcp_connect_time: { of: 'device', kind: 'gauge', unit: 'ms', aggregate: 'mean', min: 0 },

  cpu_usage: { of: 'processor', ...percent },
  memory_usage: { of: 'memory', ...percent },
  memory_used: { of: 'memory', ...bytes },
  memory_total: { of: 'memory', ...bytes, aggregate: 'last' },
  storage_usage: { of: 'storage', ...percent },
  storage_used: { of: 'storage', ...bytes },
  storage_total: { of: 'storage', ...bytes, aggregate: 'last' },
  session_count: { of: 'device', kind: 'gauge', unit: '{session}', aggregate: 'mean', min: 0 },

  interface_in_octets: counted('By'),
  interface_out_octets: counted('By'),
  interface_in_packets: counted('{packet}'),
  interface_out_packets: counted('{packet}'),
  interface_in_errors: counted('{error}'),
  interface_out_errors: counted('{error}'),
  interface_in_discards: counted('{packet}'),
  interface_out_discards: counted('{packet}'),
  /** ifOperStatus of RFC 2863: 1 up, 2 down, … 7 lowerLayerDown. */
  interface_oper_state: { of: 'interface', ...state, max: 7 },
  interface_speed: { of: 'interface', kind: 'gauge', unit: 'bit/s', aggregate: 'last', min: 0 },
  poe_power: { of: 'interface', kind: 'gauge', unit: 'W', aggregate: 'mean', min: 0 },

  wifi_clients: { of: 'radio', kind: 'gauge', unit: '{client}', aggregate: 'mean', min: 0 },
  wifi_channel: { of: 'radio', kind: 'state', unit: '1', aggregate: 'last', min: 0, max: 400 },
  wifi_signal: decibel('radio', 'dBm'),
  wifi_noise: decibel('radio', 'dBm'),
  wifi_utilisation: { of: 'radio', ...percent },

  cellular_rsrp: decibel('sim', 'dBm'),
  cellular_rsrq: decibel('sim', 'dB'),
  cellular_sinr: decibel('sim', 'dB'),
  cellular_rssi: decibel('sim', 'dBm'),

  dsl_down_rate: { of: 'interface', kind: 'gauge', unit: 'bit/s', aggregate: 'mean', min: 0 },
  dsl_up_rate: { of: 'interface', kind: 'gauge', unit: 'bit/s', aggregate: 'mean', min: 0 },
  dsl_down_margin: decibel('interface', 'dB'),
  dsl_up_margin: decibel('interface', 'dB'),

  temperature: { ...sensor('Cel'), min: -273.15, max: 2000 },
  voltage: sensor('V'),
  current: sensor('A'),
  power: sensor('W'),
  frequency: { ...sensor('Hz'), min: 0 },
  fan_speed: { ...sensor('{rpm}'), min: 0 },
  fan_load: { of: 'sensor', ...percent },
  humidity: { of: 'sensor', ...percent },
  optical_power: decibel('sensor', 'dBm'),
  /** 1 normal, 2 warning, 3 critical, 4 absent or off, 0 unknown: states of vendors are mapped to these. */
  sensor_state: { of: 'sensor', ...state, max: 4 },
  /** The same state as its maker numbers it; the words of its codes are facts of the part. */
  state_code: { of: 'sensor', kind: 'state', unit: '1', aggregate: 'last' },
  /** Processes that wait or run, on average: as UNIX counts, of 1, 5 and 15 minutes. */
  load_average: { of: 'processor', kind: 'gauge', unit: '1', aggregate: 'mean', min: 0 },
  sensor_count: sensor('1'),
  sensor_load: sensor('%'),
  sensor_runtime: sensor('s'),
  battery_charge: { of: 'sensor', ...percent },
  air_flow: sensor('m3/s'),
  pressure: sensor('Pa'),
  signal_to_noise: decibel('sensor', 'dB'),
  signal_strength: decibel('sensor', 'dBm'),
  power_factor: sensor('1'),
  energy: { ...sensor('W.h'), aggregate: 'last' },
  bit_rate: sensor('bit/s'),
  apparent_power: sensor('V.A'),

  supply_level: { of: 'supply', ...percent },
  printed_pages: { of: 'device', kind: 'counter', unit: '{page}', aggregate: 'last' },

  ups_charge: { of: 'device', ...percent },
  ups_runtime: { of: 'device', kind: 'gauge', unit: 's', aggregate: 'min', min: 0 },
  ups_load: { of: 'device', kind: 'gauge', unit: '%', aggregate: 'mean', min: 0, max: 1000 },
  /** 1: it runs on its battery. */
  ups_on_battery: { of: 'device', ...state, max: 1 },

  /** 1: a target of the line answers, or its gateway reports; 0: nothing does. Once a minute. */
  line_up: { of: 'line', ...state, max: 1, aggregate: 'mean' },
  /** By target, as the other ones of lines: of the packets of one test. */
  line_loss: { of: 'line', ...percent },
  /** The distribution of round-trip times of one test. */
  line_rtt_min: lineTime,
  line_rtt_q25: lineTime,
  line_rtt_median: lineTime,
  line_rtt_q75: lineTime,
  line_rtt_p95: lineTime,
  line_rtt_max: lineTime,
  line_rtt_avg: lineTime,
  /** RFC 3550 A.8 on differences of round-trip times. */
  line_jitter: lineTime,
  /** ITU-T G.107, default parameters. */
  line_mos: { of: 'line', kind: 'gauge', unit: '1', aggregate: 'mean', min: 1, max: 5 },
  line_tcp_connect_time: lineTime,
  line_dns_time: lineTime,
  line_http_dns_time: lineTime,
  line_http_connect_time: lineTime,
  line_http_tls_time: lineTime,
  line_http_first_byte_time: lineTime,
  line_http_total_time: lineTime,
  line_http_status: { of: 'line', kind: 'state', unit: '1', aggregate: 'last', min: 0, max: 999 },
  line_certificate_days: { of: 'line', kind: 'gauge', unit: 'd', aggregate: 'min', min: -36500, max: 36500 },
  /** 1: a test of TCP, HTTP or DNS got what it expects; 0: it did not. */
  line_test_passed: { of: 'line', ...state, max: 1, aggregate: 'mean' },
  /** Of the contracted bandwidth, by direction: `down`, `up`; from the octets that the gateway counts on the line's WAN. */
  line_use: { of: 'line', kind: 'gauge', unit: '%', aggregate: 'mean', min: 0, max: 1000 },
  line_throughput_down: { of: 'line', kind: 'gauge', unit: 'bit/s', aggregate: 'mean', min: 0 },
  line_throughput_up: { of: 'line', kind: 'gauge', unit: 'bit/s', aggregate: 'mean', min: 0 },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof metrics
export const metricNames = Object.keys(metrics) as readonly MetricName[]
export const metricOf = (name: MetricName): Metric => metrics[name]
