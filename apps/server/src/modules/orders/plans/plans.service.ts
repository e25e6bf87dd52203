import type { InputOf, orderPlanApi, OutputOf } from '@netward/contract'
import { planLimits } from '@netward/contract/order-form-values'
import { capped } from '../../../platform/db/capped-count.ts'
import { changedFields } from '../../../platform/entity/changed-fields.ts'
import { AppError } from '../../../platform/errors.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import { namingConstraint, wrongField } from '../../../platform/http/wrong-field.ts'
import { templateRepo } from '../templates/template.repo.ts'
import { nextDate, planDates } from './plan-dates.ts'
import { planTargetRepo } from './plan-target.repo.ts'
import { type PlanInput, planRepo, type PlanRow } from './plan.repo.ts'

const taken = { order_plan_name: ['order_plan.name_taken', 'name'] } as const

export async function pageOrderPlans(
  ctx: RequestContext,
  query: InputOf<typeof orderPlanApi.pageOrderPlans>,
): Promise<OutputOf<typeof orderPlanApi.pageOrderPlans>> {
  const { items, total } = await planRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function getOrderPlan(
  ctx: RequestContext,
  { planId }: InputOf<typeof orderPlanApi.getOrderPlan>,
): Promise<OutputOf<typeof orderPlanApi.getOrderPlan>> {
  const plan = await planRepo.find(ctx, planId)
  if (plan === undefined) throw new AppError('order_plan.not_found')
  return {
    ...plan,
    dates: plan.nextOn === null ? [] : planDates(plan, plan.nextOn, planLimits.dates),
    targets: await planTargetRepo.count(ctx, plan.scope),
    places: await planRepo.places(ctx, plan.scope),
    runs: await planRepo.runs(ctx, planId),
  }
}

export async function orderDevices(
  ctx: RequestContext,
  { search = '' }: InputOf<typeof orderPlanApi.orderDevices>,
): Promise<OutputOf<typeof orderPlanApi.orderDevices>> {
  return planTargetRepo.devices(ctx, search)
}

export async function previewOrderPlan(
  ctx: RequestContext,
  times: InputOf<typeof orderPlanApi.previewOrderPlan>,
): Promise<string[]> {
  return planDates(times, await planRepo.today(ctx), planLimits.dates)
}

export async function addOrderPlan(ctx: RequestContext, given: PlanInput): Promise<{ id: string }> {
  if ((await planRepo.lockAll(ctx)) >= planLimits.plans) throw new AppError('order_plan.too_many')
  const plan = await checked(ctx, given)
  const id = await namingConstraint(ctx, taken, () => planRepo.save(ctx, null, plan))
  await noted(ctx, 'added', id, { name: given.name, after: auditable(given) })
  return { id }
}

export async function editOrderPlan(
  ctx: RequestContext,
  { planId, ...given }: InputOf<typeof orderPlanApi.editOrderPlan>,
): Promise<null> {
  const before = await locked(ctx, planId)
  const plan = await checked(ctx, given)
  const changed = changedFields(auditable(before), auditable(given))
  if (changed === null) return null
  await namingConstraint(ctx, taken, () => planRepo.save(ctx, planId, plan))
  await noted(ctx, 'edited', planId, { name: given.name, ...changed })
  return null
}

export async function pauseOrderPlan(
  ctx: RequestContext,
  { planId, paused }: InputOf<typeof orderPlanApi.pauseOrderPlan>,
): Promise<null> {
  const plan = await locked(ctx, planId)
  if ((plan.pausedAt !== null) === paused) return null
  await planRepo.pause(ctx, planId, paused)
  const today = await planRepo.today(ctx)
  if (!paused && plan.nextOn !== null && plan.nextOn < today)
    await planRepo.setNext(ctx, planId, nextDate(plan, today))
  await noted(ctx, 'paused', planId, { name: plan.name, before: { paused: !paused }, after: { paused } })
  return null
}

export async function deleteOrderPlan(
  ctx: RequestContext,
  { planId }: InputOf<typeof orderPlanApi.deleteOrderPlan>,
): Promise<null> {
  const plan = await locked(ctx, planId)
  await planRepo.delete(ctx, planId)
  await noted(ctx, 'deleted', planId, { name: plan.name, before: auditable(plan) })
  return null
}

async function locked(ctx: RequestContext, id: string): Promise<PlanRow> {
  const plan = await planRepo.lock(ctx, id, { wait: true })
  if (plan === undefined) throw new AppError('order_plan.not_found')
  return plan
}

async function checked(ctx: RequestContext, given: PlanInput): Promise<PlanInput & { nextOn: string }> {
  const { scope, templateId, startsOn, endsOn } = given
  if (endsOn !== null && endsOn < startsOn) throw wrongField(ctx, 'order_plan.dates_swapped', 'endsOn')
  if ((await templateRepo.find(ctx, templateId)) === undefined)
    throw wrongField(ctx, 'order_template.not_found', 'templateId')
  if (scope.kind === 'outlets' || scope.kind === 'devices') {
    const ids = new Set(scope.kind === 'outlets' ? scope.outletIds : scope.deviceIds)
    if ((await planRepo.places(ctx, scope)).length < ids.size)
      throw scope.kind === 'outlets'
        ? wrongField(ctx, 'outlet.not_found', 'scope.outletIds')
        : wrongField(ctx, 'device.not_found', 'scope.deviceIds')
  }
  const today = await planRepo.today(ctx)
  const nextOn = nextDate(given, startsOn > today ? startsOn : today)
  if (nextOn === null) throw wrongField(ctx, 'order_plan.never', 'startsOn')
  return { ...given, nextOn }
}

const auditable = ({ scope, ...plan }: PlanInput | PlanRow) => ({
  name: plan.name,
  templateId: plan.templateId,
  scope: JSON.stringify(scope),
  rule: plan.rule,
  startsOn: plan.startsOn,
  endsOn: plan.endsOn,
  dueTime: plan.dueTime,
  leadDays: plan.leadDays,
  skipOpen: plan.skipOpen,
})

async function noted(
  ctx: RequestContext,
  act: 'added' | 'edited' | 'paused' | 'deleted',
  subjectId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action: `order_plan.${act}`, subjectKind: 'order_plan', subjectId, detail })
  await ctx.emit('order_plan.changed', null, { planId: subjectId })
}
