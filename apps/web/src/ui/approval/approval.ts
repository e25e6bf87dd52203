import type { BuiltInRole, EndpointKey, EndpointOutput } from '@netward/contract'
import { type ApprovalState, amountOfKind, type ApprovalStanding } from '@netward/contract/approval-values'
import type { TFunction } from 'i18next'
import type { StatusTone } from '../status-tag.tsx'

export const approvalRead = 'GET /api/v1/approval/item/:approvalId'
export type Approval = EndpointOutput<typeof approvalRead>
export type ApprovalStep = Approval['steps'][number]

/** What a decision makes old: the approval, its subject, and the lists of what waits. */
export const afterApproval: readonly EndpointKey[] = [
  approvalRead,
  'POST /api/v1/task/todo/lists',
  'GET /api/v1/work/order/:orderId',
  'GET /ota/api/v2/ota/summary/:campaignId',
  'GET /api/v1/device/template/:templateId',
]

export const approvalTones: Record<ApprovalState | ApprovalStanding, StatusTone> = {
  pending: 'waiting',
  approved: 'ok',
  refused: 'bad',
  withdrawn: 'off',
  free: 'off',
  needed: 'warn',
}

/** Who decides a step. */
export function approverText(
  t: TFunction,
  { by, department, role, roleName, company }: ApprovalStep,
): string {
  if (by === 'head')
    return department === null ? t('approvals.headOfAsker') : t('approvals.headOf', { department })
  if (by === 'role')
    return `${t('approvals.role')} · ${roleName ?? (role === null ? '' : t(`account.roles.${role as BuiltInRole}`))}`
  return by === 'customer' ? t('approvals.customerOf', { company }) : t('approvals.by.person')
}

/** Its amount and its risk, as far as it has them. */
export function measureText(
  t: TFunction,
  { kind, amount, risk }: Pick<Approval, 'kind' | 'amount' | 'risk'>,
): string {
  const of = amountOfKind[kind]
  return [
    ...(amount === null || of === null
      ? []
      : [
          of === 'money' ? t('approvals.amountOf', { amount }) : t('approvals.gatewaysOf', { count: amount }),
        ]),
    ...(risk === null ? [] : [`${t('approvals.risk')}: ${t(`approvals.risks.${risk}`)}`]),
  ].join(' · ')
}
