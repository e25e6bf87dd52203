import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mutated, survives } from './mutations.ts'

// The test machine may be busy: a hang takes far longer.
const maxMilliseconds = 2000

test('whatever is done to an exchange, it is read or refused, and in time', () => {
  let read = 0
  let refused = 0
  fc.assert(
    fc.property(mutated, (bytes) => {
      if (survives(bytes, maxMilliseconds)) read++
      else refused++
    }),
    { numRuns: 3000, interruptAfterTimeLimit: 5000 },
  )
  // Both must occur, or the mutations test nothing.
  expect(Math.min(read, refused)).toBeGreaterThan(50)
})

test('so are bytes that were never an exchange', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      survives(Buffer.from(bytes), maxMilliseconds)
    }),
    { numRuns: 500, interruptAfterTimeLimit: 3000 },
  )
})
