import { expect, test } from 'vitest'
import { activeSeconds, activityAt } from './daily-curve.ts'
import { livingValues } from './living-values.ts'

const hour = 3_600_000
const midnightInChina = Date.parse('2026-03-01T16:00:00Z')

test('places are busiest in the afternoon and quiet before dawn', () => {
  expect(activityAt(midnightInChina + 16 * hour)).toBeCloseTo(1)
  expect(activityAt(midnightInChina + 4 * hour)).toBeCloseTo(0)
})

test('activity adds up to its integral, over parts as over the whole', () => {
  const steps = Array.from({ length: 24 * 60 }, (_, minute) =>
    activityAt(midnightInChina + (minute + 0.5) * 60_000),
  )
  const summed = steps.reduce((sum, one) => sum + one * 60, 0)
  expect(activeSeconds(midnightInChina, midnightInChina + 24 * hour)).toBeCloseTo(summed, -1)
})

test('counters of TR-098 wrap at 32 bits and never fall otherwise; a restart begins them anew', () => {
  let [now, bootedAt] = [midnightInChina, midnightInChina]
  const path = 'InternetGatewayDevice.WANDevice.1.WANCommonInterfaceConfig.TotalBytesReceived'
  const living = { now: () => now, bootedAt: () => bootedAt, number: 1 }
  const read = new Map(livingValues('InternetGatewayDevice.', living, {})).get(path)!
  let [before, wraps] = [0, 0]
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    now += 60_000
    const count = Number(read())
    expect(count).toBeLessThan(2 ** 32)
    if (count < before) wraps += 1
    before = count
  }
  expect(wraps).toBeGreaterThan(2)
  expect(wraps).toBeLessThan(40)
  bootedAt = now
  expect(read()).toBe('0')
})
