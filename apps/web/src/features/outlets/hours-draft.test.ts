import { hoursText, parseHours } from '@netward/contract/business-hours'
import { expect, test } from 'vitest'
import { draftOf, draftText, freeDays, withDay } from './hours-draft.ts'

test.each([
  'Mo-Fr 09:00-12:00,13:00-18:00; Sa 10:00-16:00',
  'Mo,We,Fr 22:00-02:00',
  '24/7; 2026-10-01/2026-10-07 off; 2026-12-31 09:00-15:00',
  '',
])('%j is edited and left as it was', (text) => {
  const left = parseHours(draftText(draftOf(text)))
  expect(left === null ? '' : hoursText(left)).toBe(text)
})

test.each([
  { groups: [{ days: [], times: [{ from: '09:00', to: '18:00' }] }], exceptions: [] },
  { groups: [{ days: [0], times: [{ from: '09:00', to: '' }] }], exceptions: [] },
  { groups: [{ days: [0], times: [] }], exceptions: [] },
  { groups: [], exceptions: [{ from: '', to: '', times: [] }] },
])('what is not complete is no notation', (draft) => {
  expect(draftText(draft)).not.toBe('')
  expect(parseHours(draftText(draft))).toBeNull()
})

test('a day is in one group', () => {
  const { groups } = draftOf('Mo-Fr 09:00-18:00; Sa 10:00-16:00')
  const moved = withDay(groups, 1, 4)
  expect(moved.map(({ days }) => days)).toEqual([
    [0, 1, 2, 3],
    [4, 5],
  ])
  expect(freeDays(moved)).toEqual([6])
  expect(withDay(moved, 1, 4).map(({ days }) => days)).toEqual([[0, 1, 2, 3], [5]])
})
