import { type InputOf, type OutputOf, outletApi } from '@netward/contract'
import { healthOf } from '@netward/contract/outlet-values'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { contactsOf, contactsText } from './contact-list.ts'
import { importRows, rowProblem } from './import-rows.ts'
import { type Cell, exportedList, importedList, mostExported, numberCell, type ReadRow } from './list-file.ts'
import { type ListedOutlet, outletListRepo, type OutletQuery } from './outlet-list.repo.ts'
import { outletRepo, type OutletValues } from './outlet.repo.ts'
import { storedValues } from './outlets.service.ts'

/** What an import takes; the export has these columns first. */
const columns = {
  name: 'outlets.name',
  code: 'outlets.code',
  region: 'outlets.region',
  address: 'outlets.address',
  latitude: 'outlets.latitude',
  longitude: 'outlets.longitude',
  timeZone: 'outlets.timeZone',
  businessHours: 'outlets.businessHours',
  contacts: 'outlets.contacts',
  department: 'outlets.department',
  note: 'outlets.note',
} as const satisfies Record<string, PhraseKey>

/** What exports of earlier versions have instead of a region and of contacts. */
const former = {
  province: 'outlets.formerColumns.province',
  city: 'outlets.formerColumns.city',
  district: 'outlets.formerColumns.district',
  contactName: 'outlets.contactName',
  contactPhone: 'outlets.contactPhone',
} as const satisfies Record<string, PhraseKey>

type Written = InputOf<typeof outletApi.createOutlet>
type Cells = Readonly<Record<keyof typeof columns | keyof typeof former, string>>

/** The list with its filters and order. */
export async function exportOutlets(ctx: RequestContext, query: OutletQuery): Promise<CsvAnswer> {
  const rows = await outletListRepo.all(ctx, query, mostExported)
  const cells: readonly Cell<ListedOutlet>[] = [
    [columns.name, (row) => row.name],
    [columns.code, (row) => row.code],
    [columns.region, (row) => row.region],
    [columns.address, (row) => row.address],
    [columns.latitude, (row) => numberCell(row.latitude)],
    [columns.longitude, (row) => numberCell(row.longitude)],
    [columns.timeZone, (row) => row.time_zone],
    [columns.businessHours, (row) => row.business_hours],
    [columns.contacts, (row) => contactsText(row.contacts)],
    [columns.department, (row) => row.department_name],
    [columns.note, (row) => row.note],
    ['outlets.company', (row) => row.company_name],
    ['outlets.healthLabel', (row) => ctx.phrase(`outlets.health.${healthOf(row)}`)],
    ['outlets.devices', (row) => numberCell(row.devices)],
    ['outlets.online', (row) => numberCell(row.online)],
    ['outlets.lines', (row) => numberCell(row.lines)],
    ['outlets.createdAt', (row) => row.created_at],
  ]
  return exportedList(ctx, { action: 'outlet.exported', label: 'outlets.exportLabel', query, rows, cells })
}

/** All rows or none. */
export async function importOutlets(
  ctx: RequestContext,
  file: UploadedFile | null,
): Promise<OutputOf<typeof outletApi.importOutlets>> {
  const rows = importRows(file, { ...columns, ...former }, 'name')
  const departmentOf = departmentsByName(await outletRepo.departments(ctx, ctx.scope.companyId))
  const timeZone = await outletRepo.companyTimeZone(ctx)
  const taken = await outletRepo.takenCodes(
    ctx,
    rows.map(({ cells }) => cells.code),
  )
  const codes = new Set<string>()
  const read = rows.map(({ row, cells }): ReadRow<OutletValues> => {
    const departmentId = cells.department === '' ? null : departmentOf(cells.department)
    const parsed = outletApi.createOutlet.input.safeParse(outletInput(cells, departmentId ?? null))
    const code = cells.code.toLowerCase()
    const twice = code !== '' && codes.has(code)
    codes.add(code)
    const reason =
      rowProblem(ctx, parsed, columns) ??
      (departmentId === undefined ? ctx.phrase('outlets.import.department') : null) ??
      (twice ? ctx.phrase('outlets.import.codeTwice') : null) ??
      (taken.has(code) ? ctx.phrase('errors.outlet.code_taken') : null)
    if (reason !== null) return { row, reason }
    return { row, values: storedValues(parsed.data as Written, parsed.data?.timeZone ?? timeZone) }
  })
  return importedList(ctx, {
    action: 'outlet.imported',
    file,
    read,
    insert: (values) => outletRepo.insert(ctx, values),
  })
}

function outletInput(cells: Cells, departmentId: string | null): Record<string, unknown> {
  const { contacts, contactName: name, contactPhone: phone, province, city, district } = cells
  const formerRegion = [province, city === province ? '' : city, district]
  return {
    ...cells,
    region: cells.region || formerRegion.map((level) => level.replaceAll('/', ' ')).join('/'),
    latitude: numberOf(cells.latitude),
    longitude: numberOf(cells.longitude),
    timeZone: cells.timeZone || undefined,
    contacts: contacts === '' && name !== '' ? [{ name, phone }] : contactsOf(contacts),
    departmentId,
  }
}

/** Finds a department by its whole path, or by the end of it that only one has; undefined when there is none. */
function departmentsByName(
  departments: readonly { id: string; name: string }[],
): (name: string) => string | undefined {
  const byPath = new Map(departments.map(({ id, name }) => [name, id]))
  const endings = departments.flatMap(({ id, name }) =>
    name.split(' / ').map((_, from, levels) => ({ id, ending: levels.slice(from).join(' / ') })),
  )
  const byEnding = Map.groupBy(endings, ({ ending }) => ending)
  return (name) => {
    const named = byEnding.get(name) ?? []
    return byPath.get(name) ?? (named.length === 1 ? named[0]?.id : undefined)
  }
}

/** NaN is refused by the schema, as a number that is none. */
function numberOf(cell: string): number | null {
  return cell === '' ? null : Number(cell)
}
