import type { InputOf, tenantApi } from '@netward/contract'
import { fieldsOf } from '@netward/contract/entity-fields'
import { emailOf, phoneOf } from '@netward/contract/field-rules'
import { describedTenantColumns, plainTenantColumns, tenantEntity } from '@netward/contract/tenant-fields'
import { administrator as administratorSchema, newTenant } from '@netward/contract/tenant-values'
import { phrase, type PhraseKey } from '@netward/phrases/server'
import type { z } from 'zod'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { fieldMessage } from '../../platform/http/field-message.ts'
import { fileRows, headingsOf } from '../../platform/import/file-rows.ts'
import type { Administrator } from './tenant-invitation.ts'

const maxRows = 1000

/**
 * The columns of the file. `parent` is the code or the name of the company above, empty for the one acted in; `package` the code or a
 * name of one on sale; the administrator's contact a phone or a mail address, as in the form.
 */
export const columns = [...describedTenantColumns, ...plainTenantColumns] as const
export type Column = (typeof columns)[number]
export type Cells = Partial<Record<Column, string>>

type Fields = Omit<z.output<typeof newTenant>, 'kind' | 'standing' | 'contractEndsAt'>

export interface ImportRow {
  /** Numbered as in a spreadsheet: the heading is 1. */
  readonly row: number
  /** Code or name of the company above; empty for the one acted in. */
  readonly parent: string
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

const choices: Readonly<Record<string, readonly [phrases: string, values: readonly string[]]>> = {
  kind: ['tenants.kinds', newTenant.shape.kind.options],
  standing: ['tenants.standings', newTenant.shape.standing.unwrap().options],
  ...Object.fromEntries(
    fieldsOf(tenantEntity).flatMap(([field, options]) =>
      options.kind === 'choice' ? [[field, [options.phrases, options.choices]]] : [],
    ),
  ),
}

/** A choice in the file: its value, or its console label. */
function valueOf(column: Column, cell: string): string {
  const choice = choices[column]
  if (choice === undefined) return cell
  const [phrases, values] = choice
  const words = (value: string) => bothLanguages(`${phrases}.${value}` as PhraseKey)
  return (
    values.find((value) => words(value).some((word) => plain(word) === plain(cell))) ?? cell.toLowerCase()
  )
}

/** Spreadsheets hold a date: the end of that day, in China time where a contract names no zone. */
function instantOf(cell: string): string {
  const day = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(cell)
  if (day === null) return cell
  return `${day[1]}-${day[2]!.padStart(2, '0')}-${day[3]!.padStart(2, '0')}T23:59:59+08:00`
}

/** The rows that hold something; empty cells are not among theirs. @throws AppError as `fileRows` does. */
export function tenantRecords(ctx: Pick<RequestContext, 'phrase'>, file: UploadedFile | null) {
  const phrases = Object.fromEntries(columns.map((column) => [column, `tenants.${column}` as const]))
  const headings = headingsOf(ctx, phrases as Record<Column, PhraseKey>)
  const { rows, ...found } = fileRows(file, { headings, needed: ['name', 'code'], maxRows })
  return {
    ...found,
    rows: rows.map(({ row, cells }) => ({
      row,
      cells: Object.fromEntries(
        columns
          .filter((column) => cells[column] !== '')
          .map((column) => [column, valueOf(column, cells[column])]),
      ) as Cells,
    })),
  }
}

/** A row validated by the form's rules, or its errors by column. */
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
    parent,
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
