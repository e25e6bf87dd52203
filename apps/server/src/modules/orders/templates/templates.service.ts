import type { InputOf, orderTemplateApi, OutputOf } from '@netward/contract'
import { mostOrderTemplates } from '@netward/contract/order-form-values'
import { capped } from '../../../platform/db/capped-count.ts'
import { changedFields } from '../../../platform/entity/changed-fields.ts'
import { AppError } from '../../../platform/errors.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import { namingConstraint, wrongField } from '../../../platform/http/wrong-field.ts'
import { customAfter } from '../fields/custom-values.ts'
import { orderFieldRepo } from '../fields/order-field.repo.ts'
import { orderRepo } from '../order.repo.ts'
import { type NewTemplate, templateRepo, type TemplateRow } from './template.repo.ts'

type Given = InputOf<typeof orderTemplateApi.addOrderTemplate>

const taken = { order_template_name: ['order_template.name_taken', 'name'] } as const

export async function pageOrderTemplates(
  ctx: RequestContext,
  query: InputOf<typeof orderTemplateApi.pageOrderTemplates>,
): Promise<OutputOf<typeof orderTemplateApi.pageOrderTemplates>> {
  const { items, total } = await templateRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function orderTemplateChoices(ctx: RequestContext): Promise<TemplateRow[]> {
  return templateRepo.all(ctx)
}

export async function addOrderTemplate(ctx: RequestContext, given: Given): Promise<{ id: string }> {
  if ((await templateRepo.lockAll(ctx)) >= mostOrderTemplates) throw new AppError('order_template.too_many')
  const values = await checked(ctx, given, null)
  const id = await namingConstraint(ctx, taken, () => templateRepo.save(ctx, null, values))
  await noted(ctx, 'added', id, { name: given.name, after: auditable(values) })
  return { id }
}

export async function editOrderTemplate(
  ctx: RequestContext,
  { templateId, ...given }: InputOf<typeof orderTemplateApi.editOrderTemplate>,
): Promise<null> {
  await templateRepo.lockAll(ctx)
  const before = await getTemplate(ctx, templateId)
  const values = await checked(ctx, given, before)
  const changed = changedFields(auditable(before), auditable(values))
  if (changed === null) return null
  await namingConstraint(ctx, taken, () => templateRepo.save(ctx, templateId, values))
  await noted(ctx, 'edited', templateId, { name: given.name, ...changed })
  return null
}

export async function deleteOrderTemplate(
  ctx: RequestContext,
  { templateId }: InputOf<typeof orderTemplateApi.deleteOrderTemplate>,
): Promise<null> {
  await templateRepo.lockAll(ctx)
  const before = await getTemplate(ctx, templateId)
  if (await templateRepo.isUsed(ctx, templateId)) throw new AppError('order_template.in_use')
  await templateRepo.delete(ctx, templateId)
  await noted(ctx, 'deleted', templateId, { name: before.name, before: auditable(before) })
  return null
}

async function getTemplate(ctx: RequestContext, id: string): Promise<TemplateRow> {
  const row = await templateRepo.find(ctx, id)
  if (row === undefined) throw new AppError('order_template.not_found')
  return row
}

/** Required values may be left to the person who makes the order. */
async function checked(
  ctx: RequestContext,
  { custom, assign, assigneeId, ...given }: Given,
  before: TemplateRow | null,
): Promise<NewTemplate> {
  const fields = (await orderFieldRepo.inUse(ctx, given.type)).map((field) => ({ ...field, required: false }))
  const person =
    assign !== 'person'
      ? null
      : assigneeId === null
        ? undefined
        : before?.assigneeId === assigneeId
          ? { personId: assigneeId, name: before.assigneeName ?? '' }
          : (await orderRepo.people(ctx, { personId: assigneeId }))[0]
  if (person === undefined)
    throw wrongField(
      ctx,
      assigneeId === null ? 'order_template.assignee_missing' : 'work_order.assignee_not_found',
      'assigneeId',
    )
  return {
    ...given,
    custom: { ...customAfter(ctx, fields, custom) },
    assign,
    assigneeId: person?.personId ?? null,
    assigneeName: person?.name ?? null,
  }
}

const auditable = ({ checklist, custom, tags, assigneeId: _id, ...values }: NewTemplate) => ({
  name: values.name,
  type: values.type,
  category: values.category,
  impact: values.impact,
  urgency: values.urgency,
  title: values.title,
  description: values.description,
  assign: values.assign,
  assigneeName: values.assigneeName,
  checklist: checklist.map(({ text, required }) => (required ? text : `(${text})`)).join('; '),
  custom: JSON.stringify(custom),
  tags: tags.join(', '),
})

async function noted(
  ctx: RequestContext,
  act: 'added' | 'edited' | 'deleted',
  subjectId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action: `order_template.${act}`, subjectKind: 'order_template', subjectId, detail })
}
