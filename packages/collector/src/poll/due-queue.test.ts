import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DueQueue, jitterOf, nextSlot } from './due-queue.ts'

test('what is due comes in order of its last time', () => {
  const times = fc.array(fc.tuple(fc.nat(9), fc.nat(1000)), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(times, (adds) => {
      const queue = new DueQueue<{ name: number; dueAt: number }>()
      const items = Array.from({ length: 10 }, (_, name) => ({ name, dueAt: Number.POSITIVE_INFINITY }))
      const last = new Map<number, number>()
      for (const [name, at] of adds) {
        queue.add(items[name] as { name: number; dueAt: number }, at)
        last.set(name, at)
      }
      const taken: number[] = []
      for (let item = queue.takeDue(2000); item !== null; item = queue.takeDue(2000))
        taken.push(last.get(item.name) ?? -1)
      expect(taken).toEqual([...last.values()].toSorted((a, b) => a - b))
    }),
  )
})

test('devices are spread evenly over an interval, and keep their moment', () => {
  const buckets = Array.from({ length: 10 }, () => 0)
  for (let id = 1; id <= 10_000; id++) {
    const slot = nextSlot(1_000_000, 60_000, jitterOf(String(id)))
    const at = slot % 60_000
    buckets[Math.floor(at / 6000)] = (buckets[Math.floor(at / 6000)] ?? 0) + 1
    if (nextSlot(slot, 60_000, jitterOf(String(id))) - slot - 60_000 > 1) throw new Error('moved')
  }
  expect(Math.min(...buckets)).toBeGreaterThan(850)
  expect(Math.max(...buckets)).toBeLessThan(1150)
})

test('the next slot lies behind now, by one interval at most, and behind a slot by one interval', () => {
  fc.assert(
    fc.property(
      fc.nat(10 ** 9),
      fc.integer({ min: 10, max: 10 ** 6 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (now, interval, jitter) => {
        const ahead = nextSlot(now, interval, jitter) - now
        expect(ahead).toBeGreaterThan(0)
        expect(ahead).toBeLessThanOrEqual(interval + 1e-3)
        // Of ten slots in a row one or two are rounded down.
        let slot = now + ahead
        for (let n = 0; n < 10; n++) {
          const next = nextSlot(slot, interval, jitter)
          expect(Math.abs(next - slot - interval)).toBeLessThan(1e-3)
          slot = next
        }
      },
    ),
    { numRuns: 1000 },
  )
})
