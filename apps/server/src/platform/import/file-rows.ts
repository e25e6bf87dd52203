import { phrase, type PhraseKey } from '@netward/phrases/server'
import { AppError } from '../errors.ts'
import type { CallContext, UploadedFile } from '../http/context.ts'
import { csvRecords } from '../http/csv-file.ts'

/** One row of a file: `row` counts like a spreadsheet; the heading is 1. */
export interface FileRow<Column extends string> {
  readonly row: number
  /** Every column; empty where the file has none. */
  readonly cells: Readonly<Record<Column, string>>
}

export interface FileRows<Column extends string> {
  readonly rows: readonly FileRow<Column>[]
  /** Columns that the file has. */
  readonly present: ReadonlySet<Column>
  /** Headings that no column has, as the file writes them. */
  readonly ignored: readonly string[]
}

/** How the columns of a file are recognised. */
export interface FileColumns<Column extends string> {
  /** Names of each column, the first as the caller's language shows it. */
  readonly headings: Readonly<Record<Column, readonly string[]>>
  /** Columns without which a file is refused. */
  readonly needed: readonly NoInfer<Column>[]
  readonly maxRows: number
  /** Columns that no export holds: their cells are not trimmed and keep an apostrophe. */
  readonly verbatim?: readonly NoInfer<Column>[]
}

const plain = (heading: string) => heading.toLowerCase().replaceAll(/[\s_-]/g, '')

/** The export's apostrophe before a would-be formula. */
const unguarded = (cell: string) => cell.replace(/^'(?=\s*[=+\-@＝＋－＠])/u, '')

/** As an error shows them: some headings of a file that may have thousands. */
const shown = (headings: readonly string[]) =>
  headings
    .slice(0, 20)
    .map((heading) => heading.slice(0, 40))
    .join(', ')

export function wrongHeadings(missing: readonly string[], found: readonly string[]): AppError {
  return new AppError('import.wrong_headings', {
    params: { missing: shown(missing), found: shown(found.filter((cell) => cell !== '')) },
  })
}

/**
 * The rows of an import that hold something.
 * @throws AppError import.not_csv for a file that is no CSV or has no rows; import.wrong_headings; import.too_many_rows.
 */
export function fileRows<Column extends string>(
  file: Pick<UploadedFile, 'content'> | null,
  { headings, needed, maxRows, verbatim = [] }: FileColumns<Column>,
): FileRows<Column> {
  const names = Object.keys(headings) as Column[]
  const known = new Map(
    names.flatMap((name) => [name, ...headings[name]].map((text) => [plain(text), name] as const)),
  )
  const records = file === null ? null : csvRecords(file.content)
  const first = records?.[0]
  if (!records || !first || records.length < 2) throw new AppError('import.not_csv')
  const columns = first.map((cell) => known.get(plain(cell)))
  const missing = needed.filter((name) => !columns.includes(name))
  if (missing.length > 0) {
    throw wrongHeadings(
      missing.map((name) => headings[name][0] ?? name),
      first,
    )
  }
  if (records.length - 1 > maxRows) throw new AppError('import.too_many_rows', { params: { most: maxRows } })
  const read = (name: Column, cell: string) => (verbatim.includes(name) ? cell : unguarded(cell.trim()))
  const places = new Map(names.map((name) => [name, columns.indexOf(name)]))
  const rows = records
    .map((record, index) => ({
      row: index + 1,
      cells: Object.fromEntries(
        names.map((name) => [name, read(name, record[places.get(name)!] ?? '')]),
      ) as Record<Column, string>,
    }))
    .filter(({ row, cells }) => row > 1 && names.some((name) => cells[name] !== ''))
  if (rows.length === 0) throw new AppError('import.not_csv')
  return {
    rows,
    present: new Set(names.filter((name) => columns.includes(name))),
    ignored: first.filter((cell, at) => cell !== '' && columns[at] === undefined).slice(0, 20),
  }
}

/** The cells of the columns that a file has. */
export function only<Column extends string>(
  cells: Readonly<Record<Column, string>>,
  present: ReadonlySet<Column>,
): Partial<Record<Column, string>> {
  return Object.fromEntries(
    (Object.entries(cells) as [Column, string][]).filter(([column]) => present.has(column)),
  ) as Partial<Record<Column, string>>
}

/** The names of columns whose headings are phrases: in the caller's language first. */
export function headingsOf<Column extends string>(
  call: Pick<CallContext, 'phrase'>,
  phrases: Readonly<Record<Column, PhraseKey>>,
): Record<Column, readonly string[]> {
  const named = (Object.entries(phrases) as [Column, PhraseKey][]).map(
    ([name, key]) => [name, [call.phrase(key), phrase('zh', key), phrase('en', key)]] as const,
  )
  return Object.fromEntries(named) as unknown as Record<Column, readonly string[]>
}
