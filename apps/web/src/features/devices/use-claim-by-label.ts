import { useAct } from '../../lib/use-api.ts'
import type { LabelValues } from './label-items.tsx'
import { type ClaimRefusal, useClaimRefusal } from './use-claim-refusal.ts'

/** What is claimed by its label, and where it will stand. */
export interface ClaimValues extends LabelValues {
  outletId: string | undefined
}

export interface ClaimByLabel extends Pick<ClaimRefusal, 'refused' | 'forget'> {
  /** @throws ApiError, reported where it was a refusal. */
  readonly claim: (values: ClaimValues) => Promise<void>
}

export function useClaimByLabel(): ClaimByLabel {
  const { refused, forget, attempt } = useClaimRefusal()
  const { mutateAsync } = useAct('POST /api/v1/device/pool/claim-by-label', {
    errors: 'caller',
    refresh: ['POST /api/v1/device/pool/lists'],
  })
  return {
    refused,
    forget,
    claim: ({ outletId, ...label }) =>
      attempt(async () => {
        await mutateAsync({ ...label, ...(outletId !== undefined && { outletId }) })
      }),
  }
}
