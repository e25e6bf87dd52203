import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventDue, type EventKind, type EventTiming, stepEvent } from './events.ts'
import type { Machine, Transition } from './machine.ts'

const minute = 60_000
const interval = 5 * minute
const one = { count: 1, withinMs: 0, quietMs: 0 }
const start = 1_700_000_000_000

/** Steps at minutes; what each did. */
function run(timing: EventTiming, steps: readonly (readonly [at: number, kind: EventKind])[]) {
  let machine: Machine | null = null
  const log: (readonly [number, Transition])[] = []
  for (const [at, kind] of steps) {
    const result = stepEvent(machine, { at: start + at * minute, kind }, timing, interval)
    machine = result.machine
    log.push(...result.transitions.map((transition) => [at, transition] as const))
  }
  return { machine, log }
}

test('one event raises, further ones do nothing, a clearing one clears', () => {
  expect(
    run(one, [
      [0, 'match'],
      [1, 'match'],
      [2, 'time'],
      [900, 'time'],
      [901, 'clear'],
    ]).log,
  ).toEqual([
    [0, 'raised'],
    [901, 'cleared'],
  ])
})

test('n events within m minutes raise, as many in a longer time do not', () => {
  const three = { count: 3, withinMs: 10 * minute, quietMs: 0 }
  expect(
    run(three, [
      [0, 'match'],
      [5, 'match'],
      [11, 'match'],
      [12, 'time'],
    ]).log,
  ).toEqual([])
  expect(
    run(three, [
      [0, 'match'],
      [5, 'match'],
      [9, 'match'],
    ]).log,
  ).toEqual([[9, 'raised']])
  // In the same millisecond too.
  expect(
    run(three, [
      [0, 'match'],
      [0, 'match'],
      [0, 'match'],
    ]).log,
  ).toEqual([[0, 'raised']])
  // A clearing event in between begins anew.
  expect(
    run(three, [
      [0, 'match'],
      [1, 'match'],
      [2, 'clear'],
      [3, 'match'],
    ]).log,
  ).toEqual([])
  // What is counted is forgotten once it counts no more.
  expect(
    run(three, [
      [0, 'match'],
      [11, 'time'],
    ]).machine,
  ).toBeNull()
})

test('without another event it is cleared after the time that the rule states', () => {
  const quiet = { ...one, quietMs: 30 * minute }
  expect(
    run(quiet, [
      [0, 'match'],
      [20, 'match'],
      [49, 'time'],
      [50, 'time'],
    ]).log,
  ).toEqual([
    [0, 'raised'],
    [50, 'cleared'],
  ])
  const { machine } = run(quiet, [
    [0, 'match'],
    [20, 'match'],
  ])
  expect(eventDue(machine!, quiet, start, interval)).toBe(start + 50 * minute)
})

test('what comes and goes is one flapping alarm', () => {
  const steps = Array.from({ length: 12 }, (_, n) => [n, n % 2 === 0 ? 'match' : 'clear'] as const)
  const { log, machine } = run(one, steps)
  expect(log.filter(([, kind]) => kind === 'raised').length).toBeLessThan(5)
  expect(log.map(([, kind]) => kind)).toContain('flapping')
  expect(machine).toMatchObject({ flapping: true, raised: true })
  // A rule may allow as many.
  expect(run({ ...one, flapAbove: 100 }, steps).log.map(([, kind]) => kind)).not.toContain('flapping')
  const settled = run(one, [...steps, [300, 'time']])
  expect(settled.log.slice(-2)).toEqual([
    [300, 'settled'],
    [300, 'cleared'],
  ])
})

test('raised and cleared alternate, and what is over is forgotten', () => {
  const steps = fc.array(fc.tuple(fc.nat(40), fc.constantFrom<EventKind>('match', 'clear', 'time')), {
    maxLength: 60,
  })
  const timing = fc.record({
    count: fc.integer({ min: 1, max: 5 }),
    withinMs: fc.nat(30).map((n) => n * minute),
    quietMs: fc.nat(60).map((n) => n * minute),
  })
  fc.assert(
    fc.property(steps, timing, (gaps, rule) => {
      let at = 0
      const { log, machine } = run(
        rule,
        gaps.map(([gap, kind]) => [(at += gap), kind] as const),
      )
      const turns = log.map(([, kind]) => kind).filter((kind) => kind === 'raised' || kind === 'cleared')
      expect(turns).toEqual(turns.map((_, n) => (n % 2 === 0 ? 'raised' : 'cleared')))
      expect(machine?.raised ?? false).toBe(turns.length % 2 === 1)
      const over = stepEvent(machine, { at: start + (at + 1) * minute, kind: 'clear' }, rule, interval)
      const later = stepEvent(
        over.machine,
        { at: start + (at + 5000) * minute, kind: 'time' },
        rule,
        interval,
      )
      expect(later.machine).toBeNull()
    }),
  )
})
