import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'
import { CutRows, cutLine } from '../../platform/http/cut-export.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer, XlsxAnswer } from '../../platform/http/route.ts'
import { workbook } from '../../platform/http/workbook.ts'
import { type AnyDevice, batchesOfAllTypes } from '../devices/index.ts'
import { devicesOf, type InventoryQuery } from './inventory.service.ts'

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
  devices: CutRows<AnyDevice>,
): AsyncGenerator<(string | null)[][]> {
  yield [columns.map(([heading]) => ctx.phrase(heading))]
  for await (const batch of devices) yield batch.map((device) => columns.map(([, cell]) => cell(device, ctx)))
  if (devices.isCut) yield [[cutLine(ctx, devices.given)]]
}

const exportedDevices = (ctx: RequestContext, query: InventoryQuery, most: number) =>
  new CutRows(batchesOfAllTypes(ctx, devicesOf(query), most + 1), most)

export async function exportInventory(
  ctx: RequestContext,
  query: InventoryQuery,
  most: number,
): Promise<CsvAnswer> {
  const devices = exportedDevices(ctx, query, most)
  const parts: string[] = []
  for await (const batch of exportedRows(ctx, devices)) parts.push(batch.map(csvLine).join(''))
  await noteExport(ctx, query, devices, 'csv')
  return { name: ctx.phrase('shell.titles.inventory'), csv: parts.join(''), ...cut(devices) }
}

export async function exportInventoryWorkbook(
  ctx: RequestContext,
  query: InventoryQuery,
  most: number,
): Promise<XlsxAnswer> {
  const name = ctx.phrase('shell.titles.inventory')
  const devices = exportedDevices(ctx, query, most)
  const { content } = await workbook([{ name, batches: exportedRows(ctx, devices) }])
  await noteExport(ctx, query, devices, 'xlsx')
  return { name, xlsx: content, ...cut(devices) }
}

const cut = ({ isCut, given }: CutRows<AnyDevice>) => (isCut ? { cutAt: given } : {})

async function noteExport(
  ctx: RequestContext,
  { page: _page, pageSize: _pageSize, ...filters }: InventoryQuery,
  { given: rows, isCut }: CutRows<AnyDevice>,
  format: 'csv' | 'xlsx',
): Promise<void> {
  const detail = { filters, rows, format, ...(isCut && { cut: true }) }
  await ctx.audit({ action: 'inventory.exported', subjectKind: 'device', detail })
}
