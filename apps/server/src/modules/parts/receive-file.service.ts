import type { InputOf, OutputOf, partStockApi } from '@netward/contract'
import { mostReceivedRows } from '@netward/contract/part-values'
import { partSerial } from '@netward/contract/part-stock'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { fileRows, headingsOf } from '../../platform/import/file-rows.ts'
import {
  carryOutImport,
  type ImportPlan,
  type PlannedRow,
  previewImport,
} from '../../platform/import/import-file.ts'
import { type PartModel, partModelRepo } from './part-model.repo.ts'
import { partSerialRepo } from './part-serial.repo.ts'
import { receive, type Receipt } from './receive.service.ts'
import { heldWarehouse } from './warehouses.service.ts'

type Api = typeof partStockApi

const columns = {
  model: 'parts.model',
  brand: 'parts.brand',
  serial: 'parts.serial',
  quantity: 'parts.quantity',
  supplier: 'parts.supplier',
  reference: 'parts.reference',
  purchasedOn: 'parts.purchasedOn',
  warrantyUntil: 'parts.warrantyUntil',
  price: 'parts.price',
  note: 'parts.note',
} as const satisfies Record<string, PhraseKey>
type Column = keyof typeof columns

/** All rows or none. */
export async function importParts(
  ctx: RequestContext,
  { warehouseId }: InputOf<Api['importParts']>,
  file: UploadedFile | null,
): Promise<OutputOf<Api['importParts']>> {
  const { name } = await heldWarehouse(ctx, warehouseId)
  const done = await carryOutImport(ctx, await plan(ctx, warehouseId, file))
  await ctx.audit({
    action: 'part.imported',
    subjectKind: 'part',
    detail: { name, ...done, file: file?.filename.slice(0, 200) ?? '' },
  })
  return done
}

export async function previewParts(
  ctx: RequestContext,
  { warehouseId }: InputOf<Api['previewParts']>,
  file: UploadedFile | null,
): Promise<OutputOf<Api['previewParts']>> {
  await heldWarehouse(ctx, warehouseId)
  return previewImport(ctx, await plan(ctx, warehouseId, file))
}

async function plan(
  ctx: RequestContext,
  warehouseId: string,
  file: UploadedFile | null,
): Promise<ImportPlan<Receipt>> {
  const { rows, ignored } = fileRows(file, {
    headings: headingsOf(ctx, columns),
    needed: ['model'],
    maxRows: mostReceivedRows,
  })
  const models = await partModelRepo.all(ctx)
  const known = await partSerialRepo.known(
    ctx,
    rows.map(({ cells }) => cells.serial).filter((serial) => serial !== ''),
  )
  const seen = new Set<string>()
  const planned = rows.map(({ row, cells }): PlannedRow<Receipt> => {
    const reasons: string[] = []
    const refuse = (column: Column, key: PhraseKey) =>
      reasons.push(`${ctx.phrase(columns[column])}: ${ctx.phrase(key)}`)
    const [model, ...others] = named(models, cells.brand, cells.model)
    const serial = cells.serial.toUpperCase()
    const quantity = cells.quantity === '' ? 1 : Number(cells.quantity)
    const unitPrice = cells.price === '' ? null : Number(cells.price)
    if (model === undefined) refuse('model', 'errors.part_model.not_found')
    else if (others.length > 0) refuse('brand', 'parts.brandNeeded')
    else if (model.serialised && serial === '') refuse('serial', 'errors.part.serial_needed')
    else if (!model.serialised && serial !== '') refuse('serial', 'errors.part.quantity_needed')
    if (
      !Number.isSafeInteger(quantity) ||
      quantity < 1 ||
      quantity > 100_000 ||
      (serial !== '' && quantity !== 1)
    )
      refuse('quantity', 'validation.format')
    if (unitPrice !== null && !(unitPrice >= 0 && unitPrice <= 99_999_999))
      refuse('price', 'validation.format')
    if (serial !== '' && !partSerial.safeParse(cells.serial).success) refuse('serial', 'validation.format')
    if (known.has(serial)) refuse('serial', 'parts.serialKnown')
    if (serial !== '' && seen.size === seen.add(serial).size) refuse('serial', 'parts.serialTwice')
    for (const column of ['purchasedOn', 'warrantyUntil'] as const)
      if (cells[column] !== '' && dayOf(cells[column]) === null) refuse(column, 'validation.format')
    for (const [column, most] of [
      ['supplier', 100],
      ['reference', 100],
      ['note', 1000],
    ] as const)
      if (cells[column].length > most) refuse(column, 'validation.format')
    const name = [cells.model, cells.serial].filter(Boolean).join(' · ')
    if (model === undefined || reasons.length > 0) return { row, name, state: 'refused', reasons }
    const values = {
      modelId: model.id,
      serials: serial === '' ? [] : [cells.serial],
      quantity,
      supplier: cells.supplier,
      reference: cells.reference,
      purchasedOn: dayOf(cells.purchasedOn),
      warrantyUntil: dayOf(cells.warrantyUntil),
      unitPrice,
      note: cells.note,
    }
    return { row, name, state: 'new', values }
  })
  return {
    rows: planned,
    ignored,
    insert: async (added) => {
      await receive(
        ctx,
        warehouseId,
        added.map(({ values }) => values),
      )
      return []
    },
  }
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const named = (models: readonly PartModel[], brand: string, name: string) =>
  models.filter((model) => same(model.name, name) && (brand === '' || same(model.brand, brand)))

/** Spreadsheets write 2026/12/1 too. */
function dayOf(cell: string): string | null {
  const parts = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(cell)
  if (parts === null) return null
  const [, year, month, day] = parts
  const text = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  const read = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== text ? null : text
}
