import type { JobHandler, JobTools, Sweep } from '../../platform/jobs/job.ts'
import { type MessageDeps, tellAdministrators } from '../messages/index.ts'
import { moveRepo } from './move.repo.ts'

/** Devices whose MSP changes in one transaction: it takes some tenths of a second, which is what others wait at most. */
const atOnce = 500

/**
 * `company.move`: goes on with the moves that are under way until none is left. What it does is in the database after
 * every portion, so that it may end anywhere and run twice.
 */
export function companyMoveJobs(deps: MessageDeps): Record<string, JobHandler> {
  return { 'company.move': (_payload, tools) => continueMoves(deps, tools) }
}

/** For moves whose job ended before they did, and portions that others held. */
export function companyMoveSweeps(deps: MessageDeps): Sweep[] {
  return [{ name: 'company.move', everySeconds: 10, run: (tools) => continueMoves(deps, tools) }]
}

async function continueMoves(deps: MessageDeps, { scopes, signal }: JobTools): Promise<void> {
  while (!signal.aborted) {
    const portion = await moveRepo.portion(scopes, atOnce)
    // What is left is held by others for a moment: the sweep comes by again.
    if (portion === null || !portion.went) return
    const { told, companyName, fromName, toName, reason } = portion
    if (told !== null) {
      const params = { companyName, fromName, toName, reason }
      await tellAdministrators(deps, scopes, told, { kind: 'company_moved', params })
    }
  }
}
