import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figuresOf } from './figures.ts'

const all = { counts: () => true, isDoubted: () => false }

test.each([
  ['all is well', 'uuuu', { availability: 1, withinTarget: 1, coverage: 1, downMinutes: 0, blindMinutes: 0 }],
  ['a quarter is down', 'uuud', { availability: 0.75, withinTarget: 0.75, coverage: 1, downMinutes: 1 }],
  ['outside of its limits it is up', 'uuoo', { availability: 1, withinTarget: 0.5 }],
  ['blind minutes are neither good nor bad', 'ubbd', { availability: 0.5, coverage: 0.5, blindMinutes: 2 }],
  ['without a measured minute there is no figure', '--bb', { availability: null, coverage: 0 }],
] as const)('figures: %s', (_, minutes, expected) => {
  expect(figuresOf([{ ...all, minutes }], 1)).toMatchObject(expected)
})

test('minutes that do not count change nothing', () => {
  const counts = (place: number) => place < 2
  expect(figuresOf([{ ...all, minutes: 'uudd', counts }], 1)).toMatchObject({
    availability: 1,
    downMinutes: 0,
  })
})

test('an outage that the gateway contradicts is none, and its minutes are not judged', () => {
  const isDoubted = (place: number) => place === 2
  expect(figuresOf([{ ...all, minutes: 'uudd', isDoubted }], 1)).toMatchObject({
    availability: 0.75,
    withinTarget: 2 / 3,
    downMinutes: 1,
  })
  expect(figuresOf([{ ...all, minutes: '--d-', isDoubted }], 1)).toMatchObject({
    availability: 1,
    withinTarget: null,
  })
})

test('a line that is measured every five minutes is covered by one letter in five', () => {
  expect(figuresOf([{ ...all, minutes: 'u----u----' }], 5)).toMatchObject({ availability: 1, coverage: 1 })
})

test('a letter at the end of an hour stands for minutes of the next one', () => {
  const hours = ['u----d', '----u----'].map((minutes) => ({ ...all, minutes }))
  expect(figuresOf(hours, 5).downMinutes).toBe(5)
})

test('nothing that should count has no figure at all', () => {
  expect(figuresOf([{ ...all, minutes: 'uuu', counts: () => false }], 1)).toMatchObject({
    availability: null,
    coverage: null,
  })
})

test('shares are shares, and what is within target is available', () => {
  const letters = fc.string({ unit: fc.constantFrom('u', 'o', 'd', 'b', '-'), maxLength: 200 })
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 3 }), (periods) => {
      const { availability, withinTarget, coverage } = figuresOf(
        periods.map((minutes) => ({ ...all, minutes })),
        1,
      )
      expect((withinTarget ?? 0) <= (availability ?? 0)).toBe(true)
      for (const share of [availability, withinTarget, coverage]) {
        expect(share ?? 0).toBeGreaterThanOrEqual(0)
        expect(share ?? 0).toBeLessThanOrEqual(1)
      }
    }),
  )
})
