import { priorityOf } from '@netward/contract/work-order-values'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { Sweep } from '../../../platform/jobs/job.ts'
import { daysAfter } from '../../../platform/zone.ts'
import { makeAutomatically } from '../automatic-order.ts'
import { nobodyIn } from '../nobody.ts'
import { orderRepo } from '../order.repo.ts'
import { templateRepo, type TemplateRow } from '../templates/template.repo.ts'
import { nextDate } from './plan-dates.ts'
import { type PlanTarget, planTargetRepo } from './plan-target.repo.ts'
import { type DuePlan, planRepo, type PlanRow } from './plan.repo.ts'

/** Orders of one transaction: progress is visible between them, and a restart goes on where it stopped. */
const batch = 50

type Inside = Pick<RequestContext, 'db' | 'scope'>

export const planSweep: Sweep = {
  name: 'order_plan.make',
  everySeconds: 60,
  async run({ scopes, signal }) {
    for (const plan of await planRepo.due(scopes))
      if (!signal.aborted) await makePlanOrders(scopes, plan, signal)
  },
}

/** Makes what is due of one plan, date after date. It may run twice at once: a plan is locked. */
async function makePlanOrders(
  scopes: Scopes,
  { companyId, planId }: DuePlan,
  signal: AbortSignal,
): Promise<void> {
  for (let more = true; more && !signal.aborted;)
    more = await scopes.withCompany(companyId, async ({ db }) => {
      const reading = { db, scope: nobodyIn(companyId) }
      const plan = await planRepo.lock(reading, planId, { wait: false })
      if (plan === undefined || plan.nextOn === null || plan.pausedAt !== null) return false
      const template = await templateRepo.find(reading, plan.templateId)
      if (template === undefined) return false
      const inside = { db, scope: nobodyIn(companyId, plan.editedBy) }
      const following = nextDate(plan, daysAfter(plan.nextOn, 1))
      // After a long stop only the last date that passed is made up for.
      if (following !== null && following < (await planRepo.today(inside))) {
        await planRepo.setNext(inside, planId, following)
        return true
      }
      const ready = await planTargetRepo.ready(inside, plan, batch)
      if (ready.length > 0) await planTargetRepo.begin(inside, plan)
      for (const target of ready) await makeOrder(inside, plan, template, target)
      if (ready.length > 0) await announce(inside, planId)
      if (ready.length === batch) return true
      if (await planTargetRepo.isWaiting(inside, plan)) return false
      await planTargetRepo.finish(inside, plan)
      await planRepo.setNext(inside, planId, following)
      // A date without a target is passed once its day has come: another may be due too.
      return ready.length > 0
    })
}

async function makeOrder(
  inside: Inside,
  plan: PlanRow,
  template: TemplateRow,
  target: PlanTarget,
): Promise<void> {
  if (plan.skipOpen && target.isOpen) return planTargetRepo.note(inside, plan, target, null)
  const about = target.kind === 'outlet' ? { outletId: target.id } : { deviceId: target.id }
  const subject = await orderRepo.subject(inside, about)
  if (subject === undefined) return planTargetRepo.note(inside, plan, target, null)
  const { type, category, impact, urgency, description, tags, custom, checklist } = template
  const orderId = await makeAutomatically(
    inside,
    subject,
    {
      type,
      category,
      impact,
      urgency,
      description,
      tags,
      title: `${template.title} · ${target.name}`.slice(0, 100),
      priority: priorityOf(impact, urgency),
      contactName: '',
      contactPhone: '',
      contactEmail: '',
    },
    {
      because: plan.name,
      due: target.due,
      custom,
      checklist,
      ...(await assigneeOf(inside, template)),
    },
  )
  await planTargetRepo.note(inside, plan, target, orderId)
}

/** Somebody who may no longer work on orders leaves them to the usual dispatch. */
async function assigneeOf(
  inside: Inside,
  { assign, assigneeId }: TemplateRow,
): Promise<{ assignee?: { id: string; name: string } | null }> {
  if (assign === 'pool') return { assignee: null }
  if (assigneeId === null) return {}
  const [person] = await orderRepo.people(inside, { personId: assigneeId })
  return person === undefined ? {} : { assignee: { id: person.personId, name: person.name } }
}

const announce = ({ db, scope }: Inside, planId: string) =>
  db
    .insertInto('live_event')
    .values({
      company_id: scope.companyId,
      kind: 'order_plan.changed',
      data: JSON.stringify({ planId }),
    })
    .execute()
