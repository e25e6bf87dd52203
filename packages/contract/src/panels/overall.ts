import type { Panel } from './panel.ts'

const page = {
  pages: ['overall_operations_overview'],
} as const satisfies Partial<Panel>
const places = ['companyId', 'region', 'departmentId'] as const

/** Panels of `overall_operations_overview` (operations.md §7), in their order on the page. */
export const overallPanels = {
  outlets_normal: {
    ...page,
    chart: 'figure',
    permission: 'DMS_SERVER_OUTLET_VIEW',
    product: null,
    period: 'now',
    measures: {
      normal: { unit: 'count', list: 'outlets' },
      total: { unit: 'count', list: 'outlets' },
      abnormal: { unit: 'count', list: 'outlets', tone: 'bad', better: 'less' },
    },
    filters: places,
    width: 2,
  },
  devices_online: {
    ...page,
    chart: 'figure',
    permission: 'DMS_SERVER_DEVICE_VIEW',
    product: null,
    period: 'now',
    measures: {
      rate: { unit: 'share', decimals: 1, better: 'more' },
      offline: { unit: 'count', list: 'devices', tone: 'bad', better: 'less' },
    },
    filters: [...places, 'type'],
    width: 2,
  },
  alarms_active: {
    ...page,
    chart: 'figure',
    permission: 'DMS_SERVER_ALARM',
    product: null,
    period: 'range',
    measures: {
      critical: { unit: 'count', list: 'alarms', tone: 'critical', better: 'less' },
      major: { unit: 'count', list: 'alarms', tone: 'major', better: 'less' },
    },
    filters: places,
    width: 2,
  },
  orders_open: {
    ...page,
    chart: 'figure',
    permission: 'DMS_SERVER_WORK_ORDER',
    product: 'work_orders',
    period: 'range',
    measures: {
      open: { unit: 'count', list: 'orders', better: 'less' },
      overdue: { unit: 'count', list: 'orders', tone: 'bad' },
    },
    filters: places,
    width: 2,
  },
  orders_in_time: {
    ...page,
    chart: 'figure',
    permission: 'DMS_SERVER_WORK_ORDER',
    product: 'work_orders',
    period: 'range',
    measures: {
      resolved: { unit: 'share', decimals: 1, better: 'more' },
      late: { unit: 'count', list: 'orders', tone: 'bad', better: 'less' },
    },
    filters: places,
    width: 2,
  },
  satisfaction: {
    ...page,
    chart: 'figure',
    permission: 'DMS_SERVER_WORK_ORDER',
    product: 'work_orders',
    period: 'range',
    measures: {
      score: { unit: 'score', decimals: 1, better: 'more' },
      ratings: { unit: 'count', list: 'orders' },
      answered: { unit: 'share', decimals: 0 },
    },
    filters: places,
    width: 2,
  },
  regions: {
    ...page,
    chart: 'treemap',
    permission: 'DMS_SERVER_OUTLET_VIEW',
    product: null,
    period: 'now',
    measures: {
      outlets: { unit: 'count', list: 'outlets' },
      abnormal: { unit: 'count', list: 'outlets', tone: 'bad' },
    },
    filters: places,
    width: 6,
  },
  alarms_raised: {
    ...page,
    chart: 'time',
    permission: 'DMS_SERVER_ALARM',
    product: null,
    period: 'range',
    measures: {
      critical: { unit: 'count', list: 'alarms', tone: 'critical' },
      major: { unit: 'count', list: 'alarms', tone: 'major' },
      minor: { unit: 'count', list: 'alarms', tone: 'minor' },
      warning: { unit: 'count', list: 'alarms', tone: 'quiet' },
    },
    filters: places,
    width: 6,
  },
  orders_flow: {
    ...page,
    chart: 'time',
    permission: 'DMS_SERVER_WORK_ORDER',
    product: 'work_orders',
    period: 'range',
    measures: {
      created: { unit: 'count', list: 'orders', tone: 'series' },
      resolved: { unit: 'count', list: 'orders', tone: 'good' },
      backlog: { unit: 'count', tone: 'quiet', line: true },
    },
    filters: places,
    width: 6,
  },
} as const satisfies Readonly<Record<string, Panel>>
