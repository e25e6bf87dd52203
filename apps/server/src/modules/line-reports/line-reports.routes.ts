import { lineReportApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { createReport } from './create-report.service.ts'
import { deleteReport, getReport, pageReports, printReport } from './line-reports.service.ts'

export function lineReportRoutes(app: App, store: MetricStore): void {
  route(app, lineReportApi.pageReports, pageReports)
  routeInSteps(app, lineReportApi.createReport, (ctx, input) => createReport(ctx, store, input))
  route(app, lineReportApi.getReport, getReport)
  routeInSteps(app, lineReportApi.printReport, printReport)
  routeInSteps(app, lineReportApi.deleteReport, deleteReport)
}
