import type { FailedItem } from '@netward/contract/errors'
import { ApiError, reportError } from '../lib/api-errors.ts'
import { useBatchResult } from './batch-result.tsx'

/** How many a refused batch accepted all the same. */
function acceptedIn(error: ApiError): number {
  const { data } = error
  const accepted = typeof data === 'object' && data !== null && 'accepted' in data ? data.accepted : 0
  return typeof accepted === 'number' ? accepted : 0
}

interface Outcome {
  accepted: number
  failed: readonly FailedItem[]
}

/**
 * Runs a batch and shows the ip:reason list of what was refused. Answers how many were accepted; any other error is
 * reported and thrown on.
 */
export function useBatch(): (title: string, act: () => Promise<Outcome>) => Promise<number> {
  const show = useBatchResult()
  return async (title, act) => {
    try {
      const { accepted, failed } = await act()
      if (failed.length > 0) show(title, accepted, failed)
      return accepted
    } catch (error) {
      if (!(error instanceof ApiError) || error.failed.length === 0) {
        reportError(error)
        throw error
      }
      error.reported = true
      show(title, acceptedIn(error), error.failed)
      return acceptedIn(error)
    }
  }
}
