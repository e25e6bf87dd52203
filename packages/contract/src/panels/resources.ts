import type { Panel } from './panel.ts'

const page = { pages: ['resource_distribution_profile'] } as const satisfies Partial<Panel>
const places = ['companyId', 'region', 'departmentId'] as const
const devices = {
  ...page,
  permission: 'DMS_SERVER_DEVICE_VIEW',
  product: null,
  filters: [...places, 'type'],
} as const satisfies Partial<Panel>

/** Panels of `resource_distribution_profile` (operations.md §7), in their order on the page. */
export const resourcePanels = {
  outlets_held: {
    ...page,
    chart: 'figure',
    permission: 'DMS_SERVER_OUTLET_VIEW',
    product: null,
    period: 'range',
    measures: { total: { unit: 'count', list: 'outlets' }, added: { unit: 'count' } },
    filters: places,
    width: 2,
  },
  devices_held: {
    ...devices,
    chart: 'figure',
    period: 'range',
    measures: {
      total: { unit: 'count', list: 'devices' },
      added: { unit: 'count' },
      removed: { unit: 'count' },
    },
    width: 2,
  },
  lines_held: {
    ...page,
    chart: 'figure',
    permission: 'DMS_SERVER_OUTLET_VIEW',
    product: null,
    period: 'range',
    measures: { total: { unit: 'count' }, added: { unit: 'count' }, contracted: { unit: 'mbps' } },
    filters: [...places, 'isp'],
    width: 2,
  },
  type_brands: {
    ...devices,
    chart: 'table',
    period: 'now',
    measures: { devices: { unit: 'count', list: 'devices' }, models: { unit: 'count' } },
    width: 6,
  },
  model_versions: {
    ...devices,
    chart: 'table',
    period: 'now',
    measures: { devices: { unit: 'count', list: 'devices' }, share: { unit: 'share', decimals: 0 } },
    width: 6,
  },
  isp_lines: {
    ...page,
    chart: 'table',
    permission: 'DMS_SERVER_LINE',
    product: 'link_testing',
    period: 'now',
    measures: { lines: { unit: 'count', list: 'lines' }, contracted: { unit: 'mbps' } },
    filters: [...places, 'isp'],
    width: 6,
  },
  device_ages: {
    ...devices,
    chart: 'bars',
    period: 'now',
    measures: { devices: { unit: 'count' } },
    width: 6,
  },
  devices_claimed: {
    ...devices,
    chart: 'time',
    period: 'range',
    measures: { claimed: { unit: 'count', tone: 'series' }, removed: { unit: 'count', tone: 'quiet' } },
    width: 6,
  },
} as const satisfies Readonly<Record<string, Panel>>
