import type { RequestContext } from '../../platform/http/context.ts'
import { reckon } from './deadlines.ts'
import { dispatchNew } from './dispatch/dispatch.service.ts'
import { fromAlarmsRepo } from './from-alarms/from-alarms.repo.ts'
import { type NewOrder, orderRepo, type Subject } from './order.repo.ts'

/** An order that a job makes: by whom it counts as made is the actor of the scope. */
export async function makeAutomatically(
  inside: Pick<RequestContext, 'db' | 'scope'>,
  subject: Subject,
  order: NewOrder,
  { because, due }: { because: string; due?: string },
): Promise<string> {
  const { id } = await orderRepo.insert(inside, subject, order)
  await orderRepo.note(inside, id, 'created', { name: because })
  if (due !== undefined) await orderRepo.setDue(inside, id, due)
  await dispatchNew(inside, id)
  await reckon(inside, id)
  await fromAlarmsRepo.announce(inside.db, id)
  return id
}
