import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { AlarmSeverity } from '@netward/contract/alarm-values'
import type { DeliveryState } from '@netward/contract/notice-values'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const routeList = 'POST /api/v1/notice/route/lists'
export type RouteRow = EndpointOutput<typeof routeList>['items'][number]
export const deliveryList = 'POST /api/v1/notice/delivery/lists'
export type DeliveryRow = EndpointOutput<typeof deliveryList>['items'][number]
export const ownRoutes = 'GET /api/v1/notice/own/route'
export type OwnRoute = EndpointOutput<typeof ownRoutes>['items'][number]
export type PersonChannel = EndpointOutput<typeof ownRoutes>['channels'][number]
export const clockPattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/
export const ownNotices = 'GET /api/v1/notice/own'
export const unreadNotices = 'GET /api/v1/notice/own/unread'
export type OwnNotice = EndpointOutput<typeof ownNotices>['items'][number]
export type AlarmNotice = Extract<OwnNotice, { kind: 'alarm' }>
export type WorkNotice = Exclude<OwnNotice, { kind: 'alarm' }>

export const afterRead: readonly EndpointKey[] = [ownNotices, unreadNotices]

export const severityTones: Record<AlarmSeverity, StatusTone> = {
  critical: 'bad',
  major: 'bad',
  minor: 'warn',
  warning: 'waiting',
  indeterminate: 'unknown',
}

export const workTones: Record<WorkNotice['notice'], StatusTone> = {
  created: 'waiting',
  assigned: 'busy',
  refused: 'bad',
  due: 'warn',
  resolved: 'ok',
  reopened: 'warn',
  resumed: 'busy',
  carrier_late: 'bad',
  asked: 'waiting',
  approved: 'ok',
  handover_write: 'waiting',
  handover_accept: 'waiting',
  handover_write_late: 'warn',
  handover_accept_late: 'warn',
  swap_asked: 'waiting',
  swap_accepted: 'ok',
  swap_declined: 'off',
  part_short: 'warn',
  shared_assigned: 'busy',
  shared_withdrawn: 'off',
  shared_reopened: 'warn',
  certificate_ending: 'warn',
  certificate_ended: 'bad',
  report_issued: 'ok',
}

export const deliveryTones: Record<DeliveryState, StatusTone> = {
  waiting: 'waiting',
  sending: 'busy',
  sent: 'ok',
  failed: 'bad',
  dropped: 'off',
  unknown: 'unknown',
}
