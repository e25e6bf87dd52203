import type { Search } from '../lib/search.ts'

/**
 * A field of the search form: a text, a single or multiple choice, or a moment (stored as ISO 8601 in UTC).
 */
export interface FilterField {
  readonly name: string
  readonly kind: 'text' | 'select' | 'multi' | 'moment'
}

export type PageSize = number | 'all'
export const pageSizes: readonly PageSize[] = [20, 50, 100, 200, 'all']

/** Everything that determines what a list shows. Stored in the address, so a link reproduces the list. */
export interface ListState {
  readonly page: number
  readonly pageSize: PageSize
  /** Column name, with a leading `-` for descending. */
  readonly sort: string | undefined
  readonly filters: Readonly<Record<string, string | readonly string[]>>
}

export interface ListDefaults {
  readonly pageSize: PageSize
  readonly sort: string | undefined
}

const first = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0]

/** Reads the state from an address; invalid parts fall back to the default. */
export function readListState(
  search: Search,
  fields: readonly FilterField[],
  sortable: readonly string[],
  defaults: ListDefaults,
): ListState {
  const page = Number(first(search['page']))
  const size = first(search['pageSize'])
  const sort = first(search['sort'])
  const filters: Record<string, string | readonly string[]> = {}
  for (const { name, kind } of fields) {
    const given = search[name]
    if (kind === 'multi') {
      const values = (typeof given === 'string' ? [given] : (given ?? [])).filter((value) => value !== '')
      if (values.length > 0) filters[name] = values
    } else {
      const value = first(given)?.trim()
      if (value !== undefined && value !== '') filters[name] = value
    }
  }
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    pageSize: pageSizes.find((known) => String(known) === size) ?? defaults.pageSize,
    sort: sort !== undefined && sortable.includes(sort.replace(/^-/, '')) ? sort : defaults.sort,
    filters,
  }
}

/** The search parameters of a state: defaults are omitted; foreign parameters are kept. */
export function writeListState(
  state: ListState,
  before: Search,
  fields: readonly FilterField[],
  defaults: ListDefaults,
): Record<string, string | readonly string[]> {
  const own = new Set(['page', 'pageSize', 'sort', ...fields.map(({ name }) => name)])
  const search: Record<string, string | readonly string[]> = {}
  for (const [name, value] of Object.entries(before)) if (!own.has(name)) search[name] = value
  Object.assign(search, state.filters)
  if (state.sort !== undefined && state.sort !== defaults.sort) search['sort'] = state.sort
  if (state.page !== 1) search['page'] = String(state.page)
  if (state.pageSize !== defaults.pageSize) search['pageSize'] = String(state.pageSize)
  return search
}

/** Next sort when a column head is pressed: ascending, descending, default. */
export function nextSort(
  current: string | undefined,
  column: string,
  fallback: string | undefined,
): string | undefined {
  if (current === column) return `-${column}`
  if (current === `-${column}`) return fallback === column || fallback === `-${column}` ? column : fallback
  return column
}

/** "1,234", or "10,000+" if the count is capped. */
export function totalText(total: number, capped: boolean, format: (value: number) => string): string {
  return capped ? `${format(total)}+` : format(total)
}
