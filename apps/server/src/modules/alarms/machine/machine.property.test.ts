import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Verdict } from './judge.ts'
import { type Machine, step, type Timing, type Transition } from './machine.ts'

const minute = 60_000
const interval = 5 * minute

const timings: fc.Arbitrary<Timing> = fc
  .record({
    forMs: fc.constantFrom(0, 10 * minute, 15 * minute),
    bad: fc.constant(1),
    last: fc.constant(1),
    clearMs: fc.constantFrom(0, 5 * minute, 20 * minute),
  })
  .chain((timing) =>
    fc
      .integer({ min: 1, max: 5 })
      .chain((last) => fc.integer({ min: 1, max: last }).map((bad) => ({ ...timing, bad, last }))),
  )

/** Samples in order, with gaps. */
const series = fc
  .array(
    fc.record({
      after: fc.integer({ min: 1, max: 4 }),
      verdict: fc.constantFrom<Verdict>('bad', 'bad', 'good', 'good', 'between', 'none'),
    }),
    { maxLength: 80 },
  )
  .map((samples) => {
    let at = 0
    return samples.map(({ after, verdict }) => ({ at: (at += after * interval), verdict }))
  })

type Sample = { at: number; verdict: Verdict }

function run(samples: readonly Sample[], timing: Timing, machine: Machine | null = null) {
  const log: { at: number; transition: Transition }[] = []
  const machines: (Machine | null)[] = []
  for (const sample of samples) {
    const result = step(machine, sample, timing, interval)
    machine = result.machine
    machines.push(machine)
    for (const transition of result.transitions) log.push({ at: sample.at, transition })
  }
  return { log, machine, machines }
}

test('a restart between any two samples, and samples that come again or late, change nothing', () => {
  fc.assert(
    fc.property(
      series,
      timings,
      fc.nat(),
      fc.array(fc.nat(), { maxLength: 20 }),
      (samples, timing, cut, again) => {
        const once = run(samples, timing)
        const place = samples.length === 0 ? 0 : cut % samples.length
        const first = run(samples.slice(0, place), timing)
        // What the database holds.
        const stored = JSON.parse(JSON.stringify(first.machine)) as Machine | null
        const rest = run(samples.slice(place), timing, stored)
        expect([...first.log, ...rest.log]).toEqual(once.log)
        expect(rest.machine).toEqual(once.machine)
        // Repeats of what changed something last, and earlier.
        const { machine } = once
        const repeats = again
          .map((index) => samples[index % samples.length])
          .filter((one) => one !== undefined)
        for (const sample of repeats.filter(({ at }) => machine !== null && at <= machine.at))
          expect(step(machine, sample, timing, interval)).toEqual({ machine, transitions: [] })
      },
    ),
  )
})

test('raising and clearing take turns, and an alarm is raised as its machine says', () => {
  fc.assert(
    fc.property(series, timings, (samples, timing) => {
      const { log, machine } = run(samples, timing)
      const turns = log
        .map(({ transition }) => transition)
        .filter((one) => one === 'raised' || one === 'cleared')
      for (const [index, turn] of turns.entries()) expect(turn).toBe(index % 2 === 0 ? 'raised' : 'cleared')
      expect(machine?.raised ?? false).toBe(turns.length % 2 === 1)
    }),
  )
})

test('nothing is raised without enough bad values among the last ones, nor before the time is over', () => {
  fc.assert(
    fc.property(series, timings, (samples, timing) => {
      const { log } = run(samples, timing)
      for (const { at, transition } of log) {
        if (transition !== 'raised') continue
        const until = samples.filter((sample) => sample.at <= at)
        const bad = until.slice(-timing.last).filter(({ verdict }) => verdict === 'bad').length
        expect(bad).toBeGreaterThanOrEqual(timing.bad)
        const lastNotBad = until.findLast(({ verdict }) => verdict !== 'bad')?.at ?? 0
        const begin = until.find((sample) => sample.at > lastNotBad)!.at
        expect(at - begin).toBeGreaterThanOrEqual(timing.forMs)
      }
    }),
  )
})

test('a condition that stays as it is writes nothing, and one that stays good is forgotten', () => {
  fc.assert(
    fc.property(series, timings, fc.constantFrom<Verdict>('bad', 'good'), (samples, timing, verdict) => {
      const before = run(samples, timing)
      const start = samples.at(-1)?.at ?? 0
      const steady = Array.from({ length: 60 }, (_, index) => ({
        at: start + (index + 1) * interval,
        verdict,
      }))
      const { machines } = run(steady, timing, before.machine)
      expect(machines.slice(30, 59).every((one) => one === machines[30])).toBe(true)
      const last = machines.at(-1)
      expect(verdict === 'good' ? last : [last?.raised, last?.flapping]).toEqual(
        verdict === 'good' ? null : [true, false],
      )
    }),
  )
})
