import { expect, test } from 'vitest'
import { nextInformAt } from './next-inform.ts'

const now = Date.parse('2026-11-22T08:00:00Z')
const device = {
  state: 'claimed',
  presence: 'online',
  lastInformAt: '2026-11-22T07:58:00Z',
  periodicInformInterval: 300,
} as const

test.each([
  ['an interval after its last', {}, '2026-11-22T08:03:00.000Z'],
  ['at any moment when it is late', { lastInformAt: '2026-11-22T07:50:00Z' }, '2026-11-22T08:00:00.000Z'],
  ['nobody knows when while it is offline', { presence: 'offline' }, undefined],
  ['nobody knows when without an interval', { periodicInformInterval: null }, undefined],
  ['nobody knows when before its first', { lastInformAt: null }, undefined],
  ['never once it was released', { state: 'released' }, undefined],
] as const)('a gateway calls in %s', (_when, change, expected) => {
  expect(nextInformAt({ ...device, ...change }, now)?.toISOString()).toBe(expected)
})
