import type { EndpointKey, EndpointOutput } from '@netward/contract'
import { alarmReads } from './alarm.ts'

export const maintenanceList = 'POST /monitor/api/v1/alarm/maintenance/lists'
export type MaintenanceRow = EndpointOutput<typeof maintenanceList>['items'][number]

/** What a change of a window makes old: it marks alarms. */
export const afterMaintenance: readonly EndpointKey[] = [maintenanceList, ...alarmReads]
