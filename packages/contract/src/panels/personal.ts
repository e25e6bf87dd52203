import type { Panel } from './panel.ts'

const orders = {
  pages: ['personal_performance_overview'],
  permission: 'DMS_SERVER_WORK_ORDER',
  product: 'work_orders',
  filters: ['companyId'],
} as const satisfies Partial<Panel>

/** Panels of `personal_performance_overview` (operations.md §7): of the reader, and of the people in a manager's sight. */
export const personalPanels = {
  own_orders: {
    ...orders,
    chart: 'figure',
    period: 'now',
    measures: {
      assigned: { unit: 'count', list: 'orders' },
      due_today: { unit: 'count' },
      overdue: { unit: 'count', list: 'orders', tone: 'bad' },
    },
    width: 3,
  },
  own_resolved: {
    ...orders,
    chart: 'figure',
    period: 'range',
    measures: {
      resolved: { unit: 'count', list: 'orders', better: 'more' },
      in_time: { unit: 'share', decimals: 0 },
    },
    width: 3,
  },
  own_first_fix: {
    ...orders,
    chart: 'figure',
    period: 'range',
    measures: {
      share: { unit: 'share', decimals: 0, better: 'more' },
      resolved: { unit: 'count' },
    },
    width: 3,
  },
  own_ratings: {
    ...orders,
    chart: 'figure',
    period: 'range',
    measures: {
      score: { unit: 'score', decimals: 1, better: 'more' },
      ratings: { unit: 'count', list: 'orders' },
    },
    width: 3,
  },
  own_durations: {
    ...orders,
    chart: 'figure',
    period: 'range',
    measures: {
      p50: { unit: 'hours', decimals: 1, better: 'less' },
      p90: { unit: 'hours', decimals: 1, better: 'less' },
      team: { unit: 'hours', decimals: 1 },
    },
    width: 3,
  },
  own_flow: {
    ...orders,
    chart: 'time',
    period: 'range',
    measures: {
      created: { unit: 'count', list: 'orders', tone: 'series' },
      resolved: { unit: 'count', list: 'orders', tone: 'good' },
    },
    width: 6,
  },
  own_types: {
    ...orders,
    chart: 'table',
    period: 'range',
    measures: {
      p1: { unit: 'count', list: 'orders' },
      p2: { unit: 'count', list: 'orders' },
      p3: { unit: 'count', list: 'orders' },
      p4: { unit: 'count', list: 'orders' },
    },
    width: 6,
  },
  own_time: {
    ...orders,
    chart: 'bars',
    period: 'range',
    measures: { hours: { unit: 'hours', decimals: 1 } },
    width: 4,
  },
  own_parts: {
    ...orders,
    chart: 'bars',
    permission: 'DMS_SERVER_PART',
    period: 'range',
    measures: { pieces: { unit: 'quantity' }, entries: { unit: 'count', list: 'movements' } },
    width: 4,
  },
  own_acts: {
    pages: ['personal_performance_overview'],
    chart: 'bars',
    permission: 'DMS_SERVER_CENTER_PERSONAL_PERFORMANCE',
    product: null,
    period: 'range',
    measures: { acts: { unit: 'count' } },
    filters: [],
    width: 4,
  },
  people: {
    ...orders,
    chart: 'table',
    permission: 'DMS_SERVER_CENTER_GLOBAL_OPERATIONS',
    period: 'range',
    measures: {
      open: { unit: 'count', list: 'orders' },
      overdue: { unit: 'count', list: 'orders', tone: 'bad' },
      resolved: { unit: 'count', list: 'orders' },
      in_time: { unit: 'share', decimals: 0 },
      score: { unit: 'score', decimals: 1 },
    },
    width: 12,
  },
} as const satisfies Readonly<Record<string, Panel>>
