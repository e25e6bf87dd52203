import type { EndpointKey, EndpointOutput } from '@netward/contract'
import { alarmReads } from './alarm.ts'

export const maintenanceList = 'POST /monitor/api/v1/alarm/maintenance/lists'
export type MaintenanceRow = EndpointOutput<typeof maintenanceList>['items'][number]

export const maintenanceCalendar = 'GET /monitor/api/v1/alarm/maintenance/calendar'
export const coveringMaintenance = 'GET /monitor/api/v1/alarm/maintenance/covering'

/** What a change of a window makes old: it marks alarms. */
export const afterMaintenance: readonly EndpointKey[] = [
  maintenanceList,
  maintenanceCalendar,
  coveringMaintenance,
  ...alarmReads,
]
