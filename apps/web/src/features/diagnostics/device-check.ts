import type { EndpointOutput } from '@netward/contract'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const checkList = 'GET /api/v1/device/:deviceId/checks'
export const oneCheck = 'GET /api/v1/device/:deviceId/checks/:checkId'

export type CheckHead = EndpointOutput<typeof checkList>['items'][number]
export type DeviceCheck = EndpointOutput<typeof oneCheck>
export type Figures = NonNullable<DeviceCheck['figures']>

export const verdictTones: Record<NonNullable<CheckHead['verdict']>, StatusTone> = {
  critical: 'bad',
  warning: 'warn',
  notice: 'waiting',
  fine: 'ok',
}

export const stepTones: Record<DeviceCheck['steps'][number]['state'], StatusTone> = {
  waiting: 'waiting',
  running: 'busy',
  done: 'ok',
  failed: 'bad',
  skipped: 'off',
}
