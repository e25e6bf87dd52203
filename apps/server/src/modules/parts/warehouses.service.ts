import type { InputOf, OutputOf, partApi } from '@netward/contract'
import { mostWarehouses } from '@netward/contract/part-values'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { namingConstraint, refusingConstraint, wrongField } from '../../platform/http/wrong-field.ts'
import { partCsv } from './part-csv.ts'
import { partModelRepo } from './part-model.repo.ts'
import { type WarehouseInput, warehouseRepo } from './warehouse.repo.ts'

type Api = typeof partApi

const taken = { warehouse_name: ['warehouse.name_taken', 'name'] } as const

export async function pageWarehouses(
  ctx: RequestContext,
  query: InputOf<Api['pageWarehouses']>,
): Promise<OutputOf<Api['pageWarehouses']>> {
  const { items, total } = await warehouseRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function exportWarehouses(
  ctx: RequestContext,
  query: InputOf<Api['exportWarehouses']>,
): Promise<CsvAnswer> {
  const { items } = await warehouseRepo.page(ctx, { ...query, page: 1, pageSize: mostWarehouses })
  return partCsv(ctx, query, items, {
    name: 'shell.titles.warehouses',
    action: 'warehouse.exported',
    columns: {
      'parts.warehouse': ({ name }) => name,
      'parts.warehouseKind': ({ kind }) => ctx.phrase(`parts.warehouseKinds.${kind}`),
      'parts.keeper': ({ keeperName }) => keeperName,
      'parts.outlet': ({ outletName }) => outletName,
      'parts.address': ({ address }) => address,
      'parts.pieces': ({ pieces }) => String(pieces),
      'parts.shortModels': ({ short }) => String(short),
      'parts.note': ({ note }) => note,
    },
  })
}

export const warehouseChoices = (ctx: RequestContext): Promise<OutputOf<Api['warehouseChoices']>> =>
  warehouseRepo.choices(ctx)

export const warehouseKeepers = (ctx: RequestContext): Promise<OutputOf<Api['warehouseKeepers']>> =>
  warehouseRepo.keepers(ctx)

export async function addWarehouse(
  ctx: RequestContext,
  input: InputOf<Api['addWarehouse']>,
): Promise<{ id: string }> {
  if ((await warehouseRepo.count(ctx)) >= mostWarehouses) throw new AppError('warehouse.too_many')
  await check(ctx, input)
  const id = await namingConstraint(ctx, taken, () => warehouseRepo.insert(ctx, input))
  await noted(ctx, 'added', id, { name: input.name, after: input })
  return { id }
}

export async function editWarehouse(
  ctx: RequestContext,
  { warehouseId, ...input }: InputOf<Api['editWarehouse']>,
): Promise<null> {
  const before = await locked(ctx, warehouseId)
  const changed = changedFields<WarehouseInput>(before, input)
  if (changed === null) return null
  await check(ctx, input)
  await namingConstraint(ctx, taken, () => warehouseRepo.update(ctx, warehouseId, input))
  await noted(ctx, 'edited', warehouseId, { name: input.name, ...changed })
  return null
}

export async function deleteWarehouse(
  ctx: RequestContext,
  { warehouseId }: { warehouseId: string },
): Promise<null> {
  const { name } = await locked(ctx, warehouseId)
  try {
    await warehouseRepo.delete(ctx, warehouseId)
  } catch (error) {
    // A foreign key of what names it.
    throw refusingConstraint(error) === undefined ? error : new AppError('warehouse.in_use')
  }
  await noted(ctx, 'deleted', warehouseId, { name })
  return null
}

export async function setPartMinimum(
  ctx: RequestContext,
  input: InputOf<Api['setPartMinimum']>,
): Promise<null> {
  const { name } = await heldWarehouse(ctx, input.warehouseId)
  const model = await partModelRepo.lock(ctx, input.modelId)
  if (!model) throw wrongField(ctx, 'part_model.not_found', 'modelId')
  const before = await warehouseRepo.setMinimum(ctx, input)
  if (before === input.minimum) return null
  await ctx.audit({
    action: 'part_stock.minimum_set',
    subjectKind: 'part_stock',
    subjectId: input.modelId,
    detail: {
      name: `${name} · ${model.name}`,
      before: { minimum: before },
      after: { minimum: input.minimum },
    },
  })
  await ctx.emit('part.changed', null)
  return null
}

/** A warehouse in which parts are moved. */
export async function heldWarehouse(ctx: RequestContext, warehouseId: string, field = 'warehouseId') {
  const warehouse = await warehouseRepo.hold(ctx, warehouseId)
  if (!warehouse) throw wrongField(ctx, 'warehouse.not_found', field)
  return warehouse
}

async function locked(ctx: RequestContext, warehouseId: string) {
  const warehouse = await warehouseRepo.lock(ctx, warehouseId)
  if (!warehouse) throw new AppError('warehouse.not_found')
  return warehouse
}

async function check(ctx: RequestContext, { kind, outletId, keeperId }: WarehouseInput): Promise<void> {
  if (outletId !== null && !(await warehouseRepo.hasOutlet(ctx, outletId)))
    throw wrongField(ctx, 'warehouse.outlet_not_found', 'outletId')
  if (keeperId === null) {
    if (kind === 'car') throw wrongField(ctx, 'warehouse.keeper_needed', 'keeperId')
    return
  }
  if (!(await warehouseRepo.keepers(ctx)).some(({ id }) => id === keeperId))
    throw wrongField(ctx, 'warehouse.keeper_not_found', 'keeperId')
}

async function noted(
  ctx: RequestContext,
  act: 'added' | 'edited' | 'deleted',
  id: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action: `warehouse.${act}`, subjectKind: 'warehouse', subjectId: id, detail })
}
