import type { EndpointInput, EndpointOutput } from '@netward/contract'
import type { AssignmentState, SharingKeyState } from '@netward/contract/sharing-values'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const issuedList = 'POST /api/v1/work/sharing/issued/lists'
export const issuedRead = 'GET /api/v1/work/sharing/issued/:keyId'
export const issuedUses = 'POST /api/v1/work/sharing/issued/:keyId/uses'
export type IssuedRow = EndpointOutput<typeof issuedList>['items'][number]
export type IssuedKey = EndpointOutput<typeof issuedRead>
export type IssueInput = EndpointInput<'POST /api/v1/work/sharing/issued'>
export const afterIssued = [issuedList, issuedRead, issuedUses] as const

export const redeemedList = 'POST /api/v1/work/sharing/redeemed/lists'
export const redeemedRead = 'GET /api/v1/work/sharing/redeemed/:redemptionId'
export const redeemedUses = 'POST /api/v1/work/sharing/redeemed/:redemptionId/uses'
export type RedeemedRow = EndpointOutput<typeof redeemedList>['items'][number]
export type RedeemedKey = EndpointOutput<typeof redeemedRead>
export type Terms = EndpointOutput<'POST /api/v1/work/sharing/look'>
export const afterRedeemed = [redeemedList, redeemedRead, redeemedUses] as const

export const assignmentList = 'POST /api/v1/work/sharing/assignment/lists'
export const assignmentRead = 'GET /api/v1/work/sharing/assignment/:assignmentId'
export type AssignmentRow = EndpointOutput<typeof assignmentList>['items'][number]
export type Assignment = EndpointOutput<typeof assignmentRead>
export const afterAssignment = [assignmentList, assignmentRead] as const

export const sharedStockList = 'POST /api/v1/work/sharing/stock/lists'
export type SharedStockRow = EndpointOutput<typeof sharedStockList>['items'][number]

export const keyTones: Record<SharingKeyState, StatusTone> = {
  active: 'ok',
  used_up: 'warn',
  expired: 'off',
  revoked: 'off',
  paused: 'warn',
  given_back: 'off',
  moved: 'off',
}

export const assignmentTones: Record<AssignmentState, StatusTone> = {
  assigned: 'waiting',
  accepted: 'busy',
  in_progress: 'busy',
  resolved: 'ok',
  refused: 'off',
  withdrawn: 'off',
  ended: 'off',
}
