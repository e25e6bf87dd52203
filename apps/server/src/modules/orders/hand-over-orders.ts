import type { RequestContext } from '../../platform/http/context.ts'
import { reckon } from './deadlines.ts'
import { announce, locked, named } from './order-change.ts'
import { orderRepo } from './order.repo.ts'
import { followMove } from './visit/follow-move.ts'

/** Assigns the open orders of the company acted in that a person has to another. Returns how many. */
export async function handOverOrders(
  inside: RequestContext,
  fromPersonId: string,
  assignee: { id: string; name: string },
): Promise<number> {
  const ids = await orderRepo.carriedOutBy(inside, fromPersonId)
  for (const orderId of ids) {
    const order = await locked(inside, orderId)
    await orderRepo.move(inside, orderId, { state: 'assigned', assignee, responds: false, resolved: false })
    await followMove(inside, order, { state: 'assigned', assignee })
    await orderRepo.turnPause(inside, orderId, null)
    await orderRepo.note(inside, orderId, 'assign', { name: assignee.name })
    await inside.audit({
      action: 'work_order.moved',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: {
        name: named(order),
        act: 'assign',
        before: { state: order.state },
        after: { state: 'assigned' },
      },
    })
    await reckon(inside, orderId)
    await announce(inside, order)
  }
  return ids.length
}
