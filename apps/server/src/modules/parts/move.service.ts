import type { InputOf, OutputOf, partStockApi } from '@netward/contract'
import type { PartAct } from '@netward/contract/part-values'
import type { RequestContext } from '../../platform/http/context.ts'
import { namingConstraint, namingField, wrongField } from '../../platform/http/wrong-field.ts'
import { type Movement, notEnough, partLedgerRepo } from './part-ledger.repo.ts'
import { partModelRepo } from './part-model.repo.ts'
import { partSerialRepo, type SerialRow } from './part-serial.repo.ts'
import { requireOneWay, serialTwice } from './receive.service.ts'
import { heldWarehouse } from './warehouses.service.ts'

type Input = InputOf<typeof partStockApi.moveParts>

export async function moveParts(
  ctx: RequestContext,
  input: Input,
): Promise<OutputOf<typeof partStockApi.moveParts>> {
  const { act, warehouseId, note } = input
  const warehouse = await heldWarehouse(ctx, warehouseId)
  const { entries, name } =
    input.serials.length > 0 ? await bySerials(ctx, input) : await byQuantity(ctx, input)
  await addEntries(
    ctx,
    entries.map((entry) => ({ ...entry, warehouseId, note })),
  )
  const moved = entries.reduce((sum, { onHand, defective }) => sum + Math.abs(onHand || defective), 0)
  await ctx.audit({
    action: 'part.moved',
    subjectKind: 'part',
    detail: { name: `${warehouse.name} · ${name}`, act, pieces: moved, note },
  })
  return { moved }
}

/** Adds entries to the ledger; the database refuses what is not there. */
export async function addEntries(ctx: RequestContext, entries: readonly Movement[]): Promise<void> {
  await namingField(ctx, 'serials', ['part.serial_elsewhere', 'part.serial_needed'], () =>
    namingConstraint(ctx, notEnough, () => partLedgerRepo.add(ctx, entries)),
  )
  await ctx.emit('part.changed', null)
}

/** Pieces by their serial numbers. @throws AppError `part.serial_unknown`, naming the first one */
export async function piecesOf(
  ctx: RequestContext,
  serials: readonly string[],
  field = 'serials',
): Promise<SerialRow[]> {
  const twice = serialTwice(serials)
  if (twice !== undefined) throw wrongField(ctx, 'part.serial_twice', field, { serial: twice })
  const known = await partSerialRepo.known(ctx, serials)
  return serials.map((serial) => {
    const piece = known.get(serial.toUpperCase())
    if (piece === undefined) throw wrongField(ctx, 'part.serial_unknown', field, { serial })
    return piece
  })
}

/** What somebody takes from a warehouse: pieces by their serial numbers, or a quantity of a counted model. */
export async function wantedParts(
  ctx: RequestContext,
  {
    serials,
    modelId,
    quantity,
  }: {
    serials: readonly string[]
    modelId?: string | undefined
    quantity?: number | undefined
  },
): Promise<{ modelId: string; serialId: string | null; quantity: number; name: string }[]> {
  if (serials.length > 0)
    return (await piecesOf(ctx, serials)).map((piece) => ({
      modelId: piece.modelId,
      serialId: piece.id,
      quantity: 1,
      name: piece.modelName,
    }))
  const [model] = modelId === undefined ? [] : await partModelRepo.choices(ctx, { modelId })
  if (!model) throw wrongField(ctx, 'part_model.not_found', 'modelId')
  requireOneWay(ctx, model.serialised, [], quantity)
  return [{ modelId: model.id, serialId: null, quantity: quantity ?? 0, name: model.name }]
}

interface Entry {
  readonly kind: Movement['kind']
  readonly modelId: string
  readonly serialId: string | null
  readonly onHand: number
  readonly defective: number
}

async function bySerials(ctx: RequestContext, { act, serials, defective, quantity = -1 }: Input) {
  const pieces = await piecesOf(ctx, serials)
  const entries = pieces.map((piece): Entry => {
    const change = changeOf(act, act === 'return' ? defective : piece.defective, Math.sign(quantity))
    return { ...change, modelId: piece.modelId, serialId: piece.id }
  })
  const name =
    pieces.length === 1 ? pieces[0]!.serial : [...new Set(pieces.map((one) => one.modelName))].join(', ')
  return { entries, name }
}

async function byQuantity(ctx: RequestContext, { act, modelId, defective, quantity }: Input) {
  const [model] = modelId === undefined ? [] : await partModelRepo.choices(ctx, { modelId })
  if (!model) throw wrongField(ctx, 'part_model.not_found', 'modelId')
  requireOneWay(ctx, model.serialised, [], quantity)
  const change = changeOf(act, defective, quantity ?? 0)
  return { entries: [{ ...change, modelId: model.id, serialId: null }], name: model.name }
}

/** How an act changes the figures of the stock. `quantity` of a correction is signed. */
function changeOf(
  act: PartAct,
  defective: boolean,
  quantity: number,
): Pick<Entry, 'kind' | 'onHand' | 'defective'> {
  const some = Math.abs(quantity)
  if (act === 'defect') return { kind: 'regrade', onHand: -some, defective: some }
  if (act === 'recover') return { kind: 'regrade', onHand: some, defective: -some }
  const by = act === 'correct' ? quantity : act === 'return' ? some : -some
  return { kind: act, onHand: defective ? 0 : by, defective: defective ? by : 0 }
}
