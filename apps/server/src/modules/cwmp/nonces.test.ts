import { expect, test } from 'vitest'
import { Nonces } from './nonces.ts'

const key = Buffer.alloc(32, 7)
const now = 1_800_000_000_000
const address = '192.0.2.1'

test('every process with the master key accepts a nonce, and detects a forged one', () => {
  const nonce = new Nonces(key).issue(address, now)
  expect(new Nonces(key).check(nonce, address, now + 1000)).toBe('good')
  expect(new Nonces(Buffer.alloc(32, 8)).check(nonce, address, now)).toBe('forged')
})

test('it fits the 32 characters that C clients reserve (netcwmp 1.3)', () => {
  expect(new Nonces(key).issue(address, now)).toMatch(/^[\w-]{32}$/)
})

test('it is valid for the address that received it, and for a minute', () => {
  const nonces = new Nonces(key)
  const nonce = nonces.issue(address, now)
  expect(nonces.check(nonce, '192.0.2.2', now)).toBe('forged')
  expect(nonces.check(nonce, address, now + 60_000)).toBe('good')
  expect(nonces.check(nonce, address, now + 60_001)).toBe('stale')
})

test('the clock of another node may be slightly ahead', () => {
  const nonce = new Nonces(key).issue(address, now)
  expect(new Nonces(key).check(nonce, address, now - 2_000)).toBe('good')
  expect(new Nonces(key).check(nonce, address, now - 2_001)).toBe('stale')
})

test.each(['', 'AAAA', 'not base64 at all', 'A'.repeat(5000)])('detects %j as forged', (nonce) => {
  expect(new Nonces(key).check(nonce, address, now)).toBe('forged')
})

test('each count is valid once and counts only increase (RFC 7616 3.4)', () => {
  const nonces = new Nonces(key)
  const nonce = nonces.issue(address, now)
  const used = [1, 1, 3, 2, 4].map((count) => nonces.use(nonce, count, now))
  expect(used).toEqual([true, false, true, false, true])
})

test('without a count a nonce is valid once', () => {
  const nonces = new Nonces(key)
  const nonce = nonces.issue(address, now)
  expect([nonces.use(nonce, 0, now), nonces.use(nonce, 0, now)]).toEqual([true, false])
})

test('a nonce of another process is valid for the first count, while the challenge is fresh', () => {
  const maker = new Nonces(key)
  const other = new Nonces(key)
  const nonce = maker.issue(address, now)
  expect(other.use(nonce, 2, now)).toBe(false)
  expect(other.use(nonce, 1, now + 20_001)).toBe(false)
  expect(other.use(nonce, 1, now + 20_000)).toBe(true)
  expect(other.use(nonce, 1, now + 20_000)).toBe(false)
  // It continues with the process that took the first one.
  expect(other.use(nonce, 2, now + 59_000)).toBe(true)
  expect(maker.use(nonce, 3, now + 59_000)).toBe(false)
})

test('used counts are remembered for the life of the nonce', () => {
  const nonces = new Nonces(key)
  const nonce = nonces.issue(address, now)
  nonces.use(nonce, 1, now)
  nonces.use(nonces.issue(address, now), 1, now + 15_000)
  nonces.use(nonces.issue(address, now + 61_000), 1, now + 61_000)
  expect(nonces.use(nonce, 1, now + 61_001)).toBe(false)
})
