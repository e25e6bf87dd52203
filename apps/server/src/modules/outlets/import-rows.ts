import { mostImported } from '@netward/contract/outlet-values'
import type { PhraseKey } from '@netward/phrases/server'
import { phrase } from '@netward/phrases/server'
import type { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { csvRecords } from '../../platform/http/csv-file.ts'
import { fieldMessage } from '../../platform/http/field-message.ts'
import { attemptRepo } from './attempt.repo.ts'

/** One row of a file: `row` counts as a spreadsheet does, the heading is 1. */
export interface ImportRow<Column extends string> {
  readonly row: number
  readonly cells: Readonly<Record<Column, string>>
}

export interface RefusedRow {
  readonly row: number
  readonly reason: string
}

/**
 * The rows of an import. A column is known by its own name and by the headings that the export gives it in either
 * language, so that an export can be edited and imported. What is `verbatim` no export holds: it is taken as it is. @throws AppError import.not_csv when there is none of `needed`,
 * import.too_many_rows.
 */
export function importRows<Column extends string>(
  file: UploadedFile | null,
  columns: Readonly<Record<Column, PhraseKey>>,
  needed: NoInfer<Column>,
  verbatim: readonly NoInfer<Column>[] = [],
): ImportRow<Column>[] {
  const names = Object.keys(columns) as Column[]
  const known = new Map<string, Column>()
  for (const name of names) {
    for (const heading of [name, phrase('zh', columns[name]), phrase('en', columns[name])]) {
      known.set(plain(heading), name)
    }
  }
  const records = file === null ? null : csvRecords(file.content)
  const heading = records?.[0]?.map((cell) => known.get(plain(cell)))
  if (!records || !heading?.includes(needed)) throw new AppError('import.not_csv')
  if (records.length - 1 > mostImported)
    throw new AppError('import.too_many_rows', { params: { most: mostImported } })
  const read = (name: Column, cell: string) => (verbatim.includes(name) ? cell : unguarded(cell.trim()))
  const rows = records
    .map((record, index) => ({
      row: index + 1,
      cells: Object.fromEntries(
        names.map((name) => [name, read(name, record[heading.indexOf(name)] ?? '')]),
      ) as Record<Column, string>,
    }))
    .filter(({ row, cells }) => row > 1 && names.some((name) => cells[name] !== ''))
  if (rows.length === 0) throw new AppError('import.not_csv')
  return rows
}

const plain = (heading: string) => heading.toLowerCase().replaceAll(/[\s_-]/g, '')

/** The export's apostrophe before what a spreadsheet would take for a formula. */
const unguarded = (cell: string) => cell.replace(/^'(?=\s*[=+\-@＝＋－＠])/u, '')

/** Why a row does not fit its schema: the name of the column and what is wrong with it; null when it fits. */
export function rowProblem(
  ctx: Pick<RequestContext, 'phrase'>,
  parsed: z.ZodSafeParseResult<unknown>,
  columns: Readonly<Record<string, PhraseKey>>,
): string | null {
  const issue = parsed.error?.issues[0]
  if (issue === undefined) return null
  const field = String(issue.path[0] ?? '')
  const column = columns[field]
  return `${column === undefined ? field : ctx.phrase(column)}: ${fieldMessage(issue, ctx)}`
}

/** @throws AppError 41033 with each refused row and why. */
export function refuseRows(refused: readonly RefusedRow[]): void {
  if (refused.length === 0) return
  const failed = refused
    .toSorted((a, b) => a.row - b.row)
    .map(({ row, reason }) => ({ ip: String(row), reason }))
  throw new AppError('41033', { data: { accepted: 0, failed } })
}

/**
 * Inserts all rows in one statement. When the licence has no room for all of them, looks for how many it has room
 * for, so that the rows beyond are named: nothing stays of any of them. @throws AppError 41033
 */
export async function insertWithinQuota<Row>(
  ctx: RequestContext,
  rows: readonly { readonly row: number; readonly values: Row }[],
  insert: (values: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  const fits = (n: number) =>
    attemptRepo.withinQuota(ctx, () => insert(rows.slice(0, n).map(({ values }) => values)))
  if (await fits(rows.length)) return
  let [enough, tooMany] = [0, rows.length]
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2)
    if (await fits(middle)) {
      await attemptRepo.undo(ctx)
      enough = middle
    } else tooMany = middle
  }
  refuseRows(rows.slice(enough).map(({ row }) => ({ row, reason: ctx.phrase('errors.licence.exceeded') })))
}
