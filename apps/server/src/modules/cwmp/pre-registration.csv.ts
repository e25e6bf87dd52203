import { csvRecords } from '../../platform/http/csv-file.ts'
import { wrongHeadings } from '../../platform/import/file-rows.ts'
import { keyOf } from './callers.ts'

export interface PreRegistrationRow {
  oui: string | null
  productClass: string | null
  modelName: string | null
  serialNumber: string
  name: string
  labelSecret: string | null
}

/** Keys of phrases under `gateways.import`. */
export type RowProblem = 'serialMissing' | 'serialTooLong' | 'ouiOrModel' | 'ouiWrong' | 'tooLong' | 'twice'

export interface ParsedImport {
  rows: PreRegistrationRow[]
  /** `row` counts as a spreadsheet does: the heading is 1. */
  refused: { row: number; problem: RowProblem }[]
}

export const maxRows = 10_000
const longest = { productClass: 64, modelName: 64, name: 100, labelSecret: 64 } as const

const columns: Record<string, keyof PreRegistrationRow> = {
  serialnumber: 'serialNumber',
  serial: 'serialNumber',
  oui: 'oui',
  productclass: 'productClass',
  model: 'modelName',
  modelname: 'modelName',
  name: 'name',
  labelsecret: 'labelSecret',
}

/** Reads an import. Null when it is no CSV with rows, or has too many. @throws AppError import.wrong_headings */
export function parseImport(content: Buffer): ParsedImport | null {
  const records = csvRecords(content)
  const heading = records?.[0]?.map((cell) => columns[cell.toLowerCase().replaceAll(/[\s_-]/g, '')] ?? null)
  if (!records || !heading || records.length < 2 || records.length - 1 > maxRows) return null
  if (!heading.includes('serialNumber')) throw wrongHeadings(['serialNumber'], records[0] ?? [])
  const parsed: ParsedImport = { rows: [], refused: [] }
  const seen = new Set<string>()
  for (const [index, record] of records.entries()) {
    if (index === 0 || record.every((cell) => cell === '')) continue
    const row = rowOf(record, heading)
    const problem = problemOf(row, seen)
    if (problem === null) parsed.rows.push(row)
    else parsed.refused.push({ row: index + 1, problem })
  }
  return parsed
}

function rowOf(record: string[], heading: (keyof PreRegistrationRow | null)[]): PreRegistrationRow {
  const cell = (column: keyof PreRegistrationRow) => record[heading.indexOf(column)]?.trim() ?? ''
  const key = keyOf({
    oui: cell('oui'),
    productClass: cell('productClass'),
    serialNumber: cell('serialNumber'),
  })
  return {
    oui: cell('oui') === '' ? null : key.oui,
    productClass: cell('productClass') === '' ? null : key.productClass,
    modelName: cell('modelName') || null,
    serialNumber: cell('serialNumber').length > 64 ? cell('serialNumber') : key.serialNumber,
    name: cell('name'),
    labelSecret: cell('labelSecret') || null,
  }
}

function problemOf(row: PreRegistrationRow, seen: Set<string>): RowProblem | null {
  if (row.serialNumber === '') return 'serialMissing'
  if (row.serialNumber.length > 64) return 'serialTooLong'
  if (row.oui === null && row.modelName === null) return 'ouiOrModel'
  if (row.oui !== null && !/^[0-9A-F]{6}$/.test(row.oui)) return 'ouiWrong'
  if (
    (Object.keys(longest) as (keyof typeof longest)[]).some(
      (field) => (row[field]?.length ?? 0) > longest[field],
    )
  ) {
    return 'tooLong'
  }
  const identity = [row.serialNumber, row.oui, row.productClass].join('\n').toLowerCase()
  const key = `${identity}\n${row.modelName}`
  if (seen.has(key)) return 'twice'
  seen.add(key)
  return null
}
