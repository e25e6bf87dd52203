import { describe, expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../lib/search.ts'
import {
  type FilterField,
  type ListState,
  nextSort,
  readListState,
  totalText,
  writeListState,
} from './list-state.ts'

const fields: FilterField[] = [
  { name: 'search', kind: 'text' },
  { name: 'modelName', kind: 'select' },
  { name: 'presence', kind: 'multi' },
]
const sortable = ['name', 'lastInformAt']
const defaults = { pageSize: 50, sort: 'name' } as const
const read = (search: string) => readListState(parseSearch(search), fields, sortable, defaults)

describe('the state of a list in its address', () => {
  test.each<[string, Partial<ListState>]>([
    ['', {}],
    ['page=3&pageSize=100&sort=-lastInformAt', { page: 3, pageSize: 100, sort: '-lastInformAt' }],
    ['pageSize=all', { pageSize: 'all' }],
    ['page=0&pageSize=7&sort=password', {}],
    ['page=1.5', {}],
    [
      'search=%20GW%20&presence=online&presence=offline',
      { filters: { search: 'GW', presence: ['online', 'offline'] } },
    ],
    ['presence=online', { filters: { presence: ['online'] } }],
    ['presence=&search=&modelName=0012', { filters: { modelName: '0012' } }],
    ['stranger=1', {}],
  ])('%s', (search, expected) => {
    expect(read(search)).toEqual({ page: 1, pageSize: 50, sort: 'name', filters: {}, ...expected })
  })

  test.each([
    '',
    '?page=2',
    '?search=00%3A25%3A9e&presence=online&presence=offline&sort=-name&page=4&pageSize=all',
    '?search=a%26b%3Dc+%E4%B8%AD%E6%96%87',
  ])('a link reproduces the list: %s', (link) => {
    const before = parseSearch(link.slice(1))
    const written = writeListState(
      readListState(before, fields, sortable, defaults),
      before,
      fields,
      defaults,
    )
    expect(stringifySearch(written)).toBe(link)
  })

  test('parameters of others, such as the tab, are kept', () => {
    const before = parseSearch('tab=commands&page=2')
    expect(writeListState({ ...read('page=2'), page: 1 }, before, fields, defaults)).toEqual({
      tab: 'commands',
    })
  })
})

test.each([
  [undefined, 'name', undefined, 'name'],
  ['name', 'name', undefined, '-name'],
  ['-name', 'name', undefined, undefined],
  ['-lastInformAt', 'lastInformAt', 'name', 'name'],
  ['-name', 'name', 'name', 'name'],
  ['name', 'lastInformAt', 'name', 'lastInformAt'],
])('sorted by %s, pressing %s with the default %s sorts by %s', (current, column, fallback, expected) => {
  expect(nextSort(current, column, fallback)).toBe(expected)
})

const format = (value: number) => value.toLocaleString('en-US')

test('a count that stopped says so', () => {
  expect(totalText(10_000, true, format)).toBe('10,000+')
  expect(totalText(9_999, false, format)).toBe('9,999')
})
