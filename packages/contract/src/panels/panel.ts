import type { PermissionCode } from '../permissions.ts'
import type { ConsoleProduct } from '../product-routes.ts'

/** Pages of panels. The first four are the children of the operations centre (specification §2). */
export const chartCodes = [
  'overall_operations_overview',
  'service_health_monitoring',
  'resource_distribution_profile',
  'personal_performance_overview',
] as const
export type ChartCode = (typeof chartCodes)[number]

/** The right to each page. */
export const chartPermissions: Readonly<Record<ChartCode, PermissionCode>> = {
  overall_operations_overview: 'DMS_SERVER_CENTER_GLOBAL_OPERATIONS',
  service_health_monitoring: 'DMS_SERVER_CENTER_HEALTH_MONITOR',
  resource_distribution_profile: 'DMS_SERVER_CENTER_RESOURCE_DISTRIBUTION',
  personal_performance_overview: 'DMS_SERVER_CENTER_PERSONAL_PERFORMANCE',
}

/** The period of each page, until somebody chose another one (operations.md §7): a preset of the console, and its days. */
export const usualPeriods = {
  overall_operations_overview: { kind: '7d', days: 7 },
  service_health_monitoring: { kind: '24h', days: 1 },
  resource_distribution_profile: { kind: '12mo', days: 365 },
  personal_performance_overview: { kind: '30d', days: 30 },
} as const satisfies Readonly<Record<ChartCode, { kind: string; days: number }>>

/** Lists that numbers open, by their route in the console. Filters are those of the list's endpoint. */
export const panelLists = {
  alarms: '/operationsMonitoring/alarms',
  orders: '/workOrder/list',
  outlets: '/outletManagement/outlets',
  devices: '/equipmentManagement/deviceList',
  lines: '/operationsMonitoring/lines',
  outages: '/operationsMonitoring/lines/outages',
  tests: '/operationsMonitoring/lines/runs',
  stock: '/parts/stock',
  movements: '/parts/movements',
  licences: '/organizationManagement/license',
} as const
export type PanelList = keyof typeof panelLists

/** Pages of one thing that a row opens. */
export const panelPages = {
  outlet: '/outletManagement/outlets',
  line: '/operationsMonitoring/lines',
  alarm: '/operationsMonitoring/alarms',
  order: '/workOrder/list',
} as const
export const panelPageKinds = Object.keys(panelPages) as (keyof typeof panelPages)[]

/** By what a page is narrowed. */
export const panelFilters = ['companyId', 'region', 'departmentId', 'type', 'isp'] as const
export type PanelFilter = (typeof panelFilters)[number]

/** The filters of a page that a list takes too: with another one a number opens no list. */
export const filtersOfList: Readonly<Record<PanelList, readonly PanelFilter[]>> = {
  alarms: ['companyId', 'region', 'departmentId'],
  orders: ['companyId', 'region', 'departmentId'],
  outlets: ['companyId', 'region', 'departmentId'],
  devices: ['companyId', 'region', 'departmentId', 'type'],
  lines: ['companyId', 'region', 'departmentId', 'isp'],
  outages: ['companyId', 'region', 'departmentId', 'isp'],
  tests: ['companyId', 'region', 'departmentId', 'isp'],
  stock: [],
  movements: [],
  licences: ['companyId'],
}

/** The right to each list: a number opens none that its reader may not read. */
export const permissionsOfLists: Readonly<Record<PanelList, PermissionCode>> = {
  alarms: 'DMS_SERVER_ALARM',
  orders: 'DMS_SERVER_WORK_ORDER',
  outlets: 'DMS_SERVER_OUTLET_VIEW',
  devices: 'DMS_SERVER_DEVICE_VIEW',
  lines: 'DMS_SERVER_LINE',
  outages: 'DMS_SERVER_LINE',
  tests: 'DMS_SERVER_LINE',
  stock: 'DMS_SERVER_PART',
  movements: 'DMS_SERVER_PART',
  licences: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE',
}

export const panelUnits = [
  'count',
  'quantity',
  'share',
  'minutes',
  'hours',
  'ms',
  'score',
  'mbps',
  'days',
  'yuan',
] as const
export type PanelUnit = (typeof panelUnits)[number]

/** What a colour means; `series`: nothing but which series it is. */
/** At most so many panels on a page (operations.md §7); the figures of a page are one: its strip. */
export const mostPanels = 12

export const panelTones = ['good', 'warning', 'bad', 'critical', 'major', 'minor', 'quiet', 'series'] as const
export type PanelTone = (typeof panelTones)[number]

/** A column of the answer: `share` is of 1. */
export interface PanelMeasure {
  readonly unit: PanelUnit
  /** Digits behind the point; of a share those of its percentage. */
  readonly decimals?: number
  /** The list that a value opens. A count is the total of that list; a quantity is a sum over its rows. */
  readonly list?: PanelList
  readonly tone?: PanelTone
  /** Whether a higher value is better; without it a change is neither. */
  readonly better?: 'more' | 'less'
  /** Of charts over time: a line beside stacked bars. */
  readonly line?: true
}

/**
 * How an answer is drawn. Its rows are
 * - `figure`: one row, whose first value is the big one;
 * - `time`: steps of the period, with a value or a gap for each measure;
 * - `bars`, `table`: things by name, the first measure decides;
 * - `treemap`: things by name, the first measure is the size, the tone of the row the colour;
 * - `bullets`: shares with a target as their second measure;
 * - `scatter`: x, y; the group of a row is its series;
 * - `matrix`: things with a tone;
 * - `events`: moments with a tone.
 */
export const panelCharts = [
  'figure',
  'time',
  'bars',
  'table',
  'treemap',
  'bullets',
  'scatter',
  'matrix',
  'events',
] as const
export type PanelChart = (typeof panelCharts)[number]

export interface Panel {
  readonly pages: readonly ChartCode[]
  readonly chart: PanelChart
  /** Without it, and without `product`, the panel is left out. */
  readonly permission: PermissionCode
  readonly product: ConsoleProduct | null
  /** `now`: the period does not matter. */
  readonly period: 'now' | 'range'
  /** In the order of the values of a row. */
  readonly measures: Readonly<Record<string, PanelMeasure>>
  /** Of charts over time: measures that are drawn together; a switch changes from one view to the next. */
  readonly views?: Readonly<Record<string, readonly string[]>>
  /** Filters of the page that it follows. */
  readonly filters: readonly PanelFilter[]
  /** Of 12 columns. */
  readonly width: 2 | 3 | 4 | 6 | 8 | 12
  /** Only where companies lie below. */
  readonly above?: true
}
