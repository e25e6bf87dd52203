import type { FailedItem } from '@netward/contract/errors'
import { ApiError, reportError } from '../lib/api-errors.ts'
import { useBatchResult } from './batch-result.tsx'

/** How many items of a partly refused batch were accepted. */
function acceptedIn(error: ApiError): number {
  const { data } = error
  const accepted = typeof data === 'object' && data !== null && 'accepted' in data ? data.accepted : 0
  return typeof accepted === 'number' ? accepted : 0
}

export interface Outcome {
  accepted: number
  failed: readonly FailedItem[]
}

/** Runs a batch; resolves even if every item was refused. Any other error is reported and rethrown. */
export async function outcomeOf(act: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ApiError) || error.failed.length === 0) {
      reportError(error)
      throw error
    }
    error.reported = true
    return { accepted: acceptedIn(error), failed: error.failed }
  }
}

/** Runs a batch and shows the ip:reason list of refused items. */
export function useBatch(): (title: string, act: () => Promise<Outcome>) => Promise<Outcome> {
  const show = useBatchResult()
  return async (title, act) => {
    const outcome = await outcomeOf(act)
    if (outcome.failed.length > 0) show(title, outcome.accepted, outcome.failed)
    return outcome
  }
}
