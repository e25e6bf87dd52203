import { expect, test } from 'vitest'
import { countdown } from './countdown.ts'

const began = Date.parse('2026-11-22T08:00:00.400Z')
/** From useNow. */
const reported = (at: number) => Math.floor(at / 1000) * 1000

test.each([
  ['a wait of five minutes begins with them', 300, 0, '5:00'],
  ['an hour has its hours in front', 3600, 1, '59:59'],
  ['two hours', 7200, 0, '2:00:00'],
  ['seconds have two figures', 9, 0, '0:09'],
  ['a second that has begun is left out', 60.5, 1, '0:59'],
  ['what is over stays at nothing', 10, 11, '0:00'],
])('%s', (_rule, seconds, after, shown) => {
  const until = new Date(began + seconds * 1000).toISOString()
  expect(countdown(until, reported(began + after * 1000))).toBe(shown)
})
