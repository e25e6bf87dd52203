import { type MetricName, metricOf } from '@netward/contract/metric-catalogue'
import type { PhraseKey } from '@netward/phrases'

/** One chart: metrics of one unit, and how they are drawn. */
export interface ChartSpec {
  readonly key: string
  readonly title: Extract<PhraseKey, `monitoring.charts.${string}`>
  readonly metrics: readonly MetricName[]
  /** Fixed upper end of the axis, as the server sends values. */
  readonly max?: number
  /** Signal levels lie below zero. */
  readonly belowZero?: true
  readonly stepped?: true
  /** The lowest are worst: those are shown first. */
  readonly lowest?: true
}

interface ChartGroup {
  readonly key: string
  readonly title: Extract<PhraseKey, `monitoring.groups.${string}`>
  readonly charts: readonly ChartSpec[]
}

const trafficCharts: readonly ChartSpec[] = [
  {
    key: 'traffic',
    title: 'monitoring.charts.traffic',
    metrics: ['interface_in_octets', 'interface_out_octets'],
  },
  {
    key: 'errors',
    title: 'monitoring.charts.errors',
    metrics: ['interface_in_errors', 'interface_out_errors'],
  },
  {
    key: 'discards',
    title: 'monitoring.charts.discards',
    metrics: ['interface_in_discards', 'interface_out_discards'],
  },
  {
    key: 'packets',
    title: 'monitoring.charts.packets',
    metrics: ['interface_in_packets', 'interface_out_packets'],
  },
]

/** All charts of a device, from what people ask first. A chart without values of its device is absent. */
export const chartGroups: readonly ChartGroup[] = [
  // Only printers and UPSs have these, and are there for them.
  {
    key: 'supplies',
    title: 'monitoring.groups.supplies',
    charts: [
      {
        key: 'supplies',
        title: 'monitoring.charts.supplies',
        metrics: ['supply_level'],
        max: 100,
        lowest: true,
      },
      { key: 'pages', title: 'monitoring.charts.pages', metrics: ['printed_pages'] },
    ],
  },
  {
    key: 'ups',
    title: 'monitoring.groups.ups',
    charts: [
      {
        key: 'upsCharge',
        title: 'monitoring.charts.upsCharge',
        metrics: ['ups_charge', 'ups_load'],
        max: 100,
      },
      { key: 'upsRuntime', title: 'monitoring.charts.upsRuntime', metrics: ['ups_runtime'] },
      { key: 'upsSource', title: 'monitoring.charts.upsSource', metrics: ['ups_on_battery'], stepped: true },
    ],
  },
  {
    key: 'traffic',
    title: 'monitoring.groups.traffic',
    charts: trafficCharts,
  },
  {
    key: 'load',
    title: 'monitoring.groups.load',
    charts: [
      { key: 'cpu', title: 'monitoring.charts.cpu', metrics: ['cpu_usage'], max: 100 },
      { key: 'memory', title: 'monitoring.charts.memory', metrics: ['memory_usage'], max: 100 },
      { key: 'memoryUsed', title: 'monitoring.charts.memoryUsed', metrics: ['memory_used'] },
      { key: 'storage', title: 'monitoring.charts.storage', metrics: ['storage_usage'], max: 100 },
      { key: 'sessions', title: 'monitoring.charts.sessions', metrics: ['session_count'] },
    ],
  },
  {
    key: 'wireless',
    title: 'monitoring.groups.wireless',
    charts: [
      { key: 'clients', title: 'monitoring.charts.clients', metrics: ['wifi_clients'] },
      {
        key: 'utilisation',
        title: 'monitoring.charts.utilisation',
        metrics: ['wifi_utilisation'],
        max: 100,
      },
      {
        key: 'wifiSignal',
        title: 'monitoring.charts.wifiSignal',
        metrics: ['wifi_signal', 'wifi_noise'],
        belowZero: true,
      },
      { key: 'channel', title: 'monitoring.charts.channel', metrics: ['wifi_channel'], stepped: true },
    ],
  },
  {
    key: 'access',
    title: 'monitoring.groups.access',
    charts: [
      {
        key: 'cellularPower',
        title: 'monitoring.charts.cellularPower',
        metrics: ['cellular_rsrp', 'cellular_rssi'],
        belowZero: true,
        lowest: true,
      },
      {
        key: 'cellularQuality',
        title: 'monitoring.charts.cellularQuality',
        metrics: ['cellular_rsrq', 'cellular_sinr'],
        belowZero: true,
        lowest: true,
      },
      { key: 'dslRate', title: 'monitoring.charts.dslRate', metrics: ['dsl_down_rate', 'dsl_up_rate'] },
      {
        key: 'dslMargin',
        title: 'monitoring.charts.dslMargin',
        metrics: ['dsl_down_margin', 'dsl_up_margin'],
        lowest: true,
      },
    ],
  },
  {
    key: 'environment',
    title: 'monitoring.groups.environment',
    charts: [
      { key: 'temperature', title: 'monitoring.charts.temperature', metrics: ['temperature'] },
      { key: 'fans', title: 'monitoring.charts.fans', metrics: ['fan_speed'] },
      { key: 'fanLoad', title: 'monitoring.charts.fanLoad', metrics: ['fan_load'], max: 100 },
      { key: 'power', title: 'monitoring.charts.power', metrics: ['power'] },
      { key: 'voltage', title: 'monitoring.charts.voltage', metrics: ['voltage'] },
      { key: 'current', title: 'monitoring.charts.current', metrics: ['current'] },
      { key: 'humidity', title: 'monitoring.charts.humidity', metrics: ['humidity'], max: 100 },
      {
        key: 'optical',
        title: 'monitoring.charts.optical',
        metrics: ['optical_power'],
        belowZero: true,
        lowest: true,
      },
      {
        key: 'battery',
        title: 'monitoring.charts.battery',
        metrics: ['battery_charge', 'sensor_load'],
        lowest: true,
      },
    ],
  },
  {
    key: 'reach',
    title: 'monitoring.groups.reach',
    charts: [
      {
        key: 'rtt',
        title: 'monitoring.charts.rtt',
        metrics: ['ping_rtt', 'tcp_connect_time', 'snmp_response_time'],
      },
      { key: 'loss', title: 'monitoring.charts.loss', metrics: ['ping_loss'], max: 100 },
      {
        key: 'reachable',
        title: 'monitoring.charts.reachable',
        metrics: ['device_reachable', 'snmp_reachable'],
        stepped: true,
        max: 1,
      },
    ],
  },
]

/** What an interface's drawer and a line show. */
export const interfaceCharts: readonly ChartSpec[] = [
  ...trafficCharts,
  {
    key: 'state',
    title: 'monitoring.charts.interfaceState',
    metrics: ['interface_oper_state'],
    stepped: true,
  },
  { key: 'poe', title: 'monitoring.charts.poe', metrics: ['poe_power'] },
]

/** Metrics of a single interface among many: charts of a device show the busiest ones. */
export const isOfInterface = (metric: MetricName): boolean => metricOf(metric).of === 'interface'
