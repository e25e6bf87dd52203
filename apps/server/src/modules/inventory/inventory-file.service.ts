import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer, XlsxAnswer } from '../../platform/http/route.ts'
import { workbook } from '../../platform/http/workbook.ts'
import { type AnyDevice, batchesOfAllTypes } from '../devices/index.ts'
import { devicesOf, type InventoryQuery } from './inventory.service.ts'

const mostExported = 100_000

type Column = readonly [PhraseKey, (device: AnyDevice, ctx: RequestContext) => string | null]

const columns: readonly Column[] = [
  ['equipment.company', ({ company_name }) => company_name],
  ['equipment.outlet', ({ outlet_name }) => outlet_name],
  ['equipment.name', ({ name }) => name],
  ['equipment.type', ({ type }, ctx) => ctx.phrase(`equipment.types.${type as 'switch'}`)],
  ['equipment.brand', ({ manufacturer }) => manufacturer],
  ['equipment.modelName', ({ model_name }) => model_name],
  ['inventory.hardwareVersion', ({ hardware_version }) => hardware_version],
  ['equipment.softwareVersion', ({ software_version }) => software_version],
  ['equipment.serialNumber', ({ serial_number }) => serial_number],
  ['equipment.macAddress', ({ mac_address }) => mac_address],
  ['equipment.ipAddress', ({ ip_address }) => ip_address],
  ['inventory.firstSeen', ({ claimed_at }) => claimed_at],
  ['inventory.lastSeen', ({ last_inform_at }) => last_inform_at],
]

async function* exportedRows(
  ctx: RequestContext,
  query: InventoryQuery,
): AsyncGenerator<(string | null)[][]> {
  yield [columns.map(([heading]) => ctx.phrase(heading))]
  for await (const devices of batchesOfAllTypes(ctx, devicesOf(query), mostExported))
    yield devices.map((device) => columns.map(([, cell]) => cell(device, ctx)))
}

export async function exportInventory(ctx: RequestContext, query: InventoryQuery): Promise<CsvAnswer> {
  const parts: string[] = []
  let rows = -1
  for await (const batch of exportedRows(ctx, query)) {
    rows += batch.length
    parts.push(batch.map(csvLine).join(''))
  }
  await noteExport(ctx, query, rows, 'csv')
  return { name: ctx.phrase('shell.titles.inventory'), csv: parts.join('') }
}

export async function exportInventoryWorkbook(
  ctx: RequestContext,
  query: InventoryQuery,
): Promise<XlsxAnswer> {
  const name = ctx.phrase('shell.titles.inventory')
  const { rows, content } = await workbook(name, exportedRows(ctx, query))
  await noteExport(ctx, query, rows - 1, 'xlsx')
  return { name, xlsx: content }
}

async function noteExport(
  ctx: RequestContext,
  { page: _page, pageSize: _pageSize, ...filters }: InventoryQuery,
  rows: number,
  format: 'csv' | 'xlsx',
): Promise<void> {
  await ctx.audit({ action: 'inventory.exported', subjectKind: 'device', detail: { filters, rows, format } })
}
