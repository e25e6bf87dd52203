import { expect, test } from 'vitest'
import { backOffMs } from './live.ts'

test('the wait doubles from a second to half a minute and is spread by a quarter; after eight tries it is a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 7, 8].map((attempt) => backOffMs(attempt, 0.5))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 60_000,
  ])
  expect(backOffMs(0, 0)).toBe(750)
  expect(backOffMs(0, 1)).toBe(1250)
})
