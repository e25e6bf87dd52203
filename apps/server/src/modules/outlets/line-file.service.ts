import { type InputOf, type OutputOf, outletApi } from '@netward/contract'
import { addressings, isps, lineTypes } from '@netward/contract/outlet-values'
import { phrase, type PhraseKey } from '@netward/phrases/server'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { importRows, insertWithinQuota, type RefusedRow, refuseRows, rowProblem } from './import-rows.ts'
import { type LineQuery, lineRepo, type LineValues, type ListedLine } from './line.repo.ts'
import { storedLine } from './lines.service.ts'
import { refusalOfWrite } from './write-refusal.ts'

const most = 100_000

const columns = {
  outlet: 'outlets.line.outlet',
  name: 'outlets.line.name',
  isp: 'outlets.line.isp',
  ispName: 'outlets.line.ispName',
  type: 'outlets.line.type',
  account: 'outlets.line.account',
  downMbps: 'outlets.line.downMbps',
  upMbps: 'outlets.line.upMbps',
  addressing: 'outlets.line.addressing',
  ipAddress: 'outlets.line.ipAddress',
  gateway: 'outlets.line.gatewaySerial',
  wanName: 'outlets.line.wanName',
  monthlyPrice: 'outlets.line.monthlyPrice',
  contractEnd: 'outlets.line.contractEnd',
  note: 'outlets.note',
} as const satisfies Record<string, PhraseKey>

type Cells = Readonly<Record<keyof typeof columns, string>>
type Written = Omit<InputOf<typeof outletApi.createLine>, 'outletId'>

export async function exportLines(ctx: RequestContext, query: LineQuery): Promise<CsvAnswer> {
  const rows = await lineRepo.all(ctx, query, most)
  const { page: _page, pageSize: _pageSize, ...filters } = query
  await ctx.audit({ action: 'line.exported', subjectKind: 'company', detail: { filters, rows: rows.length } })
  const number = (value: number | null) => (value === null ? null : String(value))
  const cells: readonly (readonly [PhraseKey, (row: ListedLine) => string | null])[] = [
    [columns.outlet, (row) => row.outlet_name],
    [columns.name, (row) => row.name],
    [columns.isp, (row) => ctx.phrase(`outlets.isps.${row.isp}`)],
    [columns.ispName, (row) => row.isp_name],
    [columns.type, (row) => ctx.phrase(`outlets.lineTypes.${row.type}`)],
    [columns.account, (row) => row.account],
    [columns.downMbps, (row) => number(row.down_mbps)],
    [columns.upMbps, (row) => number(row.up_mbps)],
    [columns.addressing, (row) => ctx.phrase(`outlets.addressings.${row.addressing}`)],
    [columns.ipAddress, (row) => row.ip_address],
    [columns.gateway, (row) => row.device_serial],
    [columns.wanName, (row) => row.wan_name],
    [columns.monthlyPrice, (row) => number(row.monthly_price)],
    [columns.contractEnd, (row) => row.contract_end],
    [columns.note, (row) => row.note],
    ['outlets.company', (row) => row.company_name],
  ]
  return {
    name: ctx.phrase('outlets.line.exportLabel'),
    csv: [
      csvLine(cells.map(([key]) => ctx.phrase(key))),
      ...rows.map((row) => csvLine(cells.map(([, cell]) => cell(row)))),
    ].join(''),
  }
}

/** All rows or none. An outlet is named by its code or, where only one has it, by its name. */
export async function importLines(
  ctx: RequestContext,
  file: UploadedFile | null,
): Promise<OutputOf<typeof outletApi.importLines>> {
  const rows = importRows(file, columns, 'outlet')
  const outlets = await lineRepo.outlets(ctx)
  const gateways = await lineRepo.gateways(
    ctx,
    rows.map(({ cells }) => cells.gateway.toUpperCase()).filter((serial) => serial !== ''),
  )
  const refused: RefusedRow[] = []
  const good: { row: number; values: LineValues & { outlet_id: string } }[] = []
  const wans = new Set<string>()
  for (const { row, cells } of rows) {
    const refuse = (reason: string) => refused.push({ row, reason })
    const outlet = onlyOne(
      outlets.filter(({ code }) => code !== '' && code.toLowerCase() === cells.outlet.toLowerCase()),
      outlets.filter(({ name }) => name === cells.outlet),
    )
    const gateway = gateways.filter(
      ({ serial_number: serial, outlet_id: at }) =>
        serial === cells.gateway.toUpperCase() && at === outlet?.id && cells.gateway !== '',
    )[0]
    const parsed = outletApi.createLine.input.safeParse({
      ...lineInput(cells),
      outletId: outlet?.id,
      deviceId: gateway?.id ?? null,
    })
    const wan = `${gateway?.id ?? ''} ${cells.wanName}`
    const problem = outlet === null ? ctx.phrase('outlets.import.outlet') : rowProblem(ctx, parsed, columns)
    if (problem !== null || outlet === null) refuse(problem ?? '')
    else if (cells.gateway !== '' && gateway === undefined)
      refuse(ctx.phrase('errors.line.gateway_elsewhere'))
    else if (gateway !== undefined && cells.wanName !== '' && wans.has(wan))
      refuse(ctx.phrase('errors.line.wan_taken'))
    else good.push({ row, values: { ...storedLine(parsed.data as Written), outlet_id: outlet.id } })
    wans.add(wan)
  }
  refuseRows(refused)
  await insertWithinQuota(ctx, good, (values) => refusalOfWrite(ctx, () => lineRepo.insert(ctx, values)))
  await ctx.audit({
    action: 'line.imported',
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: { imported: good.length, file: file?.filename.slice(0, 200) ?? '' },
  })
  await ctx.emit('outlet.changed', null)
  return { imported: good.length }
}

function onlyOne<T>(byCode: readonly T[], byName: readonly T[]): T | null {
  const found = byCode.length > 0 ? byCode : byName
  return found.length === 1 ? (found[0] ?? null) : null
}

function lineInput(cells: Cells): Record<string, unknown> {
  const number = (cell: string) => (cell === '' ? undefined : Number(cell))
  const { ipAddress, monthlyPrice, contractEnd, addressing } = cells
  return {
    ...cells,
    isp: valueOf(cells.isp, isps, 'outlets.isps'),
    type: valueOf(cells.type, lineTypes, 'outlets.lineTypes'),
    addressing: addressing === '' ? undefined : valueOf(addressing, addressings, 'outlets.addressings'),
    downMbps: number(cells.downMbps),
    upMbps: number(cells.upMbps),
    ipAddress: ipAddress === '' ? null : ipAddress,
    monthlyPrice: monthlyPrice === '' ? null : Number(monthlyPrice),
    contractEnd: contractEnd === '' ? null : contractEnd.replaceAll('/', '-'),
  }
}

/** A value by its own name or by its word in either language. */
function valueOf(cell: string, values: readonly string[], phrases: string): string {
  const typed = cell.toLowerCase()
  const words = (value: string) => [
    value,
    phrase('zh', `${phrases}.${value}`),
    phrase('en', `${phrases}.${value}`),
  ]
  return values.find((value) => words(value).some((word) => word.toLowerCase() === typed)) ?? cell
}
