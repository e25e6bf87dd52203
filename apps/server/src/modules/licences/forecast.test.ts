import { expect, test } from 'vitest'
import { forecast } from './forecast.ts'

const days = (values: readonly number[]) =>
  values.map((used, index) => ({ day: `2026-11-${String(index + 1).padStart(2, '0')}`, used }))

test.each([
  ['unlimited', days([1, 2, 3]), 3, null, { outcome: 'unlimited', days: null }],
  ['nothing left', days([1, 2, 3]), 10, 10, { outcome: 'exhausted', days: null }],
  ['no history', [], 5, 10, { outcome: 'not_enough_history', days: null }],
  ['six days', days([1, 2, 3, 4, 5, 6]), 6, 10, { outcome: 'not_enough_history', days: null }],
  ['one a day', days([1, 2, 3, 4, 5, 6, 7]), 7, 10, { outcome: 'runs_out', days: 3 }],
  ['half a day', days([1, 1, 2, 2, 3, 3, 4, 4]), 4, 10, { outcome: 'runs_out', days: 13 }],
  ['flat', days([5, 5, 5, 5, 5, 5, 5]), 5, 10, { outcome: 'not_growing', days: null }],
  ['shrinking', days([9, 8, 7, 6, 5, 4, 3]), 3, 10, { outcome: 'not_growing', days: null }],
] as const)('%s', (_name, history, used, granted, expected) => {
  expect(forecast(history, used, granted)).toEqual(expected)
})

test('uses the last 30 days only', () => {
  const old = Array.from({ length: 60 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 8, 1 + index)).toISOString().slice(0, 10),
    used: index < 31 ? index * 10 : 300,
  }))
  expect(forecast(old, 300, 400).outcome).toBe('not_growing')
})
