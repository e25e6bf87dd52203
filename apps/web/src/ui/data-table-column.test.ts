import { describe, expect, test } from 'vitest'
import { cardColumns, type Column, rowHeightOf, widthsOf } from './data-table-column.ts'

const column = (key: string, phone?: Column<never>['phone']): Column<never> => ({
  key,
  title: key,
  width: 100,
  render: () => null,
  ...(phone !== undefined && { phone }),
})
const keys = (columns: readonly Column<never>[]) => cardColumns(columns).map(({ key }) => key)

describe('the card of a row', () => {
  test('has the first column as its title, the status beside it, then the values', () => {
    expect(keys([column('name'), column('seen', 'value'), column('state', 'status'), column('oui')])).toEqual(
      ['name', 'state', 'seen'],
    )
  })

  test('has the first columns when none says what it is on a phone', () => {
    expect(keys(['a', 'b', 'c', 'd', 'e'].map((key) => column(key)))).toEqual(['a', 'b', 'c', 'd'])
  })

  test('is as high as its lines; the status has none of its own', () => {
    const cards = { cards: true, density: 'compact', actions: false } as const
    const one = rowHeightOf([column('name'), column('seen', 'value')], cards)
    expect(rowHeightOf([column('name'), column('state', 'status'), column('seen', 'value')], cards)).toBe(one)
    const three = ['a', 'b', 'c'].map((key) => column(key, 'value'))
    expect(rowHeightOf([column('name'), column('said', 'text')], cards)).toBe(
      rowHeightOf([column('name'), ...three], cards),
    )
    expect(rowHeightOf([column('name'), column('hours', 'long')], cards)).toBe(
      rowHeightOf([column('name'), ...three.slice(1)], cards),
    )
    expect(
      rowHeightOf([column('name'), column('seen', 'value')], { ...cards, actions: true }),
    ).toBeGreaterThan(one)
  })
})

test('a row of a table is as high as the density says', () => {
  const heights = (['compact', 'default', 'relaxed'] as const).map((density) =>
    rowHeightOf([column('name')], { cards: false, density, actions: true }),
  )
  expect(heights).toEqual([30, 36, 46])
})

test('columns share what is left over in proportion; boxes and actions keep their width', () => {
  expect(widthsOf([column('a'), { ...column('b'), width: 300 }], 128)).toEqual([
    'calc(100px + (100% - 528px) * 0.25)',
    'calc(300px + (100% - 528px) * 0.75)',
  ])
})
