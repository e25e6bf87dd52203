import { alarmApi, alarmMaintenanceApi, alarmRuleApi } from '@netward/contract'
import type { Scopes } from '../../platform/db/scope.ts'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { actOnAlarms } from './alarm-acts.service.ts'
import { alarmAssignees, countAlarms, exportAlarms, getAlarm, pageAlarms } from './alarms.service.ts'
import {
  coveringMaintenance,
  maintenanceCalendar,
  maintenanceDevices,
  previewMaintenance,
} from './maintenance-calendar.service.ts'
import {
  addMaintenance,
  approveMaintenance,
  deleteMaintenance,
  endMaintenance,
  pageMaintenance,
} from './maintenance.service.ts'
import {
  addAlarmRule,
  confirmAlarmRule,
  deleteAlarmRule,
  editAlarmRule,
  listAlarmRules,
  publishAlarmRule,
  resetAlarmRule,
  watchedAlarms,
} from './rules.service.ts'
import { tryAlarmRule } from './trial/trial.service.ts'

export function alarmRoutes(app: App, { scopes, store }: { scopes: Scopes; store: MetricStore }): void {
  routes(app, alarmApi, { pageAlarms, exportAlarms, countAlarms, getAlarm, alarmAssignees }, { actOnAlarms })
  routes(app, alarmMaintenanceApi, {
    pageMaintenance,
    addMaintenance,
    approveMaintenance,
    endMaintenance,
    deleteMaintenance,
    previewMaintenance,
    maintenanceCalendar: (ctx) => maintenanceCalendar(ctx),
    coveringMaintenance,
    maintenanceDevices,
  })
  routes(
    app,
    alarmRuleApi,
    {
      listAlarmRules: (ctx) => listAlarmRules(ctx),
      addAlarmRule,
      editAlarmRule,
      resetAlarmRule,
      confirmAlarmRule,
      deleteAlarmRule,
      publishAlarmRule,
      watchedAlarms,
    },
    { tryAlarmRule: (ctx, input) => tryAlarmRule(ctx, { scopes, store }, input) },
  )
}
