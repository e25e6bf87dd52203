import {
  type CustomName,
  type Entity,
  type EntityField,
  type FieldName,
  fieldsOf,
  labelsOf,
} from '@netward/contract/entity-fields'
import type { ImportChange } from '@netward/contract/imports'
import { phrase, type PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../http/context.ts'

type Speaker = Pick<RequestContext, 'phrase'>

/** A column of an export. */
export type Cell<Row> = readonly [heading: PhraseKey, cell: (row: Row) => string | null]

/** How a file writes and reads a custom field. */
interface CellCodec<Row> {
  readonly write: (row: Row) => string | null
  /** The value for the input rule, not yet validated; without it the import adds the value. */
  readonly read?: (cell: string) => unknown
}
export type CellCodecs<E extends Entity, Row> = { readonly [N in CustomName<E>]: CellCodec<Row> }

/** Name of a field's column in a file. */
export type CsvName<E extends Entity> = {
  [N in FieldName<E>]: E['fields'][N] extends { csv: { name: infer C extends string } } ? C : N
}[FieldName<E>]

const nameInFile = (field: string, { csv }: EntityField) => csv?.name ?? field

/** Columns of a file with the phrases of their headings. */
export function csvColumns<E extends Entity>(entity: E): Record<CsvName<E>, PhraseKey> {
  const labels: Readonly<Record<string, string>> = labelsOf(entity)
  return Object.fromEntries(
    fieldsOf(entity).map(([field, options]) => [
      nameInFile(field, options),
      options.csv?.label ?? labels[field],
    ]),
  ) as Record<CsvName<E>, PhraseKey>
}

/** What an export writes, and an import can read again. */
export function fieldCells<E extends Entity, Row extends object>(
  ctx: Speaker,
  entity: E,
  codecs: CellCodecs<E, Row>,
): readonly Cell<Row>[] {
  const headings: Readonly<Record<string, PhraseKey>> = csvColumns(entity)
  return fieldsOf(entity).map(([field, options]) => [
    headings[nameInFile(field, options)]!,
    options.kind === 'custom'
      ? codecs[field as CustomName<E>].write
      : (row) => plainCell(ctx, options, (row as Record<string, unknown>)[field]),
  ])
}

/** The values of a row of a file, not yet validated. */
export function fieldInput<E extends Entity>(
  entity: E,
  cells: Readonly<Record<CsvName<E>, string>>,
  codecs: CellCodecs<E, never>,
): Record<string, unknown> {
  return Object.fromEntries(
    fieldsOf(entity).map(([field, options]) => {
      const cell = cells[nameInFile(field, options) as CsvName<E>]
      const custom = options.kind === 'custom' ? codecs[field as CustomName<E>] : null
      return [field, custom === null ? plainValue(options, cell) : custom.read?.(cell)]
    }),
  )
}

function plainCell(ctx: Speaker, field: EntityField, value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return field.kind === 'choice' ? ctx.phrase(`${field.phrases}.${value}` as PhraseKey) : String(value)
}

/** NaN is refused by the schema as an invalid number. */
function plainValue(field: EntityField, cell: string): unknown {
  switch (field.kind) {
    case 'number':
      return cell === '' ? (field.required ? undefined : null) : Number(cell)
    case 'date':
      return cell === '' ? null : cell.replaceAll('/', '-')
    case 'choice':
      return cell === '' && field.fallback !== undefined ? undefined : choiceOf(cell, field)
    default:
      return cell
  }
}

/** A value by its own name or its label in either language. */
function choiceOf(
  cell: string,
  { choices, phrases }: { readonly choices: readonly string[]; readonly phrases: string },
): string {
  const typed = cell.toLowerCase()
  const words = (value: string) => [
    value,
    phrase('zh', `${phrases}.${value}`),
    phrase('en', `${phrases}.${value}`),
  ]
  return choices.find((value) => words(value).some((word) => word.toLowerCase() === typed)) ?? cell
}

/** Numbers as cells. */
export const numberCell = (value: number | null) => (value === null ? null : String(value))

/** The cells that an export writes of a row, by the columns that an import reads. */
export function exportedCells<Row, Column extends string>(
  columns: Readonly<Record<Column, PhraseKey>>,
  cells: readonly Cell<Row>[],
  row: Row,
): Record<Column, string> {
  const byHeading = new Map(cells.map(([heading, cell]) => [heading, cell(row) ?? '']))
  return Object.fromEntries(
    (Object.keys(columns) as Column[]).map((column) => [column, byHeading.get(columns[column]) ?? '']),
  ) as Record<Column, string>
}

/** Columns whose cells differ from what an export writes of the stored row. */
export function changedCells<Column extends string>(
  ctx: Speaker,
  columns: Readonly<Record<Column, PhraseKey>>,
  before: Readonly<Record<Column, string>>,
  after: Readonly<Record<Column, string>>,
): ImportChange[] {
  return (Object.keys(columns) as Column[])
    .filter((column) => before[column] !== after[column])
    .map((column) => ({ column: ctx.phrase(columns[column]), before: before[column], after: after[column] }))
}
