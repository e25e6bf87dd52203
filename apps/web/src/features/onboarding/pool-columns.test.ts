import { expect, test } from 'vitest'
import { claimable, type PoolEntry } from './pool-columns.tsx'

const entry = (changes: Partial<PoolEntry>) =>
  ({ duplicate: false, claimOpenUntil: null, claimAskedAt: null, ...changes }) as PoolEntry

test('a gateway can be claimed unless two use its identity, or a claim is open or waits for approval', () => {
  expect(claimable(entry({}))).toBe(true)
  expect(claimable(entry({ duplicate: true }))).toBe(false)
  expect(claimable(entry({ claimAskedAt: '2026-01-01T00:00:00Z' }))).toBe(false)
  expect(claimable(entry({ claimOpenUntil: new Date(Date.now() + 60_000).toISOString() }))).toBe(false)
  expect(claimable(entry({ claimOpenUntil: new Date(Date.now() - 1000).toISOString() }))).toBe(true)
})
