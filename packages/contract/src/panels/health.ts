import type { Panel } from './panel.ts'

const page = { pages: ['service_health_monitoring'] } as const satisfies Partial<Panel>
const places = ['companyId', 'region', 'departmentId'] as const
const lines = {
  ...page,
  permission: 'DMS_SERVER_LINE',
  product: 'link_testing',
  filters: [...places, 'isp'],
} as const satisfies Partial<Panel>

/** Panels of `service_health_monitoring` (operations.md §7), in their order on the page. */
export const healthPanels = {
  lines_within: {
    ...lines,
    chart: 'figure',
    period: 'range',
    measures: {
      share: { unit: 'share', decimals: 1, better: 'more' },
      outside: { unit: 'count', tone: 'bad', better: 'less' },
      measured: { unit: 'count' },
    },
    width: 2,
  },
  lines_now: {
    ...lines,
    chart: 'figure',
    period: 'now',
    measures: {
      up: { unit: 'count', list: 'lines' },
      down: { unit: 'count', list: 'lines', tone: 'bad', better: 'less' },
      blind: { unit: 'count', list: 'lines', tone: 'warning' },
      unmeasured: { unit: 'count', list: 'lines' },
    },
    width: 2,
  },
  alarm_times: {
    ...page,
    chart: 'figure',
    permission: 'DMS_SERVER_ALARM',
    product: null,
    period: 'range',
    measures: {
      acknowledged: { unit: 'minutes', better: 'less' },
      cleared: { unit: 'minutes', better: 'less' },
      waiting: { unit: 'count', list: 'alarms', tone: 'bad' },
    },
    filters: places,
    width: 2,
  },
  health_bands: {
    ...page,
    chart: 'bars',
    permission: 'DMS_SERVER_OUTLET_VIEW',
    product: null,
    period: 'now',
    measures: { outlets: { unit: 'count', list: 'outlets' } },
    filters: places,
    width: 4,
  },
  outlet_matrix: {
    ...page,
    chart: 'matrix',
    permission: 'DMS_SERVER_OUTLET_VIEW',
    product: null,
    period: 'now',
    measures: { score: { unit: 'score', better: 'more' } },
    filters: places,
    width: 8,
  },
  line_scatter: {
    ...lines,
    chart: 'scatter',
    period: 'range',
    measures: { p95: { unit: 'ms' }, loss: { unit: 'share', decimals: 2 } },
    width: 6,
  },
  line_course: {
    ...lines,
    chart: 'time',
    period: 'range',
    measures: { p50: { unit: 'ms' }, p95: { unit: 'ms' }, jitter: { unit: 'ms' } },
    width: 6,
  },
  isp_cities: {
    ...lines,
    chart: 'table',
    period: 'range',
    measures: {
      lines: { unit: 'count' },
      p50: { unit: 'ms', better: 'less' },
      p95: { unit: 'ms', better: 'less' },
      loss: { unit: 'share', decimals: 2, better: 'less' },
    },
    width: 6,
  },
  lines_worst: {
    ...lines,
    chart: 'table',
    period: 'range',
    measures: {
      loss: { unit: 'share', decimals: 2, better: 'less' },
      p95: { unit: 'ms', better: 'less' },
      jitter: { unit: 'ms', better: 'less' },
      contracted: { unit: 'mbps' },
    },
    width: 6,
  },
  alarm_course: {
    ...page,
    chart: 'time',
    permission: 'DMS_SERVER_ALARM',
    product: null,
    period: 'range',
    measures: { acknowledged: { unit: 'minutes' }, cleared: { unit: 'minutes' } },
    filters: places,
    width: 6,
  },
  device_types: {
    ...page,
    chart: 'table',
    permission: 'DMS_SERVER_DEVICE_VIEW',
    product: null,
    period: 'now',
    measures: {
      rate: { unit: 'share', decimals: 1, better: 'more' },
      total: { unit: 'count', list: 'devices' },
      offline: { unit: 'count', list: 'devices', tone: 'bad', better: 'less' },
      unknown: { unit: 'count', list: 'devices' },
    },
    filters: [...places, 'type'],
    width: 6,
  },
} as const satisfies Readonly<Record<string, Panel>>
