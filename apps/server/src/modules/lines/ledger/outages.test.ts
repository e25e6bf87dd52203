import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ledgerOf } from './outages.ts'

const minute = 60_000
const start = Date.UTC(2026, 0, 5)
const ledger = (minutes: string) => ledgerOf(minutes, start, start + (minutes.length - 1) * minute)
const shown = (minutes: string) =>
  ledger(minutes).outages.map(({ beganAt, endedAt, downMinutes }) => [
    (beganAt - start) / minute,
    endedAt === null ? null : (endedAt - start) / minute,
    downMinutes,
  ])

test.each([
  ['no outage', 'uuuu', []],
  ['one that ended', 'uudduu', [[2, 4, 2]]],
  ['one that lasts', 'uudd', [[2, null, 2]]],
  ['minutes outside of the limits are up', 'uoodou', [[3, 4, 1]]],
  ['blind minutes neither begin nor end one', 'ubbu', []],
  ['blind minutes inside are not counted', 'udbbdu', [[1, 5, 2]]],
  ['unmeasured minutes inside are not counted', 'ud--du', [[1, 5, 2]]],
  [
    'long blindness ends it with its last known minute',
    `ud${'b'.repeat(12)}du`,
    [
      [1, 2, 1],
      [14, 15, 1],
    ],
  ],
  [
    'two of them',
    'dudu',
    [
      [0, 1, 1],
      [2, 3, 1],
    ],
  ],
] as const)('outages: %s', (_, minutes, expected) => {
  expect(shown(minutes)).toEqual(expected)
})

test.each([
  ['uuu', 'up', 0],
  ['udd', 'down', 1],
  ['ddu', 'up', 2],
  ['ubb', 'blind', 1],
  ['uu-', 'up', 0],
  [`u${'-'.repeat(12)}`, 'unmeasured', 1],
  ['---', 'unmeasured', 0],
] as const)('after %s the line is %s', (minutes, state, since) => {
  expect(ledger(minutes)).toMatchObject({ state, since: start + since * minute })
})

const letters = fc.string({ unit: fc.constantFrom('u', 'o', 'd', 'b', '-'), minLength: 1, maxLength: 200 })

test('outages are in order, apart, hold every minute that is down, and none that is up', () => {
  fc.assert(
    fc.property(letters, (minutes) => {
      const { outages } = ledger(minutes)
      let before = 0
      let down = 0
      for (const [n, { beganAt, endedAt, downMinutes }] of outages.entries()) {
        expect(beganAt).toBeGreaterThanOrEqual(before)
        expect(endedAt === null).toBe(endedAt === null && n === outages.length - 1)
        const from = (beganAt - start) / minute
        const held = minutes.slice(from, endedAt === null ? undefined : (endedAt - start) / minute)
        expect(held).not.toMatch(/[uo]/)
        expect(held.replaceAll(/[^d]/g, '').length).toBe(downMinutes)
        before = endedAt ?? Infinity
        down += downMinutes
      }
      expect(down).toBe(minutes.replaceAll(/[^d]/g, '').length)
    }),
  )
})

test('what comes later changes no outage that has ended', () => {
  fc.assert(
    fc.property(letters, letters, (first, second) => {
      const ended = ledger(first).outages.filter(({ endedAt }) => endedAt !== null)
      const after = ledger(first + second).outages
      // Unless its blind minutes are now seen to be inside of it.
      for (const one of ended) {
        const now = after.find(({ beganAt }) => beganAt === one.beganAt)
        expect(now?.downMinutes).toBeGreaterThanOrEqual(one.downMinutes)
      }
    }),
  )
})
