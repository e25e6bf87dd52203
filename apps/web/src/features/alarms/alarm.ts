import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { AlarmSeverity } from '@netward/contract/alarm-values'

export const alarmList = 'POST /monitor/api/v1/alarm/lists'
export type AlarmRow = EndpointOutput<typeof alarmList>['items'][number]
export type AlarmDetail = EndpointOutput<'GET /monitor/api/v1/alarm/:alarmId'>

/** What an act, or news of an alarm, makes old. */
export const alarmReads: readonly EndpointKey[] = [
  alarmList,
  'POST /monitor/api/v1/alarm/count',
  'GET /monitor/api/v1/alarm/:alarmId',
]

/** Severities that a person can set. */
export const settableSeverities: readonly AlarmSeverity[] = ['critical', 'major', 'minor', 'warning']
