import { type InputOf, type OutputOf, outletApi } from '@netward/contract'
import { healthOf } from '@netward/contract/outlet-values'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { importRows, insertWithinQuota, type RefusedRow, refuseRows, rowProblem } from './import-rows.ts'
import { type ListedOutlet, outletListRepo, type OutletQuery } from './outlet-list.repo.ts'
import { outletRepo, type OutletValues } from './outlet.repo.ts'
import { storedValues } from './outlets.service.ts'
import { refusalOfWrite } from './write-refusal.ts'

const most = 100_000

/** What an import takes; the export has these columns first. */
const columns = {
  name: 'outlets.name',
  code: 'outlets.code',
  province: 'outlets.province',
  city: 'outlets.city',
  district: 'outlets.district',
  address: 'outlets.address',
  latitude: 'outlets.latitude',
  longitude: 'outlets.longitude',
  timeZone: 'outlets.timeZone',
  businessHours: 'outlets.businessHours',
  contactName: 'outlets.contactName',
  contactPhone: 'outlets.contactPhone',
  department: 'outlets.department',
  note: 'outlets.note',
} as const satisfies Record<string, PhraseKey>

type Written = InputOf<typeof outletApi.createOutlet>

/** The list with its filters and order, whatever page is asked. The audit log keeps who took how much. */
export async function exportOutlets(ctx: RequestContext, query: OutletQuery): Promise<CsvAnswer> {
  const cells = exportedCells(ctx)
  const rows = await outletListRepo.all(ctx, query, most)
  const { page: _page, pageSize: _pageSize, ...filters } = query
  await ctx.audit({
    action: 'outlet.exported',
    subjectKind: 'company',
    detail: { filters, rows: rows.length },
  })
  return {
    name: ctx.phrase('outlets.exportLabel'),
    csv: [
      csvLine(cells.map(([key]) => ctx.phrase(key))),
      ...rows.map((row) => csvLine(cells.map(([, cell]) => cell(row)))),
    ].join(''),
  }
}

type Cell = readonly [heading: PhraseKey, cell: (row: ListedOutlet) => string | null]

function exportedCells(ctx: RequestContext): readonly Cell[] {
  const number = (value: number | null) => (value === null ? null : String(value))
  return [
    [columns.name, (row) => row.name],
    [columns.code, (row) => row.code],
    [columns.province, (row) => row.province],
    [columns.city, (row) => row.city],
    [columns.district, (row) => row.district],
    [columns.address, (row) => row.address],
    [columns.latitude, (row) => number(row.latitude)],
    [columns.longitude, (row) => number(row.longitude)],
    [columns.timeZone, (row) => row.time_zone],
    [columns.businessHours, (row) => row.business_hours],
    [columns.contactName, (row) => row.contacts[0]?.name ?? null],
    [columns.contactPhone, (row) => row.contacts[0]?.phone ?? null],
    [columns.department, (row) => row.department_name],
    [columns.note, (row) => row.note],
    ['outlets.company', (row) => row.company_name],
    ['outlets.healthLabel', (row) => ctx.phrase(`outlets.health.${healthOf(row)}`)],
    ['outlets.devices', (row) => number(row.devices)],
    ['outlets.online', (row) => number(row.online)],
    ['outlets.lines', (row) => number(row.lines)],
    ['outlets.createdAt', (row) => row.created_at],
  ]
}

/** All rows or none. */
export async function importOutlets(
  ctx: RequestContext,
  file: UploadedFile | null,
): Promise<OutputOf<typeof outletApi.importOutlets>> {
  const rows = importRows(file, columns, 'name')
  const departments = await outletRepo.departments(ctx, ctx.scope.companyId)
  const timeZone = await outletRepo.companyTimeZone(ctx)
  const refused: RefusedRow[] = []
  const good: { row: number; values: OutletValues }[] = []
  const codes = new Set<string>()
  for (const { row, cells } of rows) {
    const refuse = (reason: string) => refused.push({ row, reason })
    const matching = departments.filter(
      ({ name }) => name === cells.department || name.endsWith(` / ${cells.department}`),
    )
    const parsed = outletApi.createOutlet.input.safeParse({
      ...cells,
      latitude: numberOf(cells.latitude),
      longitude: numberOf(cells.longitude),
      timeZone: cells.timeZone || undefined,
      contacts: cells.contactName === '' ? [] : [{ name: cells.contactName, phone: cells.contactPhone }],
      departmentId: matching[0]?.id ?? null,
    })
    const problem = rowProblem(ctx, parsed, { ...columns, contacts: columns.contactPhone })
    const code = cells.code.toLowerCase()
    if (problem !== null) refuse(problem)
    else if (cells.department !== '' && matching.length !== 1) refuse(ctx.phrase('outlets.import.department'))
    else if (code !== '' && codes.has(code)) refuse(ctx.phrase('outlets.import.codeTwice'))
    else good.push({ row, values: storedValues(parsed.data as Written, parsed.data?.timeZone ?? timeZone) })
    if (code !== '') codes.add(code)
  }
  const taken = await outletRepo.takenCodes(ctx, [...codes])
  for (const { row, values } of good) {
    if (values.code !== '' && taken.has(values.code.toLowerCase()))
      refused.push({ row, reason: ctx.phrase('errors.outlet.code_taken') })
  }
  refuseRows(refused)
  await insertWithinQuota(ctx, good, (values) => refusalOfWrite(ctx, () => outletRepo.insert(ctx, values)))
  await ctx.audit({
    action: 'outlet.imported',
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: { imported: good.length, file: file?.filename.slice(0, 200) ?? '' },
  })
  await ctx.emit('outlet.changed', null)
  return { imported: good.length }
}

/** NaN is refused by the schema, as a number that is none. */
function numberOf(cell: string): number | null {
  return cell === '' ? null : Number(cell)
}
