import type { InputOf, OutputOf, partOrderApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { addEntries, wantedParts } from './move.service.ts'
import { type PartReservation, partOrderRepo } from './part-order.repo.ts'
import { heldWarehouse } from './warehouses.service.ts'

type Api = typeof partOrderApi

export async function partsOfOrder(
  ctx: RequestContext,
  { orderId }: InputOf<Api['partsOfOrder']>,
): Promise<OutputOf<Api['partsOfOrder']>> {
  if (!(await partOrderRepo.order(ctx, orderId))) throw new AppError('work_order.not_found')
  return partOrderRepo.ofOrder(ctx, orderId)
}

/** From a warehouse of the company acted in, also for an order of a company below. */
export async function reserveParts(
  ctx: RequestContext,
  { orderId, warehouseId, serials, modelId, quantity }: InputOf<Api['reserveParts']>,
): Promise<OutputOf<Api['reserveParts']>> {
  const order = await partOrderRepo.hold(ctx, orderId)
  if (!order) throw new AppError('work_order.not_found')
  if (['resolved', 'closed', 'cancelled'].includes(order.state)) throw new AppError('part.order_over')
  const warehouse = await heldWarehouse(ctx, warehouseId)
  const wanted = await wantedParts(ctx, { serials, modelId, quantity })
  const link = { orderCompanyId: order.companyId, orderId, orderNumber: order.number }
  await addEntries(
    ctx,
    wanted.map(({ modelId: model, serialId, quantity: reserved }) => ({
      ...link,
      kind: 'reserve',
      warehouseId,
      modelId: model,
      serialId,
      reserved,
    })),
  )
  await partOrderRepo.insert(
    ctx,
    order,
    wanted.map((one) => ({ ...one, warehouseId })),
  )
  const reserved = wanted.reduce((sum, one) => sum + one.quantity, 0)
  await noted(ctx, 'reserved', order.number, {
    warehouse: warehouse.name,
    models: [...new Set(wanted.map(({ name }) => name))],
    pieces: reserved,
  })
  return { reserved }
}

export async function setPartUsed(
  ctx: RequestContext,
  { orderId, reservationId, used }: InputOf<Api['setPartUsed']>,
): Promise<null> {
  const order = await partOrderRepo.hold(ctx, orderId)
  const reservation = await open(ctx, orderId, reservationId)
  if (used > reservation.quantity) throw wrongField(ctx, 'part.used_too_many', 'used')
  if (used === reservation.used) return null
  await partOrderRepo.setUsed(ctx, reservationId, used)
  await noted(ctx, 'used_set', order?.number, {
    model: reservation.modelName,
    before: { used: reservation.used },
    after: { used },
  })
  await ctx.emit('part.changed', null)
  return null
}

export async function freeParts(
  ctx: RequestContext,
  { orderId, reservationId }: InputOf<Api['freeParts']>,
): Promise<null> {
  const order = await partOrderRepo.hold(ctx, orderId)
  const reservation = await open(ctx, orderId, reservationId)
  if (!(await partOrderRepo.free(ctx, reservationId))) throw new AppError('part.reservation_over')
  await noted(ctx, 'freed', order?.number, {
    model: reservation.modelName,
    ...(reservation.serial !== null && { serial: reservation.serial }),
    pieces: reservation.quantity,
  })
  return null
}

async function open(ctx: RequestContext, orderId: string, id: string): Promise<PartReservation> {
  const found = await partOrderRepo.lock(ctx, orderId, id)
  if (!found) throw new AppError('part.reservation_not_found')
  if (found.state !== 'reserved') throw new AppError('part.reservation_over')
  return found
}

async function noted(
  ctx: RequestContext,
  act: 'reserved' | 'used_set' | 'freed',
  number: number | undefined,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({
    action: `part.${act}`,
    subjectKind: 'part',
    detail: { ...(number !== undefined && { name: `#${number}` }), ...detail },
  })
}
