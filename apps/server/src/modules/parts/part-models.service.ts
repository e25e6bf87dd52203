import type { InputOf, OutputOf, partApi } from '@netward/contract'
import { mostPartModels } from '@netward/contract/part-values'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { namingConstraint, refusingConstraint } from '../../platform/http/wrong-field.ts'
import { partCsv } from './part-csv.ts'
import { partModelRepo } from './part-model.repo.ts'

type Api = typeof partApi

const taken = { part_model_name: ['part_model.name_taken', 'name'] } as const

export async function pagePartModels(
  ctx: RequestContext,
  query: InputOf<Api['pagePartModels']>,
): Promise<OutputOf<Api['pagePartModels']>> {
  const { items, total } = await partModelRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function exportPartModels(
  ctx: RequestContext,
  query: InputOf<Api['exportPartModels']>,
): Promise<CsvAnswer> {
  const { items } = await partModelRepo.page(ctx, { ...query, page: 1, pageSize: mostPartModels })
  return partCsv(ctx, query, items, {
    name: 'shell.titles.partModels',
    action: 'part_model.exported',
    columns: {
      'parts.brand': ({ brand }) => brand,
      'parts.model': ({ name }) => name,
      'parts.category': ({ category }) => ctx.phrase(`parts.categories.${category}`),
      'parts.tracking': ({ serialised }) => ctx.phrase(serialised ? 'parts.serialised' : 'parts.counted'),
      'parts.warrantyMonths': ({ warrantyMonths }) => String(warrantyMonths),
      'parts.price': ({ price }) => price?.toFixed(2) ?? '',
      'parts.available': ({ available }) => String(available),
      'parts.note': ({ note }) => note,
    },
  })
}

export async function partModelChoices(
  ctx: RequestContext,
  query: InputOf<Api['partModelChoices']>,
): Promise<OutputOf<Api['partModelChoices']>> {
  return (await partModelRepo.choices(ctx, query)).map(
    ({ id, brand, name, serialised, warrantyMonths, price }) => ({
      id,
      brand,
      name,
      serialised,
      warrantyMonths,
      price,
    }),
  )
}

export async function addPartModel(
  ctx: RequestContext,
  input: InputOf<Api['addPartModel']>,
): Promise<{ id: string }> {
  if ((await partModelRepo.count(ctx)) >= mostPartModels) throw new AppError('part_model.too_many')
  const id = await namingConstraint(ctx, taken, () => partModelRepo.insert(ctx, input))
  await noted(ctx, 'added', id, { name: input.name, after: input })
  return { id }
}

export async function editPartModel(
  ctx: RequestContext,
  { modelId, ...input }: InputOf<Api['editPartModel']>,
): Promise<null> {
  const before = await locked(ctx, modelId)
  const changed = changedFields<typeof input>(before, input)
  if (changed === null) return null
  await namingConstraint(ctx, taken, () => partModelRepo.update(ctx, modelId, input))
  await noted(ctx, 'edited', modelId, { name: input.name, ...changed })
  return null
}

export async function deletePartModel(ctx: RequestContext, { modelId }: { modelId: string }): Promise<null> {
  const { name } = await locked(ctx, modelId)
  try {
    await partModelRepo.delete(ctx, modelId)
  } catch (error) {
    // A foreign key of what names it.
    throw refusingConstraint(error) === undefined ? error : new AppError('part_model.in_use')
  }
  await noted(ctx, 'deleted', modelId, { name })
  return null
}

async function locked(ctx: RequestContext, modelId: string) {
  const model = await partModelRepo.lock(ctx, modelId)
  if (!model) throw new AppError('part_model.not_found')
  return model
}

async function noted(
  ctx: RequestContext,
  act: 'added' | 'edited' | 'deleted',
  id: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action: `part_model.${act}`, subjectKind: 'part_model', subjectId: id, detail })
}
