import type { CustomValues } from '@netward/contract/order-form-values'
import type { RequestContext } from '../../platform/http/context.ts'
import { reckon } from './deadlines.ts'
import { dispatchNew, dispatchTo } from './dispatch/dispatch.service.ts'
import { orderFieldRepo } from './fields/order-field.repo.ts'
import { fromAlarmsRepo } from './from-alarms/from-alarms.repo.ts'
import { type NewOrder, orderRepo, type Subject } from './order.repo.ts'
import { checkRepo } from './templates/check.repo.ts'

interface Origin {
  readonly because: string
  readonly due?: string
  readonly custom?: CustomValues
  readonly checklist?: readonly { readonly text: string; readonly required: boolean }[]
  /** Null: into the pool; without it, as the company dispatches its orders. */
  readonly assignee?: { id: string; name: string } | null | undefined
}

/** An order that a job makes: by whom it counts as made is the actor of the scope. */
export async function makeAutomatically(
  inside: Pick<RequestContext, 'db' | 'scope'>,
  subject: Subject,
  order: NewOrder,
  { because, due, custom, checklist = [], assignee }: Origin,
): Promise<string> {
  const { id } = await orderRepo.insert(inside, subject, order)
  if (custom !== undefined) await orderFieldRepo.setValues(inside, id, custom)
  await checkRepo.insert(inside, id, checklist)
  await orderRepo.note(inside, id, 'created', { name: because })
  if (due !== undefined) await orderRepo.setDue(inside, id, due)
  await (assignee === undefined ? dispatchNew(inside, id) : dispatchTo(inside, id, assignee))
  await reckon(inside, id)
  await fromAlarmsRepo.announce(inside.db, id)
  return id
}
