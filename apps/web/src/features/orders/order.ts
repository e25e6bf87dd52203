import type { EndpointInput, EndpointKey, EndpointOutput } from '@netward/contract'
import type { OrderState } from '@netward/contract/states/work-order'
import { paths } from '../../lib/paths.ts'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const orderList = 'POST /api/v1/work/order/lists'
export const orderBoard = 'POST /api/v1/work/order/board'
export const orderRead = 'GET /api/v1/work/order/:orderId'
export const orderCount = 'GET /api/v1/work/order/count'
export type OrderRow = EndpointOutput<typeof orderList>['items'][number]
export type OrderDetail = EndpointOutput<typeof orderRead>
export type OrderFields = Omit<
  EndpointInput<'POST /api/v1/work/order'>,
  'alarmId' | 'deviceId' | 'lineId' | 'outletId' | 'carrier' | 'price'
>
export type MoveInput = EndpointInput<'POST /api/v1/work/order/:orderId/move'>['move']

/** What a change makes old. */
export const afterOrder: readonly EndpointKey[] = [orderList, orderBoard, orderRead, orderCount]

export const toneOf: Record<OrderState, StatusTone> = {
  new: 'warn',
  assigned: 'waiting',
  accepted: 'busy',
  in_progress: 'busy',
  suspended: 'off',
  resolved: 'ok',
  closed: 'ok',
  cancelled: 'off',
}

/** The page of what the order is about. */
export function subjectPath({ deviceId, isGateway }: OrderRow): string | null {
  if (deviceId === null) return null
  return isGateway ? paths.smartCpe(deviceId) : paths.equipment(deviceId)
}

export const agreementList = 'POST /api/v1/work/agreement/lists'
export type AgreementRow = EndpointOutput<typeof agreementList>['items'][number]

export const engineerList = 'POST /api/v1/work/dispatch/engineer/lists'
export type EngineerRow = EndpointOutput<typeof engineerList>['items'][number]

export const stickerList = 'POST /api/v1/work/sticker/lists'
export type StickerRow = EndpointOutput<typeof stickerList>['items'][number]

export const templateList = 'POST /api/v1/work/template/lists'
export const templateChoices = 'GET /api/v1/work/template/choices'
export type OrderTemplate = EndpointOutput<typeof templateChoices>[number]

export const planList = 'POST /api/v1/work/plan/lists'
export const planRead = 'GET /api/v1/work/plan/:planId'
export type PlanRow = EndpointOutput<typeof planList>['items'][number]
export type Plan = EndpointOutput<typeof planRead>
