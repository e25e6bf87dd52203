import { phrase } from '@netward/phrases/server'
import { z } from 'zod'
import { defineTool, wrongField } from './define.ts'
import { alarms, devices, lines, orders, outages, outlets } from './lists.ts'
import { type List, totalOf } from './list.ts'
import { type ToolAnswer, type ToolContext, ToolFailure } from './tool.ts'
import {
  aggregates,
  type Aggregate,
  type Comparison,
  comparisons,
  resultOfComparison,
  resultOf,
} from './arithmetic.ts'

const lists: Readonly<Record<string, List>> = { outlets, devices, lines, alarms, orders, outages }
const listNames = Object.keys(lists) as [string, ...string[]]

/** Rows that a calculation reads at most. */
const mostRows = 2000
const pageSize = 200

export const calculate = defineTool({
  name: 'calculate',
  shown: 'calculate',
  description:
    'Does arithmetic exactly; use it for every sum, count, average, percentage, difference or comparison instead of calculating yourself. Give `values` from earlier results, or `list` with the `filters` of its find tool and the numeric `field` of its items (such as downMinutes, day.lossPercent); `groupBy` gives a result for each value of a field. With exactly two values: difference (second minus first), change (from the first to the second in percent), percent and ratio (the first of the second), compare.',
  input: {
    operation: z.enum([...aggregates, ...comparisons]),
    values: z.array(z.number()).min(1).max(2000).optional(),
    list: z.enum(listNames).optional(),
    filters: z.record(z.string(), z.unknown()).optional().describe('Filters of the find tool of the list'),
    field: z.string().max(60).optional(),
    groupBy: z.string().max(60).optional(),
  },
  run: async (context, { operation, values, list, filters = {}, field, groupBy }) => {
    if (isComparison(operation)) {
      if (values?.length !== 2) throw wrongField(context, 'values', 'format')
      return {
        data: { operation, of: values, result: resultOfComparison(operation, values[0]!, values[1]!) },
        references: [],
      }
    }
    if (values !== undefined)
      return {
        data: { operation, count: values.length, result: resultOf(operation, values) },
        references: [],
      }
    if (list === undefined) throw wrongField(context, 'values', 'missing')
    return overList(context, { operation, list: lists[list]!, filters, field, groupBy })
  },
})

const nameOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const isComparison = (operation: Aggregate | Comparison): operation is Comparison =>
  (comparisons as readonly string[]).includes(operation)

interface OverList {
  readonly operation: Aggregate
  readonly list: List
  readonly filters: Readonly<Record<string, unknown>>
  readonly field: string | undefined
  readonly groupBy: string | undefined
}

async function overList(context: ToolContext, asked: OverList): Promise<ToolAnswer> {
  const { operation, list, field, groupBy } = asked
  const parsed = z.strictObject(list.filters).safeParse(asked.filters)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const where = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue?.path.join('.')
    throw wrongField(
      context,
      `filters.${where}`,
      issue?.code === 'unrecognized_keys' ? 'unrecognised' : 'format',
    )
  }
  if (field === undefined && operation !== 'count') throw wrongField(context, 'field', 'missing')
  if (field === undefined && groupBy === undefined) {
    const page = await list.page(context, parsed.data, 1, 1)
    return { data: { operation, list: list.name, result: totalOf(page) }, references: [] }
  }
  const { rows, total, complete } = await rowsOf(context, list, parsed.data)
  const numbersOf = (some: typeof rows) =>
    field === undefined
      ? some.map(() => 1)
      : some.map((row) => valueAt(row, field)).filter((value) => typeof value === 'number')
  if (field !== undefined && rows.length > 0 && numbersOf(rows).length === 0) {
    const known = rows.every((row) => valueAt(row, field) === undefined)
    if (known) throw wrongField(context, 'field', 'notAllowed')
  }
  const data = {
    operation,
    list: list.name,
    field,
    rows: rows.length,
    total,
    ...(!complete && { incomplete: `only the first ${mostRows} rows were read: narrow the filters` }),
  }
  if (groupBy === undefined) {
    const numbers = numbersOf(rows)
    return {
      data: { ...data, withoutValue: rows.length - numbers.length, result: resultOf(operation, numbers) },
      references: [],
    }
  }
  const groups = Map.groupBy(rows, (row) => nameOf(valueAt(row, groupBy)))
  const results = [...groups]
    .map(([group, members]) => ({
      group,
      rows: members.length,
      result: resultOf(operation, numbersOf(members)),
    }))
    .toSorted((a, b) => (b.result ?? -Infinity) - (a.result ?? -Infinity))
  return { data: { ...data, groupBy, groups: results }, references: [] }
}

async function rowsOf(context: ToolContext, list: List, filters: Readonly<Record<string, unknown>>) {
  const rows: Readonly<Record<string, unknown>>[] = []
  for (let page = 1; page <= mostRows / pageSize; page += 1) {
    const found = await list.page(context, filters, page, pageSize)
    rows.push(...found.rows.map(({ data }) => data))
    const complete = found.rows.length < pageSize || rows.length >= found.total
    if (complete && !found.totalCapped) return { rows, total: totalOf(found), complete: true }
    if (found.rows.length === 0) break
    if (rows.length >= mostRows) return { rows, total: totalOf(found), complete: false }
  }
  if (context.signal.aborted) throw new ToolFailure('failed', phrase(context.language, 'errors.internal'))
  return { rows, total: rows.length, complete: false }
}

/** `day.lossPercent` of a row; no property that the row does not have itself. */
function valueAt(row: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      row,
    )
}
