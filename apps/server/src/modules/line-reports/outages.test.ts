import { expect, test } from 'vitest'
import { outagesOf, siteByMinute } from './outages.ts'

const minute = 60_000

test('an outage ends when the line is up, when nothing is measured, or with the period', () => {
  expect(outagesOf([1, 0, 0, 1, 0, null, 0], 0)).toEqual([
    { from: minute, to: 3 * minute },
    { from: 4 * minute, to: 5 * minute },
    { from: 6 * minute, to: 7 * minute },
  ])
  expect(outagesOf([], 0)).toEqual([])
  expect(outagesOf([null, null], 0)).toEqual([])
})

test('a site is down while every measured line is, and unknown without any', () => {
  expect(
    siteByMinute([
      [1, 0, 0, null],
      [0, 0, null, null],
    ]),
  ).toEqual([1, 0, 0, null])
})
