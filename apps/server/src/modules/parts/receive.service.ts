import type { InputOf, OutputOf, partStockApi } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { namingConstraint, wrongField } from '../../platform/http/wrong-field.ts'
import { partLedgerRepo } from './part-ledger.repo.ts'
import { partModelRepo } from './part-model.repo.ts'
import { partSerialRepo } from './part-serial.repo.ts'
import { heldWarehouse } from './warehouses.service.ts'

type Input = InputOf<typeof partStockApi.receiveParts>

/** What arrives of one model: by its serial numbers, or by quantity. */
export interface Receipt {
  readonly modelId: string
  readonly serials: readonly string[]
  readonly quantity: number
  readonly supplier: string
  readonly reference: string
  readonly purchasedOn: string | null
  readonly warrantyUntil: string | null
  readonly unitPrice: number | null
  readonly note: string
}

export async function receiveParts(
  ctx: RequestContext,
  { warehouseId, modelId, serials, quantity, purchasedOn, warrantyUntil, ...more }: Input,
): Promise<OutputOf<typeof partStockApi.receiveParts>> {
  const warehouse = await heldWarehouse(ctx, warehouseId)
  const [model] = await partModelRepo.choices(ctx, { modelId })
  if (!model) throw wrongField(ctx, 'part_model.not_found', 'modelId')
  requireOneWay(ctx, model.serialised, serials, quantity)
  await requireNew(ctx, serials)
  const received = model.serialised ? serials.length : (quantity ?? 0)
  await receive(ctx, warehouseId, [
    {
      ...more,
      modelId,
      serials,
      quantity: received,
      purchasedOn: purchasedOn ?? null,
      warrantyUntil: warrantyUntil ?? null,
    },
  ])
  await ctx.audit({
    action: 'part.received',
    subjectKind: 'part',
    subjectId: modelId,
    detail: { name: `${warehouse.name} · ${model.name}`, pieces: received, reference: more.reference },
  })
  return { received }
}

/** Enters receipts, in a locked warehouse. */
export async function receive(
  ctx: RequestContext,
  warehouseId: string,
  receipts: readonly Receipt[],
): Promise<void> {
  const pieces = receipts.flatMap((receipt) => receipt.serials.map((serial) => ({ ...receipt, serial })))
  const ids = await namingConstraint(ctx, { part_serial_number: ['part.serial_known', 'serials'] }, () =>
    partLedgerRepo.addSerials(
      ctx,
      pieces.map(({ modelId, serial, purchasedOn, warrantyUntil, supplier }) => ({
        modelId,
        serial,
        purchasedOn,
        warrantyUntil,
        supplier,
      })),
    ),
  )
  const entry = (
    { modelId, supplier, reference, unitPrice, note }: Receipt,
    serialId: string | null,
    onHand: number,
  ) => ({
    kind: 'receive' as const,
    warehouseId,
    modelId,
    supplier,
    reference,
    unitPrice,
    note,
    serialId,
    onHand,
  })
  await partLedgerRepo.add(ctx, [
    ...pieces.map((piece, index) => entry(piece, ids[index]!, 1)),
    ...receipts
      .filter(({ serials }) => serials.length === 0)
      .map((receipt) => entry(receipt, null, receipt.quantity)),
  ])
  await ctx.emit('part.changed', null)
}

/** A model is moved by serial numbers, or by quantity. */
export function requireOneWay(
  ctx: RequestContext,
  serialised: boolean,
  serials: readonly string[],
  quantity: number | undefined,
): void {
  if (serialised && serials.length === 0) throw wrongField(ctx, 'part.serial_needed', 'serials')
  if (!serialised && (serials.length > 0 || quantity === undefined))
    throw wrongField(ctx, 'part.quantity_needed', 'quantity')
  const twice = serialTwice(serials)
  if (twice !== undefined) throw wrongField(ctx, 'part.serial_twice', 'serials', { serial: twice })
}

/** The first serial number that is listed twice. */
export function serialTwice(serials: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return serials.find((serial) => seen.size === seen.add(serial.toUpperCase()).size)
}

async function requireNew(ctx: RequestContext, serials: readonly string[]): Promise<void> {
  const [known] = (await partSerialRepo.known(ctx, serials)).values()
  if (known !== undefined) throw wrongField(ctx, 'part.serial_known', 'serials', { serial: known.serial })
}
