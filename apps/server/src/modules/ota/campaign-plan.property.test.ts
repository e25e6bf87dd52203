import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  forgivenBehind,
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
    worse: 0,
    size: one.waiting + one.underWay + one.verified + one.failed,
  }))
const judged = (more: Partial<Judged> = {}): Judged => ({
  maxFailurePercent: 10,
  advancePercent: 100,
  forgiven: [],
  soakMinutes: 30,
  isLast: false,
  settledAt: null,
  liveUntil: null,
  now: new Date('2026-03-01T12:00:00Z'),
  ...more,
})

test('each gateway is in exactly one ring, for any ring configuration', () => {
  fc.assert(
    fc.property(fc.array(ring, { minLength: 1, maxLength: 10 }), fc.nat(200_000), (rings, targets) => {
      const sizes = ringSizes(rings, targets)
      expect(sizes).toHaveLength(rings.length)
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(targets)
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('never exceeds the limits of gateways under way and per minute', () => {
  fc.assert(
    fc.property(number, number, number, number, (maxConcurrent, underWay, perMinute, sentThisMinute) => {
      const room = roomFor({ maxConcurrent, underWay, perMinute, sentThisMinute })
      expect(room).toBeGreaterThanOrEqual(0)
      expect(room === 0 || underWay + room <= maxConcurrent).toBe(true)
      expect(room === 0 || sentThisMinute + room <= perMinute).toBe(true)
    }),
  )
})

test('a ring that fails beyond its limit is stopped, and no ring opens before enough of the one before are verified', () => {
  const percent = fc.integer({ min: 0, max: 100 })
  const share = fc.integer({ min: 1, max: 100 })
  fc.assert(
    fc.property(ringNow, percent, share, fc.boolean(), (now, maxFailurePercent, advancePercent, isLast) => {
      const next = nextStep([now], judged({ maxFailurePercent, advancePercent, isLast, soakMinutes: 0 }))
      expect(next === 'stop').toBe(isFailing(now, maxFailurePercent, 0))
      const bad = now.failed + now.lost
      const tooMany = bad > Math.floor((now.size * maxFailurePercent) / 100)
      expect(!tooMany || next === 'stop').toBe(true)
      expect(bad > 0 || next !== 'stop').toBe(true)
      const left = now.waiting + now.underWay
      const enough = (now.verified - now.lost) * 100 >= advancePercent * now.size
      expect(next !== 'open' || left === 0 || enough).toBe(true)
      expect(next !== 'complete' || left === 0).toBe(true)
    }),
  )
})

test('only the remaining gateways of a ring can stop the campaign, and it completes only with them', () => {
  fc.assert(
    fc.property(ringNow, fc.integer({ min: 0, max: 100 }), (behind, maxFailurePercent) => {
      const over = { size: 4, waiting: 0, underWay: 0, verified: 4, failed: 0, lost: 0, worse: 0 }
      const by = judged({ maxFailurePercent, advancePercent: 90, isLast: true })
      const next = nextStep([behind, over], by)
      const left = behind.waiting + behind.underWay > 0
      const fails = isFailing({ ...behind, lost: 0 }, maxFailurePercent, 0)
      expect(next).toBe(fails ? 'stop' : left ? 'send' : 'complete')
      // If a whole ring ended before the next opened, its failures were already judged.
      expect(nextStep([behind, over], { ...by, advancePercent: 100 })).toBe(left ? 'send' : 'complete')
    }),
  )
})

test('failures that a user accepted no longer count', () => {
  const now = { size: 10, waiting: 5, underWay: 0, verified: 2, failed: 3, lost: 0, worse: 0 }
  expect(nextStep([now], judged())).toBe('stop')
  expect(nextStep([now], judged({ forgiven: [3] }))).toBe('send')
  expect(nextStep([{ ...now, failed: 5, waiting: 3 }], judged({ forgiven: [3] }))).toBe('stop')
  // One of three forgiven failures was a gateway going offline: it does not offset a new failure in earlier
  // rings.
  const behind = { size: 10, waiting: 1, underWay: 0, verified: 7, failed: 2, lost: 1, worse: 0 }
  expect(forgivenBehind([behind], [3])).toEqual([2])
  expect(forgivenBehind([behind], [])).toEqual([0])
})

test('a ring that has ended is watched for its time, then the next one opens; the last one completes', () => {
  const over = { size: 4, waiting: 0, underWay: 0, verified: 4, failed: 0, lost: 0, worse: 0 }
  const now = new Date('2026-03-01T12:00:00Z')
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  expect(nextStep([over], judged())).toBe('settle')
  expect(nextStep([over], judged({ soakMinutes: 0 }))).toBe('open')
  expect(nextStep([over], judged({ settledAt: minutesAgo(29) }))).toBe('soak')
  expect(nextStep([over], judged({ settledAt: minutesAgo(30) }))).toBe('open')
  // Verified gateways that go offline during observation.
  expect(nextStep([{ ...over, lost: 1 }], judged({ settledAt: minutesAgo(29) }))).toBe('stop')
  expect(nextStep([over], judged({ isLast: true }))).toBe('complete')
})

test('a ring of which enough are verified is watched, while the rest of it is asked', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const most = { size: 20, waiting: 1, underWay: 0, verified: 19, failed: 0, lost: 0, worse: 0 }
  const at = (advancePercent: number, more: Partial<Judged> = {}) => judged({ advancePercent, ...more })
  expect(nextStep([most], at(96))).toBe('send')
  expect(nextStep([most], at(95))).toBe('settle')
  const settledAt = new Date(now.getTime() - 30 * 60_000)
  expect(nextStep([most], at(95, { settledAt }))).toBe('open')
  // One of them went offline during observation.
  expect(nextStep([{ ...most, lost: 1 }], at(95, { settledAt }))).toBe('send')
  // Gateways given up, or gone from the company, do not count towards the share.
  expect(nextStep([{ ...most, size: 100 }], at(95))).toBe('settle')
  expect(nextStep([most], at(50, { isLast: true }))).toBe('send')
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

test('lines that got worse stop a ring beyond the same limit, whichever ring they are in', () => {
  const worsening = (worse: number) => ({
    size: 10,
    waiting: 0,
    underWay: 0,
    verified: 10,
    failed: 0,
    lost: 0,
    worse,
  })
  expect(nextStep([worsening(1)], judged())).toBe('settle')
  expect(nextStep([worsening(2)], judged())).toBe('stop_for_lines')
  expect(nextStep([worsening(2), worsening(0)], judged())).toBe('stop_for_lines')
  expect(nextStep([{ ...worsening(2), failed: 2, verified: 8 }], judged())).toBe('stop')
  expect(nextStep([worsening(10)], judged({ maxFailurePercent: 100 }))).toBe('settle')
  fc.assert(
    fc.property(ringNow, fc.nat(200), fc.integer({ min: 0, max: 100 }), (now, most, maxFailurePercent) => {
      const open = { ...now, worse: Math.min(most, now.verified) }
      const next = nextStep([open], judged({ maxFailurePercent }))
      const over = open.worse > 0 && open.worse > Math.floor((open.size * maxFailurePercent) / 100)
      expect(!over || next.startsWith('stop')).toBe(true)
      expect(open.worse > 0 || next !== 'stop_for_lines').toBe(true)
    }),
  )
})
