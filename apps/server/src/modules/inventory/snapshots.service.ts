import type { InputOf, inventorySnapshotApi, OutputOf } from '@netward/contract'
import type { PhraseKey } from '@netward/phrases/server'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { cutLine } from '../../platform/http/cut-export.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { type DeviceFacts, snapshotRepo } from './snapshot.repo.ts'

export async function pageInventorySnapshots(
  ctx: RequestContext,
  query: InputOf<typeof inventorySnapshotApi.pageInventorySnapshots>,
): Promise<OutputOf<typeof inventorySnapshotApi.pageInventorySnapshots>> {
  const { items, total } = await snapshotRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function takeInventorySnapshot(ctx: RequestContext): Promise<null> {
  await snapshotRepo.take(ctx)
  await ctx.audit({ action: 'inventory.snapshot_taken' })
  return null
}

export async function pageSnapshotDevices(
  ctx: RequestContext,
  query: InputOf<typeof inventorySnapshotApi.pageSnapshotDevices>,
): Promise<OutputOf<typeof inventorySnapshotApi.pageSnapshotDevices>> {
  await requireSnapshots(ctx, query.snapshotId)
  const { items, total } = await snapshotRepo.devices(ctx, query)
  return { items, ...capped(total) }
}

export async function exportSnapshotDevices(
  ctx: RequestContext,
  query: InputOf<typeof inventorySnapshotApi.exportSnapshotDevices>,
  most: number,
): Promise<CsvAnswer> {
  await requireSnapshots(ctx, query.snapshotId)
  const found = await snapshotRepo.devices(ctx, { ...query, page: 1, pageSize: most + 1 })
  const items = found.items.slice(0, most)
  const lines = [headings(ctx), ...items.map((row) => cells(ctx, row))]
  return file(ctx, query, 'inventory.snapshots.exportContents', lines, found.items.length > most)
}

export async function compareSnapshots(
  ctx: RequestContext,
  query: InputOf<typeof inventorySnapshotApi.compareSnapshots>,
): Promise<OutputOf<typeof inventorySnapshotApi.compareSnapshots>> {
  await requireSnapshots(ctx, query.from, query.to)
  const { items, total } = await snapshotRepo.changes(ctx, query)
  return { items, ...capped(total) }
}

export async function exportSnapshotComparison(
  ctx: RequestContext,
  query: InputOf<typeof inventorySnapshotApi.exportSnapshotComparison>,
  most: number,
): Promise<CsvAnswer> {
  await requireSnapshots(ctx, query.from, query.to)
  const found = await snapshotRepo.changes(ctx, { ...query, page: 1, pageSize: most + 1 })
  const before = (label: string) => ctx.phrase('inventory.snapshots.changedFrom', { label, value: '' }).trim()
  const heading = [
    ctx.phrase('inventory.snapshots.change'),
    ...headings(ctx),
    before(ctx.phrase('equipment.softwareVersion')),
    before(ctx.phrase('equipment.serialNumber')),
  ]
  const lines = found.items
    .slice(0, most)
    .map((row) => [
      ctx.phrase(`inventory.snapshots.changes.${row.change}`),
      ...cells(ctx, row),
      row.before?.softwareVersion ?? '',
      row.before?.serialNumber ?? '',
    ])
  const isCut = found.items.length > most
  return file(ctx, query, 'inventory.snapshots.exportComparison', [heading, ...lines], isCut)
}

const headings = (ctx: RequestContext) => [
  ctx.phrase('equipment.name'),
  ctx.phrase('equipment.type'),
  ctx.phrase('equipment.brand'),
  ctx.phrase('equipment.modelName'),
  ctx.phrase('equipment.softwareVersion'),
  ctx.phrase('equipment.serialNumber'),
  ctx.phrase('equipment.outlet'),
]

const cells = (ctx: RequestContext, row: DeviceFacts) => [
  row.name,
  ctx.phrase(`equipment.types.${row.type}`),
  row.brand,
  row.modelName,
  row.softwareVersion,
  row.serialNumber,
  row.outletName,
]

async function requireSnapshots(ctx: RequestContext, ...ids: readonly string[]): Promise<void> {
  for (const id of ids)
    if (!(await snapshotRepo.exists(ctx, id))) throw new AppError('inventory.snapshot_not_found')
}

/** `lines` begin with the headings. */
async function file(
  ctx: RequestContext,
  query: object,
  name: PhraseKey,
  lines: readonly (readonly (string | null)[])[],
  isCut: boolean,
): Promise<CsvAnswer> {
  const rows = lines.length - 1
  const detail = { filters: { ...query }, rows, format: 'csv', ...(isCut && { cut: true }) }
  await ctx.audit({ action: 'inventory.exported', detail })
  const all = isCut ? [...lines, [cutLine(ctx, rows)]] : lines
  return { name: ctx.phrase(name), csv: all.map(csvLine).join(''), ...(isCut && { cutAt: rows }) }
}
