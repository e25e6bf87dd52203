import type { JobHandler, JobTools, Sweep } from '../../platform/jobs/job.ts'
import { type MessageDeps, notifyAdministrators } from '../messages/index.ts'
import { moveRepo } from './move.repo.ts'

/** Devices whose MSP changes in one transaction: a few tenths of a second, the longest that others wait. */
const atOnce = 500

/**
 * `company.move`: continues pending moves until none is left. Progress is stored after every batch, so it may
 * stop anywhere and run twice.
 */
export function companyMoveJobs(deps: MessageDeps): Record<string, JobHandler> {
  return { 'company.move': (_payload, tools) => continueMoves(deps, tools) }
}

/** For moves whose job ended early, and batches that were locked. */
export function companyMoveSweeps(deps: MessageDeps): Sweep[] {
  return [{ name: 'company.move', everySeconds: 10, run: (tools) => continueMoves(deps, tools) }]
}

async function continueMoves(deps: MessageDeps, { scopes, signal }: JobTools): Promise<void> {
  while (!signal.aborted) {
    const portion = await moveRepo.portion(scopes, atOnce)
    // The rest is locked for a moment: the sweep retries.
    if (portion === null || !portion.went) return
    const { notified, companyName, fromName, toName, reason } = portion
    if (notified !== null) {
      const params = { companyName, fromName, toName, reason }
      await notifyAdministrators(deps, scopes, notified, { kind: 'company_moved', params })
    }
  }
}
