import { expect, test } from 'vitest'
import { holdsAll } from './permissions.ts'

const held = new Set(['A', 'B'])

test('an empty list of codes throws (specification §5)', () => {
  expect(() => holdsAll(held, [])).toThrow(TypeError)
})

test.each([
  [['A'], true],
  [['A', 'B'], true],
  [['A', 'C'], false],
  [['C'], false],
])('%o is held: %s; all codes are needed', (codes, expected) => {
  expect(holdsAll(held, codes)).toBe(expected)
})
