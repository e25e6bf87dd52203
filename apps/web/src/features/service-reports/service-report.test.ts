import { expect, test } from 'vitest'
import { endedPeriods } from './service-report.ts'

test('offers whole periods that have ended, the newest first', () => {
  const saturday = new Date(2026, 10, 28)
  expect(endedPeriods('weekly', saturday, 2)).toEqual(['2026-11-16', '2026-11-09'])
  expect(endedPeriods('monthly', saturday, 3)).toEqual(['2026-10-01', '2026-09-01', '2026-08-01'])
  expect(endedPeriods('quarterly', saturday, 2)).toEqual(['2026-07-01', '2026-04-01'])
  expect(endedPeriods('monthly', new Date(2026, 0, 1), 1)).toEqual(['2025-12-01'])
  expect(endedPeriods('weekly', new Date(2026, 10, 30), 1)).toEqual(['2026-11-23'])
})
