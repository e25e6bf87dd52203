import type { OutputOf } from '@netward/contract'
import { tenantApi } from '@netward/contract'
import type { FailedItem } from '@netward/contract/errors'
import type { PhraseKey } from '@netward/phrases/server'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { csvRecords } from '../../platform/http/csv-file.ts'
import { fieldMessage } from '../../platform/http/field-message.ts'
import { tenantRepo } from './tenant.repo.ts'

const mostRows = 1000

/** The columns of the file; `parent` is the code of the company above, empty for the one acted in. */
const columns = [
  'name',
  'code',
  'kind',
  'parent',
  'standing',
  'contractEndsAt',
  'abbreviation',
  'domain',
  'prefix',
  'delivery',
  'contactPerson',
  'contactPhone',
  'contactMail',
  'contactNote',
  'language',
  'timeZone',
] as const
type Column = (typeof columns)[number]

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '')

/** By its name, or as the console calls it in the caller's language. */
function columnOf(ctx: RequestContext, cell: string): Column | null {
  const wanted = plain(cell)
  return (
    columns.find((column) => plain(column) === wanted || plain(ctx.phrase(`tenants.${column}`)) === wanted) ??
    null
  )
}

const choices = {
  kind: ['kinds', ['middleman', 'company']],
  standing: ['standings', ['trial', 'poc', 'formal']],
  delivery: ['deliveries', ['saas', 'self_hosted']],
} as const

/** A choice as the file names it: its value, or the word that the console shows for it. */
function valueOf(ctx: RequestContext, column: Column, cell: string): string {
  if (column !== 'kind' && column !== 'standing' && column !== 'delivery') return cell
  const [group, values] = choices[column]
  const word = (value: string) => ctx.phrase(`tenants.${group}.${value}` as PhraseKey)
  return values.find((value) => plain(word(value)) === plain(cell)) ?? cell.toLowerCase()
}

/** Spreadsheets write a day: its end, in the time of China, where a contract names none. */
function instantOf(cell: string): string {
  const day = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(cell)
  if (day === null) return cell
  return `${day[1]}-${day[2]!.padStart(2, '0')}-${day[3]!.padStart(2, '0')}T23:59:59+08:00`
}

/** All rows or none. @throws AppError import.not_csv; 41033 with each refused row and why. */
export async function importTenants(
  ctx: RequestContext,
  file: UploadedFile | null,
): Promise<OutputOf<typeof tenantApi.importTenants>> {
  const records = file === null ? null : csvRecords(file.content)
  const heading = records?.[0]?.map((cell) => columnOf(ctx, cell))
  if (!records || !heading?.includes('name') || !heading.includes('code') || records.length - 1 > mostRows)
    throw new AppError('import.not_csv')
  const failed: FailedItem[] = []
  const rows: Record<string, unknown>[] = []
  for (const [index, record] of records.entries()) {
    if (index === 0 || record.every((cell) => cell === '')) continue
    const row = String(index + 1)
    const cells = new Map<Column, string>()
    for (const [at, column] of heading.entries())
      if (column !== null) cells.set(column, valueOf(ctx, column, record[at]?.trim() ?? ''))
    const {
      parent = '',
      contractEndsAt,
      ...fields
    } = Object.fromEntries([...cells].filter(([, value]) => value !== ''))
    const parsed = tenantApi.newTenant.safeParse({
      kind: 'company',
      ...fields,
      ...(contractEndsAt !== undefined && { contractEndsAt: instantOf(contractEndsAt) }),
    })
    if (parsed.success) {
      const { kind, standing, contractEndsAt: end, ...given } = parsed.data
      rows.push({
        row: index + 1,
        parentCode: parent,
        kind,
        standing,
        contractEndsAt: end ?? null,
        fields: given,
      })
    } else {
      for (const issue of parsed.error.issues)
        failed.push({ ip: row, reason: `${issue.path.join('.')}: ${fieldMessage(issue, ctx)}` })
    }
  }
  if (failed.length > 0) throw refused(failed)
  if (rows.length === 0) throw new AppError('import.not_csv')
  const made = await tenantRepo.insertAll(ctx, rows)
  const problems = made.flatMap(({ row_number, problem }) =>
    problem === null
      ? []
      : [{ ip: String(row_number), reason: ctx.phrase(`errors.${problem}` as PhraseKey) }],
  )
  if (problems.length > 0) throw refused(problems)
  await ctx.audit({
    action: 'company.imported',
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: { imported: rows.length, file: file?.filename.slice(0, 200) ?? '' },
  })
  return { imported: rows.length }
}

const refused = (failed: FailedItem[]) => new AppError('41033', { data: { accepted: 0, failed } })
