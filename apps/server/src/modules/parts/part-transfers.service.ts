import type { InputOf, OutputOf, partTransferApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { addEntries, wantedParts } from './move.service.ts'
import { mostExported, partCsv } from './part-csv.ts'
import type { Movement } from './part-ledger.repo.ts'
import { partTransferRepo } from './part-transfer.repo.ts'
import { heldWarehouse } from './warehouses.service.ts'

type Api = typeof partTransferApi

export async function pagePartTransfers(
  ctx: RequestContext,
  query: InputOf<Api['pagePartTransfers']>,
): Promise<OutputOf<Api['pagePartTransfers']>> {
  const { items, total } = await partTransferRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function exportPartTransfers(
  ctx: RequestContext,
  query: InputOf<Api['exportPartTransfers']>,
): Promise<CsvAnswer> {
  const { items } = await partTransferRepo.page(ctx, { ...query, page: 1, pageSize: mostExported })
  return partCsv(ctx, query, items, {
    name: 'shell.titles.partTransfers',
    action: 'part_transfer.exported',
    columns: {
      'parts.transferFrom': ({ fromName }) => fromName,
      'parts.transferTo': ({ toName }) => toName,
      'parts.transferState': ({ state }) => ctx.phrase(`parts.transferStates.${state}`),
      'parts.transferPieces': ({ pieces }) => String(pieces),
      'parts.lost': ({ lost }) => String(lost),
      'parts.sentAt': ({ sentAt }) => sentAt,
      'parts.sentBy': ({ sentBy }) => sentBy,
      'parts.receivedAt': ({ receivedAt }) => receivedAt,
      'parts.receivedBy': ({ receivedBy }) => receivedBy,
      'parts.trackingNumber': ({ tracking }) => tracking,
      'parts.note': ({ note }) => note,
      'parts.lossReason': ({ lossReason }) => lossReason,
    },
  })
}

export async function getPartTransfer(
  ctx: RequestContext,
  { transferId }: InputOf<Api['getPartTransfer']>,
): Promise<OutputOf<Api['getPartTransfer']>> {
  const found = await partTransferRepo.find(ctx, transferId)
  if (!found) throw new AppError('part_transfer.not_found')
  return { ...found, lines: await partTransferRepo.lines(ctx, transferId) }
}

export async function sendPartTransfer(
  ctx: RequestContext,
  input: InputOf<Api['sendPartTransfer']>,
): Promise<{ id: string }> {
  const { fromId, toId, note } = input
  if (fromId === toId) throw wrongField(ctx, 'part_transfer.same_warehouse', 'toId')
  const from = await heldWarehouse(ctx, fromId, 'fromId')
  const to = await heldWarehouse(ctx, toId, 'toId')
  const lines = await wantedParts(ctx, input)
  await addEntries(
    ctx,
    lines.map(({ modelId, serialId, quantity }) => ({
      kind: 'send',
      warehouseId: fromId,
      modelId,
      serialId,
      onHand: -quantity,
      inTransit: quantity,
      note,
    })),
  )
  const id = await partTransferRepo.insert(ctx, input, lines)
  await noted(ctx, 'sent', id, {
    name: `${from.name} → ${to.name}`,
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  })
  return { id }
}

/** What arrives leaves the way from the first warehouse and enters the second; what is missing is lost. */
export async function receivePartTransfer(
  ctx: RequestContext,
  { transferId, missing, lossReason }: InputOf<Api['receivePartTransfer']>,
): Promise<null> {
  const transfer = await partTransferRepo.lock(ctx, transferId)
  if (!transfer) throw new AppError('part_transfer.not_found')
  if (transfer.state === 'received') throw new AppError('part_transfer.over')
  const lines = await partTransferRepo.lines(ctx, transferId)
  const lost = new Map(missing.map(({ lineId, quantity }) => [lineId, quantity]))
  for (const [index, { lineId, quantity }] of missing.entries())
    if ((lines.find(({ id }) => id === lineId)?.quantity ?? 0) < quantity)
      throw wrongField(ctx, 'part_transfer.line_not_found', `missing.${index}.quantity`)
  if (missing.length > 0 && lossReason === '')
    throw wrongField(ctx, 'part_transfer.reason_needed', 'lossReason')
  const { fromId, toId } = transfer
  const entries = lines.flatMap(({ id, modelId, serialId, quantity }): Movement[] => {
    const gone = lost.get(id) ?? 0
    const arrived = quantity - gone
    const what = { modelId, serialId }
    return [
      ...(gone === 0
        ? []
        : [{ ...what, kind: 'lose' as const, warehouseId: fromId, inTransit: -gone, note: lossReason }]),
      ...(arrived === 0
        ? []
        : [
            { ...what, kind: 'leave' as const, warehouseId: fromId, inTransit: -arrived },
            { ...what, kind: 'arrive' as const, warehouseId: toId, onHand: arrived },
          ]),
    ]
  })
  await addEntries(ctx, entries)
  await partTransferRepo.receive(
    ctx,
    transferId,
    lossReason,
    lines.map(({ id, quantity }) => ({ id, received: quantity - (lost.get(id) ?? 0) })),
  )
  await noted(ctx, 'received', transferId, {
    name: `${transfer.fromName} → ${transfer.toName}`,
    pieces: transfer.pieces,
    lost: missing.reduce((sum, { quantity }) => sum + quantity, 0),
    ...(lossReason !== '' && { reason: lossReason }),
  })
  return null
}

async function noted(
  ctx: RequestContext,
  act: 'sent' | 'received',
  id: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action: `part_transfer.${act}`, subjectKind: 'part_transfer', subjectId: id, detail })
}
