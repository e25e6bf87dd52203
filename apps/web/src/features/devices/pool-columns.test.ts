import { expect, test } from 'vitest'
import { countdown } from './countdown.ts'
import { claimable, type PoolEntry } from './pool-columns.tsx'

const now = Date.parse('2026-01-31T08:00:00Z')
const entry = (changes: Partial<PoolEntry>) =>
  ({ duplicate: false, claimOpenUntil: null, ...changes }) as PoolEntry

test.each([
  ['2026-01-31T08:15:00Z', '15:00'],
  ['2026-01-31T08:00:59.400Z', '1:00'],
  ['2026-02-01T07:59:30Z', '23:59:30'],
  ['2026-01-31T08:00:09Z', '0:09'],
  ['2026-01-31T07:59:00Z', '0:00'],
])('until %s there are %s left', (until, left) => {
  expect(countdown(until, now)).toBe(left)
})

test('a gateway can be claimed unless two use its identity or a claim is open', () => {
  expect(claimable(entry({}))).toBe(true)
  expect(claimable(entry({ duplicate: true }))).toBe(false)
  expect(claimable(entry({ claimOpenUntil: new Date(Date.now() + 60_000).toISOString() }))).toBe(false)
  expect(claimable(entry({ claimOpenUntil: new Date(Date.now() - 1000).toISOString() }))).toBe(true)
})
