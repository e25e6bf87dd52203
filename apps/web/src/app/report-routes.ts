import { paths } from '../lib/paths.ts'
import type { RouteEntry } from './route-entry.ts'

const below = {
  permission: 'DMS_SERVER_REPORT',
  mode: 'both',
  layout: 'console',
  parent: '/reports',
} as const

export const reportRoutes: readonly RouteEntry[] = [
  {
    path: '/reports',
    permission: 'DMS_SERVER_REPORT',
    mode: 'both',
    title: 'shell.titles.reports',
    layout: 'console',
    icon: 'reports',
    redirect: paths.serviceReports,
  },
  {
    ...below,
    path: paths.serviceReports,
    title: 'shell.titles.serviceReports',
    icon: 'serviceReports',
    screen: async () => (await import('../features/service-reports/report-list.tsx')).ServiceReportList,
  },
  {
    ...below,
    path: `${paths.serviceReports}/$reportId`,
    parent: paths.serviceReports,
    hidden: true,
    title: 'shell.titles.serviceReport',
    screen: async () => (await import('../features/service-reports/report-page.tsx')).ServiceReportPage,
  },
  {
    ...below,
    path: paths.reportSchedules,
    parent: paths.serviceReports,
    hidden: true,
    title: 'shell.titles.reportSchedules',
    screen: async () => (await import('../features/service-reports/schedule-list.tsx')).ReportScheduleList,
  },
  {
    ...below,
    path: paths.statements,
    title: 'shell.titles.statements',
    icon: 'statements',
    screen: async () => (await import('../features/statements/statement-list.tsx')).StatementList,
  },
  {
    ...below,
    path: `${paths.statements}/$statementId`,
    parent: paths.statements,
    hidden: true,
    title: 'shell.titles.statement',
    screen: async () => (await import('../features/statements/statement-page.tsx')).StatementPage,
  },
]
