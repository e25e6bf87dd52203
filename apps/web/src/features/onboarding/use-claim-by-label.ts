import { api } from '../../lib/api-client.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { type ClaimRefusal, useClaimRefusal } from '../../lib/use-claim-refusal.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import type { LabelValues } from '../../ui/label-items.tsx'

/** The gateway claimed by its label, and its location. */
export interface ClaimValues extends LabelValues {
  outletId: string | undefined
  /** Of the platform alone: the tenant that it claims for. */
  companyId?: string | undefined
}

export interface ClaimByLabel extends Pick<ClaimRefusal, 'refused' | 'forget'> {
  /** @throws ApiError, already reported if it was a refusal. */
  readonly claim: (values: ClaimValues) => Promise<{ asked: boolean }>
}

export function useClaimByLabel(): ClaimByLabel {
  const { refused, forget, attempt } = useClaimRefusal()
  const scope = useCompanyScope()
  const reread = useRefreshReads()
  return {
    refused,
    forget,
    claim: ({ outletId, companyId, ...label }) =>
      attempt(async () => {
        const outcome = await api(
          'POST /api/v1/device/pool/claim-by-label',
          { ...label, ...(outletId !== undefined && { outletId }) },
          { errors: 'caller', ...(companyId !== scope.companyId && { actingIn: companyId }) },
        )
        void reread('POST /api/v1/device/pool/lists')
        return outcome
      }),
  }
}
