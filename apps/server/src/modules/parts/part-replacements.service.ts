import type { InputOf, OutputOf, partOrderApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { namingConstraint, wrongField } from '../../platform/http/wrong-field.ts'
import { heldPermissions } from '../identity/index.ts'
import { addEntries } from './move.service.ts'
import { partLedgerRepo } from './part-ledger.repo.ts'
import { partModelRepo } from './part-model.repo.ts'
import { type OrderInSight, type PartReservation, partOrderRepo } from './part-order.repo.ts'
import { type BrokenDevice, partReplacementRepo, type ReplacementRow } from './part-replacement.repo.ts'
import { partSerialRepo } from './part-serial.repo.ts'
import { heldWarehouse } from './warehouses.service.ts'

type Api = typeof partOrderApi
/** What takes the place of a device. */
type Piece = Pick<PartReservation, 'brand' | 'modelName'> & { readonly serial: string }
type Back = NonNullable<InputOf<Api['replaceOrderDevice']>['back']>

export async function replacementsOfOrder(
  ctx: RequestContext,
  { orderId }: InputOf<Api['replacementsOfOrder']>,
): Promise<OutputOf<Api['replacementsOfOrder']>> {
  if (!(await partOrderRepo.order(ctx, orderId))) throw new AppError('work_order.not_found')
  const returns = (await heldPermissions(ctx)).includes('DMS_SERVER_PART')
    ? await partReplacementRepo.returns(ctx, orderId)
    : []
  return (await partReplacementRepo.ofOrder(ctx, orderId)).map(({ oldSince: _since, ...row }) => {
    const back = returns.find(({ replacementId }) => replacementId === row.id)
    if (back === undefined) return { ...row, returned: null }
    const { replacementId: _replacement, ...returned } = back
    return { ...row, returned }
  })
}

export async function brokenOfOrder(
  ctx: RequestContext,
  { orderId }: InputOf<Api['brokenOfOrder']>,
): Promise<OutputOf<Api['brokenOfOrder']>> {
  const order = await partOrderRepo.order(ctx, orderId)
  if (!order) throw new AppError('work_order.not_found')
  const device = await partReplacementRepo.broken(ctx, order)
  if (device?.state !== 'claimed') return null
  const { id, name, serial, type } = device
  return { id, name, serial, isGateway: type === 'smart_cpe' }
}

/**
 * The piece belongs to the company acted in, the device to that of the order, which may be below: each changes in its company, by a
 * transaction of its own. The first one only reads: a return that would be refused keeps the device. The second replaces the device and
 * records it. If the third fails, neither of its two writes is made and both are still possible: the piece is issued when the order is
 * resolved, and the broken device waits for its return.
 */
export async function replaceOrderDevice(
  ctx: SeveralTransactions,
  { orderId, reservationId, shared, back }: InputOf<Api['replaceOrderDevice']>,
): Promise<OutputOf<Api['replaceOrderDevice']>> {
  const piece = await ctx.inTransaction(null, async (own) => {
    const { order, piece: reserved } = await reservedPiece(own, orderId, { reservationId, shared })
    const device = back === undefined ? undefined : await partReplacementRepo.broken(own, order)
    if (back !== undefined) await heldWarehouse(own, back.warehouseId)
    if (back !== undefined && device !== undefined) await placeOfBroken(own, device.serial, back)
    return reserved
  })
  const made = await inSubjectCompany(
    ctx,
    {
      owner: async (outside) => (await partOrderRepo.order(outside, orderId))?.companyId,
      missing: 'work_order.not_found',
    },
    async (inside) => {
      const device = await partReplacementRepo.broken(inside, {
        id: orderId,
        companyId: inside.scope.companyId,
      })
      if (device === undefined) throw new AppError('part_replacement.no_device')
      const newDeviceId = await replaced(inside, device, piece)
      const successor = { id: newDeviceId, serial: piece.serial }
      const id = await partReplacementRepo.insert(inside, orderId, device, successor)
      await inside.audit({
        action: 'part_replacement.made',
        subjectKind: 'device',
        subjectId: device.id,
        detail: {
          name: device.name,
          serialNumber: device.serial,
          by: newDeviceId,
          newSerialNumber: piece.serial,
        },
      })
      return { id, newDeviceId }
    },
  )
  await ctx.inTransaction(null, async (own) => {
    await (shared
      ? partReplacementRepo.issueShared(own, reservationId)
      : partOrderRepo.issue(own, reservationId))
    if (back !== undefined) await takeBack(own, orderId, made.id, back)
  })
  return made
}

export async function returnBroken(
  ctx: RequestContext,
  { orderId, replacementId, ...back }: InputOf<Api['returnBroken']>,
): Promise<null> {
  if (!(await partOrderRepo.order(ctx, orderId))) throw new AppError('work_order.not_found')
  await takeBack(ctx, orderId, replacementId, back)
  return null
}

async function reservedPiece(
  ctx: RequestContext,
  orderId: string,
  { reservationId, shared }: { reservationId: string; shared: boolean },
): Promise<{ order: OrderInSight; piece: Piece }> {
  const order = await partOrderRepo.order(ctx, orderId)
  if (!order) throw new AppError('work_order.not_found')
  if (['resolved', 'closed', 'cancelled'].includes(order.state)) throw new AppError('part.order_over')
  const found = await (shared
    ? partReplacementRepo.sharedPiece(ctx, orderId, reservationId)
    : partOrderRepo.lock(ctx, orderId, reservationId))
  if (!found) throw new AppError('part.reservation_not_found')
  if (found.state !== 'reserved') throw new AppError('part.reservation_over')
  const { serial } = found
  if (serial === null) throw new AppError('part.serial_needed')
  return { order, piece: { ...found, serial } }
}

/** @returns the device that took its place */
async function replaced(ctx: RequestContext, device: BrokenDevice, piece: Piece): Promise<string> {
  const isGateway = device.type === 'smart_cpe'
  const needed = isGateway ? 'DMS_SERVER_DEVICE_CLAIM' : 'DMS_SERVER_DEVICE_EDIT'
  if (!(await heldPermissions(ctx)).includes(needed)) throw new AppError('permission.denied')
  if (!isGateway) return partReplacementRepo.replaceEquipment(ctx, device.id, piece)
  const gateway = await partReplacementRepo.placelessGateway(ctx, piece.serial)
  if (gateway === undefined)
    throw new AppError('part_replacement.gateway_needed', { params: { serial: piece.serial } })
  await partReplacementRepo.replaceGateway(ctx, device.id, gateway)
  return gateway
}

/** The broken device enters a warehouse of the company acted in, as defective. */
async function takeBack(
  ctx: RequestContext,
  orderId: string,
  replacementId: string,
  back: Back,
): Promise<void> {
  const order = await partOrderRepo.hold(ctx, orderId)
  const replacement = (await partReplacementRepo.ofOrder(ctx, orderId)).find(({ id }) => id === replacementId)
  if (order === undefined || replacement === undefined) throw new AppError('part_replacement.not_found')
  const earlier = await partReplacementRepo.returns(ctx, orderId)
  if (earlier.some((one) => one.replacementId === replacementId))
    throw new AppError('part_replacement.returned')
  const { warehouseId, note } = back
  const warehouse = await heldWarehouse(ctx, warehouseId)
  const place = await placeOfBroken(ctx, replacement.oldSerial, back)
  const { serial } = place
  const piece = {
    modelId: place.modelId,
    serialId: place.serialId ?? (await newSerial(ctx, replacement, place)),
  }
  await addEntries(ctx, [
    { ...piece, kind: 'return', warehouseId, defective: 1, replacementId, note, ...linkOf(order) },
  ])
  await ctx.audit({
    action: 'part_replacement.returned',
    subjectKind: 'part',
    detail: { name: serial, warehouse: warehouse.name, device: replacement.name },
  })
}

const linkOf = ({ companyId, id, number }: OrderInSight) => ({
  orderCompanyId: companyId,
  orderId: id,
  orderNumber: number,
})

/** The stock entry of a broken device. `serialId` null: it never was in stock, and enters it as a new serial number of the model. */
async function placeOfBroken(
  ctx: RequestContext,
  oldSerial: string,
  { serial: given, modelId }: Pick<Back, 'serial' | 'modelId'>,
): Promise<{ serial: string; modelId: string; serialId: string | null }> {
  const serial = oldSerial === '' ? given : oldSerial
  if (serial === undefined) throw wrongField(ctx, 'part.serial_needed', 'serial')
  const known = (await partSerialRepo.known(ctx, [serial])).get(serial.toUpperCase())
  if (known !== undefined) return { serial, modelId: known.modelId, serialId: known.id }
  const [model] = modelId === undefined ? [] : await partModelRepo.choices(ctx, { modelId })
  if (model?.serialised !== true) throw wrongField(ctx, 'part_model.not_found', 'modelId')
  return { serial, modelId: model.id, serialId: null }
}

async function newSerial(
  ctx: RequestContext,
  { oldSince }: ReplacementRow,
  { serial, modelId }: { serial: string; modelId: string },
): Promise<string> {
  const values = { modelId, serial, purchasedOn: oldSince, warrantyUntil: null, supplier: '' }
  const [serialId] = await namingConstraint(
    ctx,
    { part_serial_number: ['part.serial_known', 'serial'] },
    () => partLedgerRepo.addSerials(ctx, [values]),
  )
  return serialId!
}
