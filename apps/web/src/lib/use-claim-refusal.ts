import { useState } from 'react'
import { ApiError } from './api-errors.ts'

export interface ClaimRefusal {
  /** The claim was refused, for whatever cause: a refusal reveals nothing. */
  readonly refused: boolean
  readonly forget: () => void
  /** Submits a claim. @throws ApiError, already reported if it was a refusal. */
  readonly attempt: <T>(claim: () => Promise<T>) => Promise<T>
}

/** A refused claim is shown in the form, where the label can be checked again. */
export function useClaimRefusal(): ClaimRefusal {
  const [refused, setRefused] = useState(false)
  return {
    refused,
    forget: () => setRefused(false),
    async attempt(claim) {
      setRefused(false)
      try {
        return await claim()
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
