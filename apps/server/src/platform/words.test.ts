import { expect, test } from 'vitest'
import { searchedWords, wordsOf } from './words.ts'

/** As the index compares them. */
function finds(text: string, term: string): boolean {
  const words = wordsOf(text)
  return searchedWords(term).every(({ word, isBegun }) =>
    words.some((one) => (isBegun ? one.startsWith(word) : one === word)),
  )
}

const link =
  '%%01IFNET/4/LINK_STATE(l): 接口XGigabitEthernet0/0/1的链路状态变为DOWN，原因：端口关闭 (10.20.3.4)'

test.each([
  'link_state',
  'LINK',
  'xgigabitethernet0/0/1',
  'GigabitEthernet0/0/1',
  'ethernet0/0',
  'Gigabit',
  '接口XGigabit',
  '链路状态变为down',
  '路状',
  '态',
  '关闭 (10',
  '10.20.3',
  '20.3.4',
])('%s is found', (term) => {
  expect(finds(link, term)).toBe(true)
})

test.each(['thernet', 'linked', '接状', '11.20', 'UP'])('%s is not', (term) => {
  expect(finds(link, term)).toBe(false)
})

test('words are bounded, and a term of signs has none', () => {
  expect(wordsOf('a1'.repeat(5_000)).length).toBeLessThanOrEqual(200)
  expect(Math.max(...wordsOf(`${'x'.repeat(4000)} 中`).map(({ length }) => length))).toBe(40)
  expect(finds('y'.repeat(100), 'y'.repeat(60))).toBe(true)
  expect(searchedWords('--> %')).toEqual([])
})
