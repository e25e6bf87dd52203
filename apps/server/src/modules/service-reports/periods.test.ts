import { expect, test } from 'vitest'
import { begins, nextBoundary, periodBefore, periodFrom } from './periods.ts'

test('weeks begin on Monday, months and quarters on their first day', () => {
  expect(begins('weekly', '2026-11-23')).toBe(true)
  expect(begins('weekly', '2026-11-24')).toBe(false)
  expect(begins('monthly', '2026-11-01')).toBe(true)
  expect(begins('quarterly', '2026-10-01')).toBe(true)
  expect(begins('quarterly', '2026-11-01')).toBe(false)
})

test('a period ends before the next one begins', () => {
  expect(periodFrom('weekly', '2026-12-28')).toEqual({ from: '2026-12-28', to: '2027-01-03' })
  expect(periodFrom('monthly', '2028-02-01')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(periodFrom('quarterly', '2026-10-01')).toEqual({ from: '2026-10-01', to: '2026-12-31' })
  expect(periodBefore('monthly', '2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(periodBefore('quarterly', '2026-01-01')).toEqual({ from: '2025-10-01', to: '2025-12-31' })
  expect(periodBefore('weekly', '2026-11-23')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
})

test('the boundary after a day is that of the period which contains it', () => {
  expect(nextBoundary('weekly', '2026-11-23')).toBe('2026-11-30')
  expect(nextBoundary('weekly', '2026-11-29')).toBe('2026-11-30')
  expect(nextBoundary('monthly', '2026-12-31')).toBe('2027-01-01')
  expect(nextBoundary('quarterly', '2026-11-28')).toBe('2027-01-01')
})
