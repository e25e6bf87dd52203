import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  followsClock,
  moved,
  ownRange,
  presets,
  type RangeState,
  readRange,
  spanOf,
  wider,
  writeRange,
  zoomTo,
} from './range.ts'

const now = Date.parse('2026-11-25T19:30:00.000Z')
const hour = 3_600_000

test.each([
  ['12h', 12],
  ['24h', 24],
  ['3d', 72],
  ['7d', 168],
] as const)('the range %s ends now and has %s hours', (kind, hours) => {
  expect(spanOf({ kind }, now, null)).toEqual({ from: now - hours * hour, to: now })
})

test("a day begins at midnight of the reader's clock", () => {
  // 19:30 UTC is 03:30 of the next day in Shanghai, and 14:30 of the same day in New York.
  expect(spanOf({ kind: 'today' }, now, 'Asia/Shanghai').from).toBe(Date.parse('2026-11-25T16:00:00Z'))
  expect(spanOf({ kind: 'today' }, now, 'America/New_York').from).toBe(Date.parse('2026-11-25T05:00:00Z'))
})

test('a day that has just begun is long enough to draw', () => {
  const midnight = Date.parse('2026-11-25T16:00:20Z')
  const { from, to } = spanOf({ kind: 'today' }, midnight, 'Asia/Shanghai')
  expect(to - from).toBe(600_000)
})

test('an own range is in order, has ten minutes at least and a year at most, and ends by now', () => {
  expect(ownRange(now - hour, now + hour, now)).toEqual({ kind: 'own', from: now - hour, to: now })
  expect(ownRange(now, now - hour, now)).toBeNull()
  expect(ownRange(now - 60_000, now, now)).toBeNull()
  expect(ownRange(now - 400 * 24 * hour, now, now)).toBeNull()
  expect(ownRange(Number.NaN, now, now)).toBeNull()
})

test('an address holds the whole state, and keeps what is not of charts', () => {
  const spans = fc
    .tuple(fc.integer({ min: 11, max: 500_000 }), fc.integer({ min: 0, max: 1_000_000 }))
    .map(([minutes, ago]) => ({ from: now - (ago + minutes) * 60_000, to: now - ago * 60_000 }))
  const states: fc.Arbitrary<RangeState> = fc.record({
    range: fc.oneof(
      fc.constantFrom(...presets).map((kind) => ({ kind })),
      spans.map((span) => ({ kind: 'own' as const, ...span })),
    ),
    zoom: fc.option(spans),
    compare: fc.boolean(),
  })
  fc.assert(
    fc.property(states, (state) => {
      const written = writeRange(state, { tab: 'charts', range: '3d', zoom: 'x', from: 'y' })
      expect(written['tab']).toBe('charts')
      expect(readRange(written, now)).toEqual({ ...state, compare: state.compare ? true : null })
    }),
  )
})

test('a damaged address falls back to no choice', () => {
  expect(readRange({ range: 'own', from: 'x', to: '', zoom: '~' }, now)).toEqual({
    range: null,
    zoom: null,
    compare: null,
  })
})

const span = { from: now - 24 * hour, to: now }

test('a zoom stays inside its range and is never too narrow to hold values', () => {
  fc.assert(
    fc.property(fc.integer({ min: -2, max: 1502 }), fc.integer({ min: -2, max: 1502 }), (a, b) => {
      const { from, to } = zoomTo(span, span.from + a * 60_000, span.from + b * 60_000)
      expect(from).toBeGreaterThanOrEqual(span.from)
      expect(to).toBeLessThanOrEqual(span.to)
    }),
  )
  expect(zoomTo(span, now - 2 * hour, now - 2 * hour)).toEqual({
    from: now - 2 * hour - 300_000,
    to: now - 2 * hour + 300_000,
  })
})

test('earlier and later keep the length and stop at now', () => {
  const before = moved(span, -1, now)
  expect(before).toEqual({ from: now - 48 * hour, to: now - 24 * hour })
  expect(moved(before, 1, now)).toEqual(span)
  expect(moved(span, 1, now)).toEqual(span)
})

test('wider doubles the range and stops at now', () => {
  expect(wider(span, now)).toEqual({ from: now - 48 * hour, to: now })
})

test('only a range that ends now, without a zoom, is read again by the clock', () => {
  const state = { range: { kind: '24h' }, zoom: null, compare: false } as const
  expect(followsClock(state)).toBe(true)
  expect(followsClock({ ...state, zoom: span })).toBe(false)
  expect(followsClock({ ...state, range: { kind: 'own', ...span } })).toBe(false)
})
