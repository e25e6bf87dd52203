import { serviceReportApi as api } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import {
  askReportApproval,
  commentServiceReport,
  computeServiceReport,
  deleteServiceReport,
  editServiceReport,
  exportServiceReport,
  getServiceReport,
  issueServiceReport,
  makeServiceReport,
  pageServiceReports,
  printServiceReport,
} from './reports.service.ts'
import {
  addReportSchedule,
  deleteReportSchedule,
  editReportSchedule,
  pageReportSchedules,
} from './schedules.service.ts'

export function serviceReportRoutes(app: App): void {
  route(app, api.pageServiceReports, pageServiceReports)
  routeInSteps(app, api.makeServiceReport, makeServiceReport)
  route(app, api.getServiceReport, getServiceReport)
  routeInSteps(app, api.editServiceReport, editServiceReport)
  routeInSteps(app, api.commentServiceReport, commentServiceReport)
  routeInSteps(app, api.computeServiceReport, computeServiceReport)
  routeInSteps(app, api.askReportApproval, askReportApproval)
  routeInSteps(app, api.issueServiceReport, issueServiceReport)
  routeInSteps(app, api.printServiceReport, printServiceReport)
  route(app, api.exportServiceReport, exportServiceReport)
  routeInSteps(app, api.deleteServiceReport, deleteServiceReport)
  route(app, api.pageReportSchedules, pageReportSchedules)
  routeInSteps(app, api.addReportSchedule, addReportSchedule)
  routeInSteps(app, api.editReportSchedule, editReportSchedule)
  routeInSteps(app, api.deleteReportSchedule, deleteReportSchedule)
}
