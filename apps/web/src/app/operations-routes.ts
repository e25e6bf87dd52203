import type { ChartCode } from '@netward/contract/panels/panel'
import type { PermissionCode } from '@netward/contract/permissions'
import { createElement } from 'react'
import { paths } from '../lib/paths.ts'
import type { MenuIcon, RouteEntry } from './route-entry.ts'

const centre = '/operationsCenter'

/** A child of the operations centre (specification §2): all of them are one screen, with another chart code. */
const page = (code: ChartCode, permission: PermissionCode, icon: MenuIcon): RouteEntry => ({
  path: paths.charts[code],
  permission,
  mode: 'default',
  title: `shell.titles.${code}`,
  layout: 'console',
  icon,
  parent: centre,
  screen: async () => {
    const { ChartPage } = await import('../features/charts/chart-page.tsx')
    return () => createElement(ChartPage, { code })
  },
})

export const operationsRoutes: readonly RouteEntry[] = [
  {
    path: centre,
    permission: 'DMS_SERVER_MANAGE_OPERATIONS_CENTER',
    mode: 'default',
    title: 'shell.titles.operationsCenter',
    layout: 'console',
    icon: 'operations',
    redirect: paths.charts.overall_operations_overview,
  },
  page('overall_operations_overview', 'DMS_SERVER_CENTER_GLOBAL_OPERATIONS', 'chartOverall'),
  page('service_health_monitoring', 'DMS_SERVER_CENTER_HEALTH_MONITOR', 'chartHealth'),
  page('resource_distribution_profile', 'DMS_SERVER_CENTER_RESOURCE_DISTRIBUTION', 'chartResources'),
  page('personal_performance_overview', 'DMS_SERVER_CENTER_PERSONAL_PERFORMANCE', 'chartPersonal'),
  {
    path: paths.walls,
    permission: 'DMS_SERVER_CENTER_WALL_SCREENS',
    mode: 'both',
    title: 'shell.titles.walls',
    layout: 'console',
    hidden: true,
    parent: centre,
    screen: async () => (await import('../features/charts/walls/wall-list.tsx')).WallList,
  },
]
