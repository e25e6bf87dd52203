import { expect, test } from 'vitest'
import { resultOf, resultOfComparison } from './arithmetic.ts'
import { fitted, withoutNothing } from './fit.ts'

test.each([
  ['sum', [0.1, 0.2], 0.3],
  ['sum', [], 0],
  ['count', [1, 2, 3], 3],
  ['average', [1, 2, 4], 2.33333333333],
  ['average', [], null],
  ['min', [3, 1, 2], 1],
  ['max', [3, 1, 2], 3],
  ['range', [3, 1, 2], 2],
  ['median', [4, 1, 2, 3], 2.5],
  ['p95', [10], 10],
  ['p95', Array.from({ length: 101 }, (_, at) => at), 95],
] as const)('%s of %j is %s', (operation, values, result) => {
  expect(resultOf(operation, values)).toBe(result)
})

test.each([
  ['difference', 10, 12.5, 2.5],
  ['change', 10, 12.5, 25],
  ['change', -10, -5, 50],
  ['change', 0, 5, null],
  ['percent', 1, 8, 12.5],
  ['percent', 1, 0, null],
  ['ratio', 3, 2, 1.5],
  ['compare', 1, 2, { difference: 1, changePercent: 100, second: 'higher' }],
] as const)('%s of %s and %s is %j', (operation, first, second, result) => {
  expect(resultOfComparison(operation, first, second)).toEqual(result)
})

test('a result that is too long loses items of its longest list and says so', () => {
  const items = Array.from({ length: 500 }, (_, id) => ({ id, name: 'x'.repeat(40) }))
  const cut = fitted({ shown: 500, total: 1234, items, few: [1, 2] }) as {
    shown: number
    items: unknown[]
    few: number[]
  }
  expect(JSON.stringify(cut).length).toBeLessThanOrEqual(12_000)
  expect(cut.shown).toBe(cut.items.length)
  expect(cut.shown).toBeGreaterThan(150)
  expect(cut.few).toEqual([1, 2])
  const nested = fitted({ a: { hops: items } }) as { a: { hops: unknown[]; hopsNotShown: number } }
  expect(nested.a.hops.length + nested.a.hopsNotShown).toBe(500)
  expect(items).toHaveLength(500)
})

test('a text alone that is too long is cut between characters', () => {
  const cut = fitted({ text: '😀'.repeat(9000) }) as { text: string }
  expect(JSON.stringify(cut).length).toBeLessThanOrEqual(12_000)
  expect(cut.text.isWellFormed()).toBe(true)
  expect(withoutNothing({ a: '', b: undefined, c: null, d: [], e: 0 })).toEqual({ c: null, d: [], e: 0 })
})
