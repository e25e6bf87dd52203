import { expect, test } from 'vitest'
import { TerminalLimits } from './terminal-limits.ts'

const minute = 60_000

test.each([
  ['nothing while somebody types', 15, 480, [], 1, null],
  [
    'warned a minute before it is idle for too long',
    15,
    480,
    [],
    14,
    { ending: { why: 'idle', seconds: 60 } },
  ],
  ['what is typed takes the warning back', 15, 480, [14.5], 14.6, null],
  ['idle for too long', 15, 480, [], 15, { over: 'idle' }],
  ['idle for too long since it was typed last', 15, 480, [10], 25, { over: 'idle' }],
  ['of a short limit half is left at most', 1, 480, [], 0.4, null],
  ['of a short limit the other half is warned of', 1, 480, [], 0.5, { ending: { why: 'idle', seconds: 30 } }],
  [
    'warned five minutes before the longest duration',
    120,
    60,
    [54],
    55,
    { ending: { why: 'limit', seconds: 300 } },
  ],
  ['over however much is typed', 15, 60, [59.99], 60, { over: 'limit' }],
  ['what is nearer counts', 15, 20, [4], 18.5, { ending: { why: 'idle', seconds: 30 } }],
] as const)('%s', (_which, idle, longest, typed, at, expected) => {
  const limits = new TerminalLimits({ idle: idle * minute, longest: longest * minute }, 1_000)
  for (const then of typed) limits.stir(1_000 + then * minute)
  expect(limits.look(1_000 + at * minute)).toEqual(expected)
})
