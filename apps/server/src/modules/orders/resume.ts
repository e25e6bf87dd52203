import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { clockRepo } from './clock.repo.ts'
import { reckon } from './deadlines.ts'
import { fromAlarmsRepo } from './from-alarms/from-alarms.repo.ts'
import { nobodyIn } from './nobody.ts'
import { orderRepo } from './order.repo.ts'

/** Orders of one run. */
const most = 500

/** Orders that were suspended until a moment that has come go on, and their clocks count again. It may run twice at once. */
export async function resumeSuspended(scopes: Scopes, signal: AbortSignal): Promise<void> {
  const due = await clockRepo.toResume(scopes, most)
  for (const [companyId, own] of Map.groupBy(due, (one) => one.companyId))
    if (!signal.aborted)
      await scopes.withCompany(companyId, async ({ db }) => {
        const scope = nobodyIn(companyId)
        for (const { orderId } of own) await resume({ db, scope }, orderId)
      })
}

async function resume(inside: Pick<RequestContext, 'db' | 'scope'>, orderId: string): Promise<void> {
  const order = await orderRepo.lock(inside, orderId)
  if (order?.state !== 'suspended' || order.suspendedUntil === null) return
  if (Date.parse(order.suspendedUntil) > Date.now()) return
  // Who carries a change out begins it, once it is approved.
  const state = order.type === 'change' ? 'accepted' : 'in_progress'
  await orderRepo.move(inside, orderId, { state, responds: false, resolved: false })
  await orderRepo.turnPause(inside, orderId, null)
  await orderRepo.note(inside, orderId, 'resumed_itself')
  await reckon(inside, orderId)
  await fromAlarmsRepo.announce(inside.db, orderId)
}
