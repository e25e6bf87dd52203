import type { InputOf, OutputOf, orderFieldApi } from '@netward/contract'
import { orderFieldLimits } from '@netward/contract/order-form-values'
import { changedFields } from '../../../platform/entity/changed-fields.ts'
import { AppError } from '../../../platform/errors.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import { wrongField } from '../../../platform/http/wrong-field.ts'
import { orderRepo } from '../order.repo.ts'
import { type OrderField, orderFieldRepo } from './order-field.repo.ts'

type Given = Pick<
  InputOf<typeof orderFieldApi.editOrderField>,
  'labelZh' | 'labelEn' | 'required' | 'options'
>

/** What is not visible has no fields either. */
export async function listOrderFields(
  ctx: RequestContext,
  { orderId, ...about }: InputOf<typeof orderFieldApi.listOrderFields>,
): Promise<OutputOf<typeof orderFieldApi.listOrderFields>> {
  const companyId =
    orderId !== undefined
      ? await orderRepo.owner(ctx, orderId)
      : Object.keys(about).length > 0
        ? (await orderRepo.subject(ctx, about))?.companyId
        : ctx.scope.companyId
  return companyId === undefined ? [] : orderFieldRepo.all(ctx, companyId)
}

export async function addOrderField(
  ctx: RequestContext,
  { type, kind, ...given }: InputOf<typeof orderFieldApi.addOrderField>,
): Promise<{ id: string }> {
  const all = await orderFieldRepo.lockAll(ctx)
  requireRoom(all, type)
  requireLabel(ctx, all, { id: null, type }, given)
  const values = { type, kind, ...given, options: optionsOf(ctx, kind, [], given.options) }
  const id = await orderFieldRepo.insert(ctx, values)
  await noted(ctx, 'added', id, { name: nameOf(given), after: auditable(values) })
  return { id }
}

export async function editOrderField(
  ctx: RequestContext,
  { fieldId, ...given }: InputOf<typeof orderFieldApi.editOrderField>,
): Promise<null> {
  const { all, field } = await locked(ctx, fieldId)
  if (!field.archived) requireLabel(ctx, all, field, given)
  const values = { ...given, options: optionsOf(ctx, field.kind, field.options, given.options) }
  const changed = changedFields(auditable(field), auditable({ ...field, ...values }))
  if (changed === null) return null
  await orderFieldRepo.edit(ctx, fieldId, values)
  await noted(ctx, 'edited', fieldId, { name: nameOf(given), ...changed })
  return null
}

export async function archiveOrderField(
  ctx: RequestContext,
  { fieldId, archived }: InputOf<typeof orderFieldApi.archiveOrderField>,
): Promise<null> {
  const { all, field } = await locked(ctx, fieldId)
  if (field.archived === archived) return null
  if (!archived) {
    requireRoom(all, field.type)
    requireLabel(ctx, all, field, field)
  }
  await orderFieldRepo.archive(ctx, fieldId, archived)
  await noted(ctx, 'archived', fieldId, {
    name: nameOf(field),
    before: { archived: !archived },
    after: { archived },
  })
  return null
}

export async function moveOrderField(
  ctx: RequestContext,
  { fieldId, to }: InputOf<typeof orderFieldApi.moveOrderField>,
): Promise<null> {
  const { all, field } = await locked(ctx, fieldId)
  const row = all.filter(({ type, archived }) => type === field.type && archived === field.archived)
  const other = row[row.indexOf(field) + (to === 'up' ? -1 : 1)]
  if (other === undefined) return null
  await orderFieldRepo.exchange(ctx, fieldId, other.id)
  await noted(ctx, 'moved', fieldId, { name: nameOf(field), to })
  return null
}

async function locked(ctx: RequestContext, id: string): Promise<{ all: OrderField[]; field: OrderField }> {
  const all = await orderFieldRepo.lockAll(ctx)
  const field = all.find((one) => one.id === id)
  if (field === undefined) throw new AppError('order_field.not_found')
  return { all, field }
}

function requireRoom(all: readonly OrderField[], type: string): void {
  const used = all.filter((one) => one.type === type && !one.archived)
  if (used.length >= orderFieldLimits.fields) throw new AppError('order_field.too_many')
}

/** Columns of a file of orders are recognised by their labels. */
function requireLabel(
  ctx: RequestContext,
  all: readonly OrderField[],
  { id, type }: { id: string | null; type: string },
  { labelZh, labelEn }: Pick<Given, 'labelZh' | 'labelEn'>,
): void {
  if (labelZh === '' && labelEn === '') throw wrongField(ctx, 'order_field.label_missing', 'labelZh')
  const others = all.filter((one) => one.id !== id && one.type === type && !one.archived)
  const isTaken = (label: string) =>
    label !== '' &&
    others.some((one) =>
      [one.labelZh, one.labelEn].some((text) => text.toLowerCase() === label.toLowerCase()),
    )
  if (isTaken(labelZh)) throw wrongField(ctx, 'order_field.label_taken', 'labelZh')
  if (isTaken(labelEn)) throw wrongField(ctx, 'order_field.label_taken', 'labelEn')
}

/** Keys are never used again: orders keep them. */
function optionsOf(
  ctx: RequestContext,
  kind: OrderField['kind'],
  before: OrderField['options'],
  given: Given['options'],
): OrderField['options'] {
  if (kind !== 'choice') return []
  if (given.length === 0) throw wrongField(ctx, 'order_field.options_missing', 'options')
  let last = Math.max(0, ...before.map(({ key }) => Number(key)))
  const known = new Set(before.map(({ key }) => key))
  const kept = given.map(({ key, labelZh, labelEn }, index) => {
    if (labelZh === '' && labelEn === '')
      throw wrongField(ctx, 'order_field.label_missing', `options.${index}.labelZh`)
    const own = key !== undefined && known.has(key) ? key : String(++last)
    return { key: own, labelZh, labelEn, archived: false }
  })
  const gone = before.filter(({ key }) => kept.every((one) => one.key !== key))
  return [...kept, ...gone.map((one) => ({ ...one, archived: true }))]
}

const nameOf = ({ labelZh, labelEn }: Pick<Given, 'labelZh' | 'labelEn'>) => labelZh || labelEn

const auditable = ({
  type,
  kind,
  labelZh,
  labelEn,
  required,
  options,
}: Omit<OrderField, 'id' | 'archived'>) => ({
  type,
  kind,
  labelZh,
  labelEn,
  required,
  options: options.flatMap((one) => (one.archived ? [] : [nameOf(one)])).join(', '),
})

async function noted(
  ctx: RequestContext,
  act: 'added' | 'edited' | 'archived' | 'moved',
  subjectId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action: `order_field.${act}`, subjectKind: 'order_field', subjectId, detail })
}
