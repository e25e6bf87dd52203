import { isEnded, type OrderState } from '@netward/contract/states/work-order'
import type { RequestContext } from '../../../platform/http/context.ts'
import { type FullOrder, orderRepo } from '../order.repo.ts'
import { visitRepo } from './visit.repo.ts'

/**
 * The appointment after a move: a new assignee takes it over if that person is free then. It is cancelled if the order ends,
 * or nobody carries it out.
 */
export async function followMove(
  inside: RequestContext,
  { id, companyId }: FullOrder,
  move: { state: OrderState; assignee: { id: string; name: string } | null | undefined },
): Promise<void> {
  const ended = isEnded(move.state)
  if (!ended && move.assignee === undefined) return
  const visit = (await visitRepo.ofOrder(inside, { id, companyId })).find(({ state }) => state === 'planned')
  if (visit === undefined || visit.engineerId === move.assignee?.id) return
  if (!ended && move.assignee && !(await visitRepo.overlaps(inside, move.assignee.id, id, visit))) {
    await visitRepo.hand(inside, visit.id, move.assignee)
    return
  }
  await visitRepo.end(inside, visit.id, 'cancelled')
  await orderRepo.note(inside, id, 'visit_cancelled', { until: visit.startsAt })
}
