import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mutated, survives } from './mutations.ts'

// The machine of a test may be busy: what hangs takes far longer.
const mostMilliseconds = 2000

test('whatever is done to an exchange, it is read or refused, and in time', () => {
  let read = 0
  let refused = 0
  fc.assert(
    fc.property(mutated, (bytes) => {
      if (survives(bytes, mostMilliseconds)) read++
      else refused++
    }),
    { numRuns: 3000, interruptAfterTimeLimit: 5000 },
  )
  // Both must happen, or the mutations try nothing.
  expect(Math.min(read, refused)).toBeGreaterThan(50)
})

test('so are bytes that were never an exchange', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      survives(Buffer.from(bytes), mostMilliseconds)
    }),
    { numRuns: 500, interruptAfterTimeLimit: 3000 },
  )
})
