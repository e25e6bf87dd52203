import type { Transaction } from '../../platform/db/scope.ts'
import { callContext, type RequestContext, requestContext } from '../../platform/http/context.ts'
import { handOverAll } from '../offboarding/index.ts'
import { nobodyIn } from '../orders/index.ts'
import { applyRepo, type NextChange } from './apply.repo.ts'
import type { RunSettings } from './plan.repo.ts'
import type { HeldRun } from './reading.repo.ts'

/** Gives what leavers hold to the person that the rule names. What stays with them is noted, too. */
export async function handOverWork(
  tx: Transaction,
  run: HeldRun,
  { leaverRule, leaverMemberId }: RunSettings,
  leavers: readonly NextChange[],
): Promise<void> {
  const ctx = actingFor(tx, run)
  const leaving = new Set(leavers.map(({ memberId }) => memberId))
  for (const { n, memberId } of leavers) {
    const heads = leaverRule === 'head' ? await applyRepo.heads(tx, run.companyId, memberId!) : []
    const candidates = leaverRule === 'member' && leaverMemberId !== null ? [leaverMemberId] : heads
    const to = candidates.filter((id) => !leaving.has(id))
    const handed = await handOverAll(ctx, memberId!, to)
    if (handed.length > 0) await applyRepo.noteHanded(tx, run, n, handed)
  }
}

/** The synchronisation acts by itself, and has no person. */
function actingFor(tx: Transaction, { companyId, id }: HeldRun): RequestContext {
  const call = callContext({
    requestId: `people-sync:${id}`,
    language: 'zh',
    remoteAddress: '',
    userAgent: '',
  })
  return requestContext(call, tx.db, nobodyIn(companyId), [])
}
