import type { InputOf, OutputOf, partCountApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { namingConstraint, wrongField } from '../../platform/http/wrong-field.ts'
import { mostExported, partCsv } from './part-csv.ts'
import { addEntries } from './move.service.ts'
import { type CountRow, partCountRepo } from './part-count.repo.ts'
import type { Movement } from './part-ledger.repo.ts'
import { partModelRepo } from './part-model.repo.ts'
import { heldWarehouse } from './warehouses.service.ts'

type Api = typeof partCountApi

const running = { part_count_running: ['part_count.running', 'warehouseId'] } as const

export async function pagePartCounts(
  ctx: RequestContext,
  query: InputOf<Api['pagePartCounts']>,
): Promise<OutputOf<Api['pagePartCounts']>> {
  const { items, total } = await partCountRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function exportPartCounts(
  ctx: RequestContext,
  query: InputOf<Api['exportPartCounts']>,
): Promise<CsvAnswer> {
  const { items } = await partCountRepo.page(ctx, { ...query, page: 1, pageSize: mostExported })
  return partCsv(ctx, query, items, {
    name: 'shell.titles.partCounts',
    action: 'part_count.exported',
    columns: {
      'parts.warehouse': ({ warehouseName }) => warehouseName,
      'parts.countState': ({ state }) => ctx.phrase(`parts.countStates.${state}`),
      'parts.countStarted': ({ startedAt }) => startedAt,
      'parts.startedBy': ({ startedBy }) => startedBy,
      'parts.countEnded': ({ endedAt }) => endedAt,
      'parts.endedBy': ({ endedBy }) => endedBy,
      'parts.found': ({ found }) => String(found),
      'parts.lost': ({ lost }) => String(lost),
      'parts.reason': ({ reason }) => reason,
    },
  })
}

export async function startPartCount(
  ctx: RequestContext,
  { warehouseId }: InputOf<Api['startPartCount']>,
): Promise<{ id: string }> {
  const { name } = await heldWarehouse(ctx, warehouseId)
  const id = await namingConstraint(ctx, running, () => partCountRepo.insert(ctx, warehouseId))
  await noted(ctx, 'started', id, { name })
  await ctx.emit('part.changed', null)
  return { id }
}

export async function getPartCount(
  ctx: RequestContext,
  { countId }: InputOf<Api['getPartCount']>,
): Promise<OutputOf<Api['getPartCount']>> {
  const count = await partCountRepo.find(ctx, countId)
  if (!count) throw new AppError('part_count.not_found')
  const isOver = count.state !== 'running'
  const missing = isOver ? [] : await partCountRepo.missing(ctx, count)
  const unexpected = isOver ? [] : await partCountRepo.unexpected(ctx, count)
  return {
    ...count,
    models: await partCountRepo.models(ctx, count),
    missing: missing.map(({ serialId, serial, modelName }) => ({ serialId, serial, modelName })),
    unexpected: unexpected.map(({ serialId, serial, modelName, state, warehouseName }) => ({
      serialId,
      serial,
      modelName,
      state,
      warehouseName,
    })),
  }
}

export async function countParts(
  ctx: RequestContext,
  { countId, serials, modelId, quantity }: InputOf<Api['countParts']>,
): Promise<null> {
  const count = await open(ctx, countId)
  if (serials.length > 0) await partCountRepo.addSerials(ctx, countId, serials)
  else {
    const [model] = modelId === undefined ? [] : await partModelRepo.choices(ctx, { modelId })
    if (!model) throw wrongField(ctx, 'part_model.not_found', 'modelId')
    if (model.serialised) throw wrongField(ctx, 'part.serial_needed', 'serials')
    if (quantity === undefined) throw wrongField(ctx, 'part.quantity_needed', 'quantity')
    await partCountRepo.setQuantity(ctx, count, model.id, quantity)
  }
  await noted(ctx, 'entered', countId, { name: count.warehouseName, pieces: quantity ?? serials.length })
  await ctx.emit('part.changed', null)
  return null
}

/** Differences become corrections: what is missing is lost, what is found elsewhere moves here. */
export async function endPartCount(
  ctx: RequestContext,
  { countId, act, reason }: InputOf<Api['endPartCount']>,
): Promise<OutputOf<Api['endPartCount']>> {
  const count = await open(ctx, countId)
  if (act === 'confirm' && reason === '') throw wrongField(ctx, 'part_count.reason_needed', 'reason')
  const { found, lost } = act === 'confirm' ? await correct(ctx, count, reason) : { found: 0, lost: 0 }
  const state = act === 'confirm' ? 'confirmed' : 'cancelled'
  await partCountRepo.end(ctx, countId, { state, reason, found, lost })
  await noted(ctx, 'ended', countId, { name: count.warehouseName, act, found, lost, reason })
  await ctx.emit('part.changed', null)
  return { found, lost }
}

async function correct(ctx: RequestContext, count: CountRow, note: string) {
  const { warehouseId } = count
  const differing = (await partCountRepo.models(ctx, count))
    .filter(({ serialised, counted }) => !serialised && counted !== null)
    .map(({ modelId, expected, counted }) => ({ modelId, by: (counted ?? 0) - expected }))
    .filter(({ by }) => by !== 0)
  const missing = await partCountRepo.missing(ctx, count)
  const elsewhere = (await partCountRepo.unexpected(ctx, count)).flatMap((piece) =>
    piece.serialId !== null && piece.modelId !== null && mayMove(piece)
      ? [{ ...piece, serialId: piece.serialId, modelId: piece.modelId }]
      : [],
  )
  const entry = { kind: 'correct' as const, note }
  const taken: Movement[] = [
    ...differing
      .filter(({ by }) => by < 0)
      .map(({ modelId, by }) => ({ ...entry, warehouseId, modelId, onHand: by })),
    ...missing.map(({ serialId, modelId }) => ({ ...entry, warehouseId, modelId, serialId, onHand: -1 })),
    ...elsewhere.flatMap(({ serialId, modelId, warehouseId: other }) =>
      other === null ? [] : [{ ...entry, warehouseId: other, modelId, serialId, onHand: -1 }],
    ),
  ]
  const added: Movement[] = [
    ...differing
      .filter(({ by }) => by > 0)
      .map(({ modelId, by }) => ({ ...entry, warehouseId, modelId, onHand: by })),
    ...elsewhere.map(({ serialId, modelId }) => ({ ...entry, warehouseId, modelId, serialId, onHand: 1 })),
  ]
  // A piece leaves the other warehouse before it is here.
  if (taken.length > 0) await addEntries(ctx, taken)
  if (added.length > 0) await addEntries(ctx, added)
  const sum = (entries: readonly Movement[]) =>
    entries.reduce((total, { onHand = 0 }) => total + Math.abs(onHand), 0)
  return { found: sum(added), lost: sum(taken) }
}

/** Those on the way, in repair or reserved are settled by who moves them. */
const mayMove = ({ state, defective }: { state: string | null; defective: boolean | null }) =>
  state === 'lost' ||
  state === 'in_use' ||
  state === 'scrapped' ||
  (state === 'in_stock' && defective === false)

async function open(ctx: RequestContext, countId: string): Promise<CountRow> {
  const count = await partCountRepo.lock(ctx, countId)
  if (!count) throw new AppError('part_count.not_found')
  if (count.state !== 'running') throw new AppError('part_count.over')
  return count
}

async function noted(
  ctx: RequestContext,
  act: 'started' | 'entered' | 'ended',
  id: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action: `part_count.${act}`, subjectKind: 'part_count', subjectId: id, detail })
}
