import { useState } from 'react'
import { ApiError } from '../../lib/api-errors.ts'

export interface ClaimRefusal {
  /** The claim was refused, for whatever cause: a refusal tells nothing. */
  readonly refused: boolean
  readonly forget: () => void
  /** Carries out a claim. @throws ApiError, reported where it was a refusal. */
  readonly attempt: (claim: () => Promise<void>) => Promise<void>
}

/** A refused claim is said in the form, where the label can be compared once more. */
export function useClaimRefusal(): ClaimRefusal {
  const [refused, setRefused] = useState(false)
  return {
    refused,
    forget: () => setRefused(false),
    async attempt(claim) {
      setRefused(false)
      try {
        await claim()
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
