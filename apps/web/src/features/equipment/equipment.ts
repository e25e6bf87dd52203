import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { LiveEventKind } from '@netward/contract/live'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const equipmentList = 'POST /monitor/api/v1/device/lists'

export type EquipmentRow = EndpointOutput<typeof equipmentList>['items'][number]
export type EquipmentDetail = EndpointOutput<'GET /monitor/api/v1/device/:deviceId'>
type Polling = NonNullable<EquipmentDetail['polling']>
export type PollingState = Polling['state']

/** Refetched after a device was changed here. */
export const afterChange: readonly EndpointKey[] = [
  equipmentList,
  'GET /monitor/api/v1/device/summary',
  'GET /monitor/api/v1/device/:deviceId',
  'GET /api/v1/device/:deviceId/timeline',
  'POST /api/v1/outlet/lists',
]

export const equipmentEvents: readonly LiveEventKind[] = [
  'device.added',
  'device.presence',
  'device.changed',
  'device.released',
  'device.polled',
]

export const pollingTones: Record<PollingState, StatusTone> = {
  waiting: 'waiting',
  ok: 'ok',
  snmp_silent: 'warn',
  unreachable: 'bad',
  auth_failed: 'bad',
  no_credential: 'warn',
  not_allowed: 'warn',
  stopped: 'off',
}

export const pollingStates = Object.keys(pollingTones) as readonly PollingState[]
