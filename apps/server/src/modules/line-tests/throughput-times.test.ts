import { isOpen } from '@netward/contract/open-times'
import { parseHours } from '@netward/contract/business-hours'
import { expect, test } from 'vitest'
import { isQuiet, nextThroughputAt } from './throughput-times.ts'

const zone = 'Asia/Shanghai'
const from = Date.parse('2026-11-26T10:00:00+08:00')
const lines = Array.from({ length: 500 }, (_, n) => String(2 * n + 1))

test('a test lies outside of business hours, and lines spread over them', () => {
  const hours = '09:00-22:00'
  const times = lines.map((line) => nextThroughputAt(line, hours, zone, from)!)
  const open = times.filter((at) =>
    [at, at + 10 * 60_000].some((moment) => isOpen(parseHours(hours)!, zone, new Date(moment))),
  )
  expect(open).toEqual([])
  expect(Math.min(...times)).toBeGreaterThanOrEqual(from)
  expect(Math.max(...times)).toBeLessThan(from + 25 * 3_600_000)
  // 11 hours are closed: no ten minutes of them hold more than a few of 500.
  const crowded = Map.groupBy(times, (at) => Math.floor(at / 600_000))
  expect(Math.max(...[...crowded.values()].map(({ length }) => length))).toBeLessThan(30)
  const full = times.filter((at) => at % 3_600_000 < 60_000)
  expect(full.length).toBeLessThan(40)
})

test('a line has another moment on another day', () => {
  const days = [0, 1, 2, 3].map((day) => nextThroughputAt('7', '09:00-22:00', zone, from + day * 86_400_000)!)
  expect(new Set(days.map((at) => at % 86_400_000)).size).toBeGreaterThan(2)
})

test('unknown hours, and those that never end, leave the night', () => {
  for (const hours of ['', 'nonsense', '24/7']) {
    const at = nextThroughputAt('3', hours, zone, from)!
    const hour = Number(
      new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: zone }).format(at),
    )
    expect(hour).toBeGreaterThanOrEqual(2)
    expect(hour).toBeLessThan(5)
  }
  expect(isQuiet('', zone, Date.parse('2026-11-26T04:55:00+08:00'))).toBe(false)
})
