import { expect, test } from 'vitest'
import { judgeValue, type Verdict } from './judge.ts'
import { type Machine, step, type Timing } from './machine.ts'

const minute = 60_000
const interval = 5 * minute
const atOnce: Timing = { forMs: 0, bad: 1, last: 1, clearMs: 0 }
const letters: Readonly<Record<string, Verdict>> = { b: 'bad', g: 'good', m: 'between', '-': 'none' }

/** One letter a sample, five minutes apart: what each does. */
function run(samples: string, timing: Timing): { log: string[]; machine: Machine | null } {
  let machine: Machine | null = null
  const log: string[] = []
  for (const [index, letter] of samples.split('').entries()) {
    const result = step(machine, { at: (index + 1) * interval, verdict: letters[letter]! }, timing, interval)
    machine = result.machine
    for (const transition of result.transitions) log.push(`${index} ${transition}`)
  }
  return { log, machine }
}

test.each([
  ['a value that is bad is raised at once', 'gbbg', atOnce, ['1 raised', '3 cleared']],
  ['between the limits it stays as it is', 'mbmmg', atOnce, ['1 raised', '4 cleared']],
  ['ten minutes must pass', 'bbb', { ...atOnce, forMs: 10 * minute }, ['2 raised']],
  ['a better value begins the minutes anew', 'bbmbb', { ...atOnce, forMs: 10 * minute }, []],
  ['two of three', 'bgb', { ...atOnce, bad: 2, last: 3 }, ['2 raised']],
  ['two of three are not two of four', 'bggb', { ...atOnce, bad: 2, last: 3 }, []],
  [
    'it is good for five minutes before it clears',
    'bgbgg',
    { ...atOnce, clearMs: 5 * minute },
    ['0 raised', '4 cleared'],
  ],
  [
    'what is raised stays without data, and the alarm says so',
    'b--g',
    atOnce,
    ['0 raised', '1 no_data', '3 data_again', '3 cleared'],
  ],
  ['what is pending is forgotten without data', 'b-b', { ...atOnce, forMs: 10 * minute }, []],
])('%s', (_title, samples, timing, log) => {
  expect(run(samples, timing).log).toEqual(log)
})

test('a condition that comes and goes flaps, stays raised, and clears once it is steady', () => {
  const { log, machine } = run(`bgbgbgbg${'g'.repeat(20)}`, atOnce)
  expect(log.slice(0, 7)).toEqual([
    '0 raised',
    '1 cleared',
    '2 raised',
    '3 cleared',
    '4 raised',
    '5 flapping',
    expect.stringMatching(/ settled$/),
  ])
  expect(log.at(-1)).toMatch(/ cleared$/)
  expect(log).toHaveLength(8)
  expect(machine?.raised ?? false).toBe(false)
})

test('an earlier sample, or the same again, changes nothing', () => {
  const { machine } = step(null, { at: interval, verdict: 'bad' }, atOnce, interval)
  for (const at of [0, interval]) {
    const again = step(machine, { at, verdict: 'good' }, atOnce, interval)
    expect(again).toEqual({ machine, transitions: [] })
  }
})

test.each([
  [
    'above',
    90,
    80,
    [
      [90, 'bad'],
      [89, 'between'],
      [80, 'between'],
      [79, 'good'],
    ],
  ],
  [
    'above',
    90,
    90,
    [
      [90, 'bad'],
      [89, 'good'],
    ],
  ],
  [
    'below',
    10,
    15,
    [
      [9, 'bad'],
      [10, 'between'],
      [15, 'good'],
    ],
  ],
  [
    'equal',
    2,
    2,
    [
      [2, 'bad'],
      [1, 'good'],
    ],
  ],
] as const)('%s %d, clear %d', (compare, raise, clear, cases) => {
  for (const [value, verdict] of cases) expect(judgeValue(value, { compare, raise, clear })).toBe(verdict)
})
