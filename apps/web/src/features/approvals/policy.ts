import type { EndpointInput, EndpointOutput } from '@netward/contract'
import { amountOfKind } from '@netward/contract/approval-values'
import type { TFunction } from 'i18next'

export const policyList = 'POST /api/v1/approval/policy/lists'
export type PolicyRow = EndpointOutput<typeof policyList>['items'][number]
export type PolicyInput = EndpointInput<'POST /api/v1/approval/policy'>

/** When a policy applies. */
export function appliesText(t: TFunction, { kind, fromAmount, fromRisk }: PolicyRow): string {
  const of = amountOfKind[kind]
  const parts = [
    ...(fromRisk === null ? [] : [t('approvals.fromRiskOf', { risk: t(`approvals.risks.${fromRisk}`) })]),
    ...(fromAmount === null || of === null
      ? []
      : [t(`approvals.fromAmountOf.${of}`, { amount: fromAmount })]),
  ]
  return parts.length === 0 ? t('approvals.always') : parts.join(` ${t('approvals.or')} `)
}
