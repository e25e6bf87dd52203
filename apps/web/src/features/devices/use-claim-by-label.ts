import { useState } from 'react'
import { ApiError } from '../../lib/api-errors.ts'
import { useAct } from '../../lib/use-api.ts'
import type { LabelValues } from './label-items.tsx'

export interface ClaimByLabel {
  /** It was refused, for whatever cause: a refusal tells nothing. */
  readonly refused: boolean
  readonly forget: () => void
  /** @throws ApiError, reported where it was a refusal. */
  readonly claim: (values: LabelValues) => Promise<void>
}

export function useClaimByLabel(): ClaimByLabel {
  const [refused, setRefused] = useState(false)
  const { mutateAsync } = useAct('POST /api/v1/device/pool/claim-by-label', {
    errors: 'caller',
    refresh: ['POST /api/v1/device/pool/lists'],
  })
  return {
    refused,
    forget: () => setRefused(false),
    async claim({ outletId, ...label }) {
      setRefused(false)
      try {
        await mutateAsync({ ...label, ...(outletId !== undefined && { outletId }) })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'gateway.claim_refused') {
          error.reported = true
          setRefused(true)
        }
        throw error
      }
    },
  }
}
