import { expect, test } from 'vitest'
import {
  minutesOfLines,
  minutesOfOutlet,
  minutesOfPresence,
  shareUp,
  spansOfEvents,
  spansOfMinutes,
} from './availability.ts'

const hour = Date.UTC(2026, 10, 2, 1)
const minute = (n: number) => hour + n * 60_000

test('events before the period say with what it begins', () => {
  const events = [
    { at: minute(-90), state: 'up' },
    { at: minute(10), state: 'late' },
    { at: minute(20), state: 'down' },
  ] as const
  const spans = spansOfEvents(events, hour, minute(40))
  expect(spans).toEqual([
    { state: 'up', to: minute(10) },
    { state: 'late', to: minute(20) },
    { state: 'down', to: minute(40) },
  ])
  expect(shareUp(spans, hour)).toBe(0.5)
})

test('without an event nothing is known, and nothing counts', () => {
  const spans = spansOfEvents([], hour, minute(5))
  expect(spans).toEqual([{ state: 'none', to: minute(5) }])
  expect(shareUp(spans, hour)).toBeNull()
})

test('an outlet is up while one of its lines is, and down while all that are known are', () => {
  const line = (letters: string, every = 1) => ({ every, hours: new Map([[hour, letters.padEnd(60, '-')]]) })
  expect(minutesOfLines([line('uddb'), line('dudb')], hour, minute(5))).toEqual([
    'up',
    'up',
    'down',
    'blind',
    'none',
  ])
  // A test every three minutes stands until the next.
  expect(spansOfMinutes(minutesOfLines([line('d--u', 3)], hour, minute(6)), hour)).toEqual([
    { state: 'down', to: minute(3) },
    { state: 'up', to: minute(6) },
  ])
})

test('gateways stand for lines that are not measured', () => {
  const one = spansOfEvents([{ at: hour, state: 'down' }], hour, minute(3))
  const other = spansOfEvents([{ at: minute(1), state: 'late' }], hour, minute(3))
  expect(minutesOfPresence([one, other], hour, minute(3))).toEqual(['down', 'up', 'up'])
})

test('where lines say nothing their gateways count, and a contradicted outage is none', () => {
  const line = {
    every: 1,
    hours: new Map([[hour, 'uddb'.padEnd(60, '-')]]),
    doubted: [[minute(2), minute(9)]] as const,
  }
  const offline = spansOfEvents([{ at: hour, state: 'down' }], hour, minute(6))
  expect(minutesOfOutlet([line], [offline], hour, minute(6))).toEqual([
    'up',
    'down',
    'up',
    'blind',
    'down',
    'down',
  ])
})
