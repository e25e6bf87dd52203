import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distributionOf, jitterOf, mosOf, quantile, summarise, withoutLate } from './link-statistics.ts'
import { rateLimitedHops } from './link-tests.ts'

const time = fc.double({ min: 0, max: 10_000, noNaN: true })
const nothing = { min: 0, q25: 0, median: 0, q75: 0, p95: 0, max: 0, avg: 0 }
const times = fc.array(fc.option(time), { maxLength: 100 })

test.each([
  [0, 0, 4.409],
  [100, 1, 4.263],
  [250, 5, 3.275],
  [400, 20, 1.17],
])('MOS of G.107 at %d ms and %d %% loss', (delay, loss, mos) => {
  expect(mosOf(delay, loss)).toBeCloseTo(mos, 2)
})

test('MOS is from 1 to 4.5 and falls with delay and with loss', () => {
  fc.assert(
    fc.property(
      time,
      fc.double({ min: 0, max: 100, noNaN: true }),
      fc.double({ min: 0, max: 100, noNaN: true }),
      (delay, loss, more) => {
        const mos = mosOf(delay, loss)
        expect(mos).toBeGreaterThanOrEqual(1)
        expect(mos).toBeLessThanOrEqual(4.5)
        expect(mosOf(delay + more, loss)).toBeLessThanOrEqual(mos + 1e-9)
        expect(mosOf(delay, Math.min(100, loss + more))).toBeLessThanOrEqual(mos + 1e-9)
      },
    ),
  )
})

test('the distribution is in order, whatever came back', () => {
  fc.assert(
    fc.property(times, (packets) => {
      const { sent, received, loss, rtt } = summarise(packets)
      expect(sent).toBe(packets.length)
      expect(received).toBe(packets.filter((packet) => packet !== null).length)
      expect(loss).toBe(sent === 0 ? null : (100 * (sent - received)) / sent)
      expect(rtt === null).toBe(received === 0)
      const { min, q25, median, q75, p95, max, avg } = rtt ?? nothing
      const ordered = [min, q25, median, q75, p95, max]
      expect(ordered).toEqual(ordered.toSorted((a, b) => a - b))
      expect(avg).toBeGreaterThanOrEqual(min)
      expect(avg).toBeLessThanOrEqual(max)
    }),
  )
})

test('the order of packets changes the jitter, never the distribution', () => {
  fc.assert(
    fc.property(fc.array(time, { minLength: 1 }), (answered) => {
      const [one, other] = [distributionOf(answered), distributionOf(answered.toReversed())]
      expect(one?.median).toBe(other?.median)
      expect(one?.p95).toBe(other?.p95)
      const jitter = jitterOf(answered)
      expect(jitter === null).toBe(answered.length === 1)
      expect(jitter ?? 0).toBeLessThanOrEqual(Math.max(...answered) - Math.min(...answered))
    }),
  )
})

test('jitter is that of RFC 3550 A.8, over lost packets and from test to test', () => {
  // |D| of 16, 16 and 0: 1, then 1 + 15/16, then less by a sixteenth.
  expect(jitterOf([10, 26, 10, 10])).toBeCloseTo(1.81640625, 10)
  expect(summarise([10, null, 26, 10, null, 10]).jitter).toBeCloseTo(1.81640625, 10)
  expect(summarise([5, 5], 16).jitter).toBe(15)
  // Nothing new came in.
  expect(summarise([null, 5], 16).jitter).toBe(16)
})

test('quantiles lie between the nearest values', () => {
  expect([0, 0.25, 0.5, 0.95, 1].map((part) => quantile([1, 2, 3, 4, 5], part))).toEqual([1, 2, 3, 4.8, 5])
  expect(quantile([7], 0.95)).toBe(7)
})

test('a late reply is a lost one', () => {
  expect(withoutLate([1, 2000, 2000.1, null], 2000)).toEqual([1, 2000, null, null])
})

test('loss at a middle hop alone is a limit of its ICMP answers', () => {
  const hop = (ttl: number, received: number) => ({
    ttl,
    address: `192.0.2.${ttl}`,
    sent: 10,
    received,
    rtt: 1,
  })
  expect(
    rateLimitedHops({
      target: '192.0.2.4',
      reached: true,
      hops: [hop(1, 10), hop(2, 4), hop(3, 0), hop(4, 10)],
    }),
  ).toEqual([2, 3])
  // The loss goes on to the target: it may be real.
  const lossy = [hop(1, 10), hop(2, 4), hop(3, 4)]
  expect(rateLimitedHops({ target: '192.0.2.3', reached: true, hops: lossy })).toEqual([])
  expect(rateLimitedHops({ target: '192.0.2.9', reached: false, hops: lossy })).toEqual([])
})
