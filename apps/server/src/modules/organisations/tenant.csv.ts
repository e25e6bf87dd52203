import type { InputOf, tenantApi } from '@netward/contract'
import { emailOf, phoneOf } from '@netward/contract/field-rules'
import { describedTenantColumns, plainTenantColumns } from '@netward/contract/tenant-columns'
import { administrator as administratorSchema, newTenant } from '@netward/contract/tenant-values'
import { phrase, type PhraseKey } from '@netward/phrases/server'
import type { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { csvRecords } from '../../platform/http/csv-file.ts'
import { fieldMessage } from '../../platform/http/field-message.ts'
import type { Administrator } from './tenant-invitation.ts'

const mostRows = 1000

/**
 * The columns of the file. `parent` is the code of the company above, empty for the one acted in; `package` the code or a
 * name of one on sale; the administrator's contact a phone or a mail address, as in the form.
 */
const columns = [...describedTenantColumns, ...plainTenantColumns] as const
export type Column = (typeof columns)[number]
type Cells = Partial<Record<Column, string>>

type Fields = Omit<z.output<typeof newTenant>, 'kind' | 'standing' | 'contractEndsAt'>

export interface ImportRow {
  /** As a spreadsheet counts: the heading is 1. */
  readonly row: number
  readonly parentCode: string
  readonly kind: InputOf<typeof tenantApi.createTenant>['kind']
  readonly standing: InputOf<typeof tenantApi.createTenant>['standing']
  readonly contractEndsAt: string | null
  readonly fields: Fields
  readonly package: string | null
  readonly administrator: Administrator | null
}

interface RowProblem {
  readonly column: Column
  readonly reason: string
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '')
const bothLanguages = (key: PhraseKey) => (['zh', 'en'] as const).map((language) => phrase(language, key))

/** By its name, or as the console calls it in either language. */
function columnOf(cell: string): Column | null {
  const wanted = plain(cell)
  return (
    columns.find((column) =>
      [column, ...bothLanguages(`tenants.${column}`)].some((name) => plain(name) === wanted),
    ) ?? null
  )
}

const choices: Partial<Record<Column, readonly [string, readonly string[]]>> = {
  kind: ['kinds', ['middleman', 'company']],
  standing: ['standings', ['trial', 'poc', 'formal']],
  delivery: ['deliveries', ['saas', 'self_hosted']],
  language: ['languages', ['zh', 'en']],
}

/** A choice as the file names it: its value, or a word that the console shows for it. */
function valueOf(column: Column, cell: string): string {
  const choice = choices[column]
  if (choice === undefined) return cell
  const [group, values] = choice
  const words = (value: string) => bothLanguages(`tenants.${group}.${value}` as PhraseKey)
  return (
    values.find((value) => words(value).some((word) => plain(word) === plain(cell))) ?? cell.toLowerCase()
  )
}

/** Spreadsheets write a day: its end, in the time of China, where a contract names none. */
function instantOf(cell: string): string {
  const day = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(cell)
  if (day === null) return cell
  return `${day[1]}-${day[2]!.padStart(2, '0')}-${day[3]!.padStart(2, '0')}T23:59:59+08:00`
}

/** The rows that hold something; empty cells are not among theirs. @throws AppError import.not_csv, import.too_many_rows */
export function tenantRecords(file: UploadedFile | null): { row: number; cells: Cells }[] {
  const records = file === null ? null : csvRecords(file.content)
  const heading = records?.[0]?.map(columnOf)
  if (!records || !heading?.includes('name') || !heading.includes('code'))
    throw new AppError('import.not_csv')
  if (records.length - 1 > mostRows)
    throw new AppError('import.too_many_rows', { params: { most: mostRows } })
  const rows = records.flatMap((record, index) => {
    if (index === 0) return []
    const cells: Cells = {}
    for (const [at, column] of heading.entries()) {
      const cell = record[at]?.trim() ?? ''
      if (column !== null && cell !== '') cells[column] = valueOf(column, cell)
    }
    return Object.keys(cells).length === 0 ? [] : [{ row: index + 1, cells }]
  })
  if (rows.length === 0) throw new AppError('import.not_csv')
  return rows
}

/** A row with the rules of the form, or what is wrong with it, column by column. */
export function parseRow(
  ctx: RequestContext,
  row: number,
  cells: Cells,
): { problems: RowProblem[]; value: ImportRow | null } {
  const {
    parent = '',
    package: packageName = null,
    contractEndsAt,
    administratorName,
    administratorContact,
    ...fields
  } = cells
  const parsed = newTenant.safeParse({
    kind: 'company',
    ...fields,
    ...(contractEndsAt !== undefined && { contractEndsAt: instantOf(contractEndsAt) }),
  })
  const problems = problemsOf(ctx, parsed, (field) => field as Column)
  const asked = administratorName !== undefined || administratorContact !== undefined
  const contact = administratorContact ?? ''
  const administrator = asked
    ? administratorSchema.safeParse({
        displayName: administratorName ?? '',
        ...(phoneOf(contact) === null ? { email: emailOf(contact) ?? contact } : { phone: contact }),
      })
    : null
  if (administrator !== null)
    problems.push(
      ...problemsOf(ctx, administrator, (field) =>
        field === 'displayName' ? 'administratorName' : 'administratorContact',
      ),
    )
  if (!parsed.success || administrator?.success === false) return { problems, value: null }
  const { kind, standing, contractEndsAt: end, ...given } = parsed.data
  const value = {
    row,
    parentCode: parent,
    kind,
    standing,
    contractEndsAt: end ?? null,
    fields: given,
    package: packageName,
    administrator: administrator?.data ?? null,
  }
  return { problems, value }
}

function problemsOf(
  ctx: RequestContext,
  parsed: z.ZodSafeParseResult<unknown>,
  columnOfField: (field: string) => Column,
): RowProblem[] {
  return (parsed.error?.issues ?? []).map((issue) => ({
    column: columnOfField(String(issue.path[0] ?? 'name')),
    reason: fieldMessage(issue, ctx),
  }))
}
