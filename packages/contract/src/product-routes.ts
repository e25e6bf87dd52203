/**
 * The products that the console itself offers, and what belongs to each: pages (routes), endpoints (paths of
 * the API) and the application code of its calls (specification §6). While a product is in maintenance or
 * disabled its pages say so, and its endpoints refuse people and machines alike. Outside of products are
 * sites, people, rights, settings, and the pages where a maintenance is ended. `built` says whether this
 * version implements the product.
 */
export const consoleProducts = {
  device_management: {
    built: true,
    appCode: 'DMS_SERVER',
    routes: ['/equipmentManagement'],
    paths: ['/api/v1/device'],
  },
  monitoring: {
    built: true,
    appCode: 'DMS_MONITOR',
    routes: [
      '/equipmentManagement/deviceList',
      '/equipmentManagement/snmpCredentials',
      '/equipmentManagement/inventory',
      '/equipmentManagement/advisories',
      '/operationsMonitoring/syslog',
      '/equipmentManagement/configurations',
      '/equipmentManagement/discovery',
      '/equipmentManagement/topology',
      '/equipmentManagement/zabbixImports',
    ],
    paths: [
      '/monitor/api/v1/device',
      '/monitor/api/v1/snmp',
      '/monitor/api/v1/inventory',
      '/monitor/api/v1/advisory',
      '/monitor/api/v1/syslog',
      '/monitor/api/v1/configuration',
      '/monitor/api/v1/discovery',
      '/monitor/api/v1/topology',
      '/monitor/api/v1/zabbix',
    ],
  },
  link_testing: {
    built: true,
    appCode: 'DMS_DIAL',
    routes: [
      '/operationsMonitoring/lines',
      '/operationsMonitoring/probes',
      '/operationsMonitoring/lineReports',
    ],
    paths: ['/dial/api'],
  },
  firmware: {
    built: true,
    appCode: 'DMS_SERVER',
    routes: ['/equipmentManagement/firmware', '/equipmentManagement/upgrades'],
    paths: ['/ota/api'],
  },
  work_orders: {
    built: true,
    appCode: 'DMS_SERVER',
    routes: ['/workOrder', '/parts', '/sharing'],
    paths: ['/api/v1/work'],
  },
  assistant: {
    built: true,
    appCode: 'DMS_SERVER',
    routes: ['/systemSettings/AIManagement', '/assistant'],
    paths: ['/api/v1/assistant'],
  },
} as const satisfies Record<
  string,
  {
    built: boolean
    appCode: 'DMS_SERVER' | 'DMS_MONITOR' | 'DMS_DIAL'
    routes: readonly string[]
    paths: readonly string[]
  }
>

export type ConsoleProduct = keyof typeof consoleProducts

export const consoleProductCodes = Object.keys(consoleProducts) as ConsoleProduct[]

export function isConsoleProduct(code: string): code is ConsoleProduct {
  return Object.hasOwn(consoleProducts, code)
}

const isWithin = (path: string) => (top: string) => path === top || path.startsWith(`${top}/`)

/** The products that cover a route of the console. */
export function productsCovering(route: string): ConsoleProduct[] {
  return consoleProductCodes.filter((code) => consoleProducts[code].routes.some(isWithin(route)))
}

/** The product of an endpoint, by its path; null outside of products. */
export function productOfPath(path: string): ConsoleProduct | null {
  return consoleProductCodes.find((code) => consoleProducts[code].paths.some(isWithin(path))) ?? null
}
