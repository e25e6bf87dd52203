import type { InputOf, OutputOf, partStockApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { mostExported, partCsv } from './part-csv.ts'
import { type MovementRow, partMovementRepo } from './part-movement.repo.ts'
import { partSerialRepo } from './part-serial.repo.ts'
import { partStockRepo } from './part-stock.repo.ts'

type Api = typeof partStockApi

export async function pagePartStock(
  ctx: RequestContext,
  query: InputOf<Api['pagePartStock']>,
): Promise<OutputOf<Api['pagePartStock']>> {
  const { items, total } = await partStockRepo.page(ctx, query, query.pageSize)
  return { items, ...capped(total) }
}

export async function exportPartStock(
  ctx: RequestContext,
  query: InputOf<Api['exportPartStock']>,
): Promise<CsvAnswer> {
  const { items } = await partStockRepo.page(ctx, { ...query, page: 1 }, mostExported)
  return partCsv(ctx, query, items, {
    name: 'shell.titles.partStock',
    action: 'part_stock.exported',
    columns: {
      'parts.brand': ({ brand }) => brand,
      'parts.model': ({ modelName }) => modelName,
      'parts.category': ({ category }) => ctx.phrase(`parts.categories.${category}`),
      'parts.warehouse': ({ warehouseName }) => warehouseName,
      'parts.onHand': ({ onHand }) => String(onHand),
      'parts.reserved': ({ reserved }) => String(reserved),
      'parts.available': ({ available }) => String(available),
      'parts.defective': ({ defective }) => String(defective),
      'parts.inTransit': ({ inTransit }) => String(inTransit),
      'parts.inRepair': ({ inRepair }) => String(inRepair),
      'parts.minimum': ({ minimum }) => String(minimum),
    },
  })
}

export async function pagePartSerials(
  ctx: RequestContext,
  query: InputOf<Api['pagePartSerials']>,
): Promise<OutputOf<Api['pagePartSerials']>> {
  const { items, total } = await partSerialRepo.page(ctx, query, query.pageSize)
  return { items, ...capped(total) }
}

export async function exportPartSerials(
  ctx: RequestContext,
  query: InputOf<Api['exportPartSerials']>,
): Promise<CsvAnswer> {
  const { items } = await partSerialRepo.page(ctx, { ...query, page: 1 }, mostExported)
  return partCsv(ctx, query, items, {
    name: 'shell.titles.partSerials',
    action: 'part_serial.exported',
    columns: {
      'parts.serial': ({ serial }) => serial,
      'parts.brand': ({ brand }) => brand,
      'parts.model': ({ modelName }) => modelName,
      'parts.state': ({ state }) => ctx.phrase(`parts.states.${state}`),
      'parts.condition': ({ defective }) => ctx.phrase(defective ? 'parts.isDefective' : 'parts.isGood'),
      'parts.warehouse': ({ warehouseName }) => warehouseName,
      'parts.purchasedOn': ({ purchasedOn }) => purchasedOn,
      'parts.warrantyUntil': ({ warrantyUntil }) => warrantyUntil,
      'parts.supplier': ({ supplier }) => supplier,
      'parts.movedAt': ({ movedAt }) => movedAt,
    },
  })
}

export async function getPartSerial(
  ctx: RequestContext,
  { serialId }: InputOf<Api['getPartSerial']>,
): Promise<OutputOf<Api['getPartSerial']>> {
  const found = await partSerialRepo.find(ctx, serialId)
  if (found === undefined) throw new AppError('part.serial_not_found')
  return found
}

export async function editPartSerial(
  ctx: RequestContext,
  { serialId, ...input }: InputOf<Api['editPartSerial']>,
): Promise<null> {
  const before = await partSerialRepo.find(ctx, serialId)
  if (before === undefined) throw new AppError('part.serial_not_found')
  const changed = changedFields<typeof input>(before, input)
  if (changed === null) return null
  await partSerialRepo.edit(ctx, serialId, input)
  await ctx.audit({
    action: 'part_serial.edited',
    subjectKind: 'part_serial',
    subjectId: serialId,
    detail: { name: before.serial, ...changed },
  })
  await ctx.emit('part.changed', null)
  return null
}

export async function scanParts(
  ctx: RequestContext,
  { serials }: InputOf<Api['scanParts']>,
): Promise<OutputOf<Api['scanParts']>> {
  const known = await partSerialRepo.known(ctx, serials)
  return serials.map((serial) => ({ serial, part: known.get(serial.toUpperCase()) ?? null }))
}

export async function pagePartMovements(
  ctx: RequestContext,
  query: InputOf<Api['pagePartMovements']>,
): Promise<OutputOf<Api['pagePartMovements']>> {
  const { items, total } = await partMovementRepo.page(ctx, query, query.pageSize)
  return { items, ...capped(total) }
}

export async function exportPartMovements(
  ctx: RequestContext,
  query: InputOf<Api['exportPartMovements']>,
): Promise<CsvAnswer> {
  const { items } = await partMovementRepo.page(ctx, { ...query, page: 1 }, mostExported)
  return partCsv<MovementRow>(ctx, query, items, {
    name: 'shell.titles.partMovements',
    action: 'part_movement.exported',
    columns: {
      'parts.at': ({ at }) => at,
      'parts.kind': ({ kind }) => ctx.phrase(`parts.kinds.${kind}`),
      'parts.warehouse': ({ warehouseName }) => warehouseName,
      'parts.model': ({ modelName }) => modelName,
      'parts.serial': ({ serial }) => serial,
      'parts.onHand': ({ onHand }) => String(onHand),
      'parts.reserved': ({ reserved }) => String(reserved),
      'parts.defective': ({ defective }) => String(defective),
      'parts.supplier': ({ supplier }) => supplier,
      'parts.reference': ({ reference }) => reference,
      'parts.price': ({ unitPrice }) => unitPrice?.toFixed(2) ?? '',
      'parts.note': ({ note }) => note,
      'parts.actor': ({ actorName }) => actorName,
    },
  })
}
