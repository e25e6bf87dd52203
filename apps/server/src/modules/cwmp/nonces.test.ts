import { expect, test } from 'vitest'
import { Nonces } from './nonces.ts'

const key = Buffer.alloc(32, 7)
const now = 1_800_000_000_000

test('the process that made a nonce takes it; another one asks anew, and knows a forged one', () => {
  const maker = new Nonces(key)
  const nonce = maker.issue('192.0.2.1', now)
  expect(maker.check(nonce, '192.0.2.1', now + 1000)).toBe('good')
  expect(new Nonces(key).check(nonce, '192.0.2.1', now + 1000)).toBe('stale')
  expect(new Nonces(Buffer.alloc(32, 8)).check(nonce, '192.0.2.1', now)).toBe('forged')
})

test('it is for the address that it was given to, and for a minute', () => {
  const nonces = new Nonces(key)
  const nonce = nonces.issue('192.0.2.1', now)
  expect(nonces.check(nonce, '192.0.2.2', now)).toBe('forged')
  expect(nonces.check(nonce, '192.0.2.1', now + 60_001)).toBe('stale')
  expect(nonces.check(nonce, '192.0.2.1', now - 1)).toBe('stale')
})

test.each(['', 'AAAA', 'not base64 at all', 'A'.repeat(5000)])(
  'what nobody gave out is forged: %j',
  (nonce) => {
    expect(new Nonces(key).check(nonce, '192.0.2.1', now)).toBe('forged')
  },
)

test('each count is good once and none may go back (RFC 7616 3.4)', () => {
  const nonces = new Nonces(key)
  expect([1, 1, 3, 2, 4].map((count) => nonces.use('n', count, now))).toEqual([
    true,
    false,
    true,
    false,
    true,
  ])
})

test('without a count a nonce is good once', () => {
  const nonces = new Nonces(key)
  expect([nonces.use('n', 0, now), nonces.use('n', 0, now)]).toEqual([true, false])
})

test('what was used is remembered for as long as the nonce lives', () => {
  const nonces = new Nonces(key)
  nonces.use('n', 1, now)
  nonces.use('m', 1, now + 59_000)
  nonces.use('o', 1, now + 61_000)
  expect(nonces.use('n', 1, now + 61_001)).toBe(false)
})
