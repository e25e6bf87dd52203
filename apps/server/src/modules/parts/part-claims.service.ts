import type { InputOf, OutputOf, partClaimApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { namingConstraint, wrongField } from '../../platform/http/wrong-field.ts'
import { addEntries, wantedParts } from './move.service.ts'
import { mostExported, partCsv } from './part-csv.ts'
import { type ClaimRow, partClaimRepo } from './part-claim.repo.ts'
import { type Movement, partLedgerRepo } from './part-ledger.repo.ts'
import { partSerialRepo } from './part-serial.repo.ts'
import { heldWarehouse } from './warehouses.service.ts'

type Api = typeof partClaimApi

export async function pagePartClaims(
  ctx: RequestContext,
  query: InputOf<Api['pagePartClaims']>,
): Promise<OutputOf<Api['pagePartClaims']>> {
  const { items, total } = await partClaimRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function exportPartClaims(
  ctx: RequestContext,
  query: InputOf<Api['exportPartClaims']>,
): Promise<CsvAnswer> {
  const { items } = await partClaimRepo.page(ctx, { ...query, page: 1, pageSize: mostExported })
  return partCsv(ctx, query, items, {
    name: 'shell.titles.partClaims',
    action: 'part_claim.exported',
    columns: {
      'parts.brand': ({ brand }) => brand,
      'parts.model': ({ modelName }) => modelName,
      'parts.serial': ({ serial }) => serial,
      'parts.quantity': ({ quantity }) => String(quantity),
      'parts.claimState': ({ state }) => ctx.phrase(`parts.claimStates.${state}`),
      'parts.warehouse': ({ warehouseName }) => warehouseName,
      'parts.vendor': ({ vendor }) => vendor,
      'parts.rma': ({ reference }) => reference,
      'parts.trackingNumber': ({ tracking }) => tracking,
      'parts.dueOn': ({ dueOn }) => dueOn,
      'parts.sentAt': ({ sentAt }) => sentAt,
      'parts.sentBy': ({ sentBy }) => sentBy,
      'parts.newSerial': ({ newSerial }) => newSerial,
      'parts.note': ({ note }) => note,
    },
  })
}

export async function sendPartClaims(
  ctx: RequestContext,
  input: InputOf<Api['sendPartClaims']>,
): Promise<OutputOf<Api['sendPartClaims']>> {
  const { warehouseId, vendor, note } = input
  const warehouse = await heldWarehouse(ctx, warehouseId)
  const what = await wantedParts(ctx, input)
  await addEntries(
    ctx,
    what.map(({ modelId, serialId, quantity }) => ({
      kind: 'to_vendor',
      warehouseId,
      modelId,
      serialId,
      defective: -quantity,
      inRepair: quantity,
      supplier: vendor,
      reference: input.reference,
      note,
    })),
  )
  await partClaimRepo.insert(ctx, input, what)
  const sent = what.reduce((sum, { quantity }) => sum + quantity, 0)
  await ctx.audit({
    action: 'part_claim.sent',
    subjectKind: 'part_claim',
    detail: { name: `${warehouse.name} → ${vendor}`, pieces: sent, reference: input.reference },
  })
  return { sent }
}

export async function answerPartClaim(
  ctx: RequestContext,
  { claimId, ...answer }: InputOf<Api['answerPartClaim']>,
): Promise<null> {
  const claim = await open(ctx, claimId)
  await partClaimRepo.answer(ctx, claimId, answer)
  await noted(ctx, 'answered', claim, { reference: answer.reference, due_on: answer.dueOn })
  await ctx.emit('part.changed', null)
  return null
}

export async function endPartClaim(
  ctx: RequestContext,
  { claimId, outcome, serial, warrantyUntil, note }: InputOf<Api['endPartClaim']>,
): Promise<null> {
  const claim = await open(ctx, claimId)
  const { warehouseId, modelId, serialId, quantity, vendor, reference } = claim
  const entry = { warehouseId, modelId, serialId, supplier: vendor, reference, note }
  let newSerialId: string | null = null
  let entries: Movement[]
  if (outcome === 'refused')
    entries = [{ ...entry, kind: 'refused', inRepair: -quantity, defective: quantity }]
  else if (outcome === 'repaired' || serialId === null)
    entries = [{ ...entry, kind: 'from_vendor', inRepair: -quantity, onHand: quantity }]
  else {
    newSerialId = await replacement(ctx, claim, serial, warrantyUntil)
    entries = [
      { ...entry, kind: 'replaced', inRepair: -1 },
      { ...entry, kind: 'replacement', serialId: newSerialId, onHand: 1 },
    ]
  }
  await addEntries(ctx, entries)
  await partClaimRepo.end(ctx, claimId, { state: outcome, note: note || claim.note, newSerialId })
  await noted(ctx, 'ended', claim, { outcome, ...(serial !== undefined && { serial }) })
  return null
}

/** What replaces a piece goes on with its purchase and warranty. */
async function replacement(
  ctx: RequestContext,
  { modelId, serialId, vendor }: ClaimRow,
  serial: string | undefined,
  warrantyUntil: string | undefined,
): Promise<string> {
  if (serial === undefined) throw wrongField(ctx, 'part.serial_needed', 'serial')
  const known = (await partSerialRepo.known(ctx, [serial])).size > 0
  if (known) throw wrongField(ctx, 'part.serial_known', 'serial', { serial })
  const old = serialId === null ? undefined : await partSerialRepo.find(ctx, serialId)
  const values = {
    modelId,
    serial,
    purchasedOn: old?.purchasedOn ?? null,
    warrantyUntil: warrantyUntil ?? old?.warrantyUntil ?? null,
    supplier: vendor,
  }
  const [id] = await namingConstraint(ctx, { part_serial_number: ['part.serial_known', 'serial'] }, () =>
    partLedgerRepo.addSerials(ctx, [values]),
  )
  return id!
}

async function open(ctx: RequestContext, claimId: string): Promise<ClaimRow> {
  const claim = await partClaimRepo.lock(ctx, claimId)
  if (!claim) throw new AppError('part_claim.not_found')
  if (claim.endedAt !== null) throw new AppError('part_claim.over')
  return claim
}

async function noted(
  ctx: RequestContext,
  act: 'answered' | 'ended',
  { id, modelName, serial, vendor }: ClaimRow,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({
    action: `part_claim.${act}`,
    subjectKind: 'part_claim',
    subjectId: id,
    detail: { name: [modelName, serial, vendor].filter(Boolean).join(' · '), ...detail },
  })
}
