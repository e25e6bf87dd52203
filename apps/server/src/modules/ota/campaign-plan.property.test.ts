import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isFailing,
  type Judged,
  nextStep,
  turnOf,
  type RingNow,
  ringSizes,
  roomFor,
} from './campaign-plan.ts'

const ring = fc.record({
  kind: fc.constantFrom('percent' as const, 'count' as const),
  value: fc.integer({ min: 1, max: 1000 }),
  soakMinutes: fc.integer({ min: 0, max: 100 }),
})
const number = fc.nat(200)
const ringNow: fc.Arbitrary<RingNow> = fc
  .record({ waiting: number, underWay: number, verified: number, failed: number, lost: number })
  .map((one) => ({
    ...one,
    lost: Math.min(one.lost, one.verified),
    size: one.waiting + one.underWay + one.verified + one.failed,
  }))
const judged = (more: Partial<Judged> = {}): Judged => ({
  maxFailurePercent: 10,
  forgiven: 0,
  soakMinutes: 30,
  isLast: false,
  settledAt: null,
  liveUntil: null,
  now: new Date('2026-03-01T12:00:00Z'),
  ...more,
})

test('rings hold every gateway once, whatever is asked for', () => {
  fc.assert(
    fc.property(fc.array(ring, { minLength: 1, maxLength: 10 }), fc.nat(200_000), (rings, targets) => {
      const sizes = ringSizes(rings, targets)
      expect(sizes).toHaveLength(rings.length)
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(targets)
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('never more are asked than may be under way, nor more in a minute', () => {
  fc.assert(
    fc.property(number, number, number, number, (maxConcurrent, underWay, perMinute, sentThisMinute) => {
      const room = roomFor({ maxConcurrent, underWay, perMinute, sentThisMinute })
      expect(room).toBeGreaterThanOrEqual(0)
      expect(room === 0 || underWay + room <= maxConcurrent).toBe(true)
      expect(room === 0 || sentThisMinute + room <= perMinute).toBe(true)
    }),
  )
})

test('a ring that fails beyond its limit is stopped, and no ring opens over one that has not ended', () => {
  fc.assert(
    fc.property(ringNow, fc.integer({ min: 0, max: 100 }), fc.boolean(), (now, maxFailurePercent, isLast) => {
      const by = judged({ maxFailurePercent, isLast })
      const next = nextStep(now, by)
      expect(next === 'stop').toBe(isFailing(now, by))
      const bad = now.failed + now.lost
      const tooMany = bad > Math.floor((now.size * maxFailurePercent) / 100)
      expect(!tooMany || next === 'stop').toBe(true)
      expect(bad > 0 || next !== 'stop').toBe(true)
      expect(now.waiting + now.underWay === 0 || next === 'stop' || next === 'send').toBe(true)
    }),
  )
})

test('what somebody went on in spite of no longer counts', () => {
  const now = { size: 10, waiting: 5, underWay: 0, verified: 2, failed: 3, lost: 0 }
  expect(nextStep(now, judged())).toBe('stop')
  expect(nextStep(now, judged({ forgiven: 3 }))).toBe('send')
  expect(nextStep({ ...now, failed: 5, waiting: 3 }, judged({ forgiven: 3 }))).toBe('stop')
})

test('a ring that has ended is watched for its time, then the next one opens; the last one completes', () => {
  const over = { size: 4, waiting: 0, underWay: 0, verified: 4, failed: 0, lost: 0 }
  const now = new Date('2026-03-01T12:00:00Z')
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  expect(nextStep(over, judged())).toBe('settle')
  expect(nextStep(over, judged({ soakMinutes: 0 }))).toBe('open')
  expect(nextStep(over, judged({ settledAt: minutesAgo(29) }))).toBe('soak')
  expect(nextStep(over, judged({ settledAt: minutesAgo(30) }))).toBe('open')
  // Verified gateways that go offline while they are watched.
  expect(nextStep({ ...over, lost: 1 }, judged({ settledAt: minutesAgo(29) }))).toBe('stop')
  expect(nextStep(over, judged({ isLast: true }))).toBe('complete')
})

test('gateways wait for their outlet to close, or for the hours of the day, by its own clock', () => {
  const zone = 'Asia/Shanghai'
  const noon = new Date('2026-03-02T04:00:00Z')
  const closed = { kind: 'closed_hours', fromMinute: 60, toMinute: 300 } as const
  const night = { kind: 'daily', fromMinute: 23 * 60, toMinute: 5 * 60 } as const
  const turn = (window: Parameters<typeof turnOf>[0], hours: string, now = noon) =>
    turnOf(window, { hours, timeZone: zone }, now)
  const at = (text: string) => new Date(`2026-03-${text}:00Z`)
  expect(turn(closed, 'Mo-Su 09:00-22:00')).toEqual({ from: at('02T14:00'), until: at('03T01:00') })
  expect(turn(closed, 'Mo-Su 09:00-22:00', at('02T20:00'))).toEqual({ from: null, until: at('03T01:00') })
  expect(turn(closed, '')).toEqual({ from: at('02T17:00'), until: at('02T21:00') })
  expect(turn(closed, 'by appointment', at('02T20:50'))).toEqual({ from: null, until: at('02T21:00') })
  expect(turn(closed, '24/7')).toEqual({ from: at('03T04:00'), until: null })
  expect(turn(night, '24/7')).toEqual({ from: at('02T15:00'), until: at('02T21:00') })
  expect(turn(night, '', at('02T20:00'))).toEqual({ from: null, until: at('02T21:00') })
  expect(turn({ ...closed, kind: 'any' }, 'Mo-Su 09:00-22:00')).toEqual({ from: null, until: null })
})
