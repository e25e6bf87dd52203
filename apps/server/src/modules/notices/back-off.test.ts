import { expect, test } from 'vitest'
import { againAfter } from './back-off.ts'

test('waits twice as long after each attempt, up to ten minutes, and gives up after about an hour', () => {
  const waits: number[] = []
  for (let attempts = 1; ; attempts += 1) {
    const seconds = againAfter(attempts, null)
    if (seconds === null) break
    waits.push(seconds)
  }
  expect(waits).toEqual([15, 30, 60, 120, 240, 480, 600, 600, 600, 600, 600])
  expect(waits.reduce((sum, seconds) => sum + seconds)).toBe(3945)
})

test('waits as long as the other side asks', () => {
  expect(againAfter(1, 600)).toBe(600)
  expect(againAfter(6, 60)).toBe(480)
})
