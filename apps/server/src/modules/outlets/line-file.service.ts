import { type InputOf, type OutputOf, outletApi } from '@netward/contract'
import { addressings, isps, lineTypes } from '@netward/contract/outlet-values'
import { phrase, type PhraseKey } from '@netward/phrases/server'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { importRows, rowProblem } from './import-rows.ts'
import { type LineQuery, lineRepo, type LineValues, type ListedLine } from './line.repo.ts'
import { linePasswordContext, storedLine } from './lines.service.ts'
import { type Cell, exportedList, importedList, mostExported, numberCell, type ReadRow } from './list-file.ts'

const columns = {
  outlet: 'outlets.line.outlet',
  name: 'outlets.line.name',
  isp: 'outlets.line.isp',
  ispName: 'outlets.line.ispName',
  type: 'outlets.line.type',
  account: 'outlets.line.account',
  password: 'outlets.line.password',
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
type Written = Omit<InputOf<typeof outletApi.createLine>, 'outletId' | 'password'>

interface ImportedLine {
  values: LineValues & { outlet_id: string }
  /** Empty: none. */
  password: string
}

export async function exportLines(ctx: RequestContext, query: LineQuery): Promise<CsvAnswer> {
  const rows = await lineRepo.all(ctx, query, mostExported)
  const cells: readonly Cell<ListedLine>[] = [
    [columns.outlet, (row) => row.outlet_name],
    [columns.name, (row) => row.name],
    [columns.isp, (row) => ctx.phrase(`outlets.isps.${row.isp}`)],
    [columns.ispName, (row) => row.isp_name],
    [columns.type, (row) => ctx.phrase(`outlets.lineTypes.${row.type}`)],
    [columns.account, (row) => row.account],
    [columns.downMbps, (row) => numberCell(row.down_mbps)],
    [columns.upMbps, (row) => numberCell(row.up_mbps)],
    [columns.addressing, (row) => ctx.phrase(`outlets.addressings.${row.addressing}`)],
    [columns.ipAddress, (row) => row.ip_address],
    [columns.gateway, (row) => row.device_serial],
    [columns.wanName, (row) => row.wan_name],
    [columns.monthlyPrice, (row) => numberCell(row.monthly_price)],
    [columns.contractEnd, (row) => row.contract_end],
    [columns.note, (row) => row.note],
    ['outlets.company', (row) => row.company_name],
  ]
  return exportedList(ctx, { action: 'line.exported', label: 'outlets.line.exportLabel', query, rows, cells })
}

/** All rows or none. Passwords come in by a file, and no export holds one. An outlet is named by its code or, where only one has it, by its name. */
export async function importLines(
  ctx: RequestContext,
  file: UploadedFile | null,
  secrets: Secrets,
): Promise<OutputOf<typeof outletApi.importLines>> {
  const rows = importRows(file, columns, 'outlet', ['password'])
  const outletOf = outletsByName(await lineRepo.outlets(ctx))
  const gateways = await lineRepo.gateways(
    ctx,
    rows.map(({ cells }) => cells.gateway.toUpperCase()).filter((serial) => serial !== ''),
  )
  const place = (outletId: string | null, serial: string) => `${outletId ?? ''} ${serial}`
  const gatewayAt = new Map(gateways.map((one) => [place(one.outlet_id, one.serial_number), one.id]))
  const wans = new Set<string>()
  const read = rows.map(({ row, cells }): ReadRow<ImportedLine> => {
    const outletId = outletOf(cells.outlet)
    if (outletId === undefined) return { row, reason: ctx.phrase('outlets.import.outlet') }
    const deviceId = gatewayAt.get(place(outletId, cells.gateway.toUpperCase())) ?? null
    const parsed = outletApi.createLine.input.safeParse({ ...lineInput(cells), outletId, deviceId })
    const wan = deviceId === null || cells.wanName === '' ? null : place(deviceId, cells.wanName)
    const twice = wan !== null && wans.has(wan)
    if (wan !== null) wans.add(wan)
    const reason =
      rowProblem(ctx, parsed, columns) ??
      (cells.gateway !== '' && deviceId === null ? ctx.phrase('errors.line.gateway_elsewhere') : null) ??
      (twice ? ctx.phrase('errors.line.wan_taken') : null)
    if (reason !== null) return { row, reason }
    const values = { ...storedLine(parsed.data as Written), outlet_id: outletId }
    return { row, values: { values, password: cells.password } }
  })
  return importedList(ctx, {
    action: 'line.imported',
    file,
    read,
    insert: (lines) => insertLines(ctx, lines, secrets),
  })
}

async function insertLines(
  ctx: RequestContext,
  lines: readonly ImportedLine[],
  secrets: Secrets,
): Promise<void> {
  const ids = await lineRepo.insert(
    ctx,
    lines.map(({ values }) => values),
  )
  const sealed = ids.flatMap((id, index) => {
    const password = lines[index]?.password ?? ''
    return password === '' ? [] : [[id, secrets.seal(password, linePasswordContext(id))] as const]
  })
  await lineRepo.insertPasswords(ctx, sealed)
}

/** Finds an outlet by its code or, where only one has it, by its name; undefined when there is none. */
function outletsByName(
  outlets: readonly { id: string; name: string; code: string }[],
): (text: string) => string | undefined {
  const byCode = new Map(outlets.map(({ id, code }) => [code.toLowerCase(), id]))
  const byName = Map.groupBy(outlets, ({ name }) => name)
  return (text) => {
    const named = byName.get(text) ?? []
    const coded = text === '' ? undefined : byCode.get(text.toLowerCase())
    return coded ?? (named.length === 1 ? named[0]?.id : undefined)
  }
}

function lineInput(cells: Cells): Record<string, unknown> {
  const number = (cell: string) => (cell === '' ? undefined : Number(cell))
  const { ipAddress, monthlyPrice, contractEnd, addressing, password } = cells
  return {
    ...cells,
    password: password === '' ? undefined : password,
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
