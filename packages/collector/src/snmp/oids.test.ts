import fc from 'fast-check'
import { expect, test } from 'vitest'
import { before, follows, isBelow } from './oids.ts'

const arcs = fc.array(fc.oneof(fc.nat(3), fc.nat(2 ** 32 - 1)), { minLength: 1, maxLength: 8 })

test('OIDs are ordered by their arcs as numbers', () => {
  const after = (a: readonly number[], b: readonly number[]): boolean => {
    for (let at = 0; at < Math.max(a.length, b.length); at++) {
      if (a[at] !== b[at]) return (b[at] ?? -1) > (a[at] ?? -1)
    }
    return false
  }
  fc.assert(fc.property(arcs, arcs, (a, b) => follows(a.join('.'), b.join('.')) === after(a, b)))
})

test('an object is below a root only by whole arcs', () => {
  expect(isBelow('1.3.6.1', '1.3.6')).toBe(true)
  expect(isBelow('1.3.61', '1.3.6')).toBe(false)
  expect(isBelow('1.3.6', '1.3.6')).toBe(false)
})

test('GETNEXT of what comes before an instance names the instance', () => {
  expect(before('1.3.6.1.2.1.1.3.0')).toBe('1.3.6.1.2.1.1.3')
  expect(before('1.3.6.1.2.1.2.2.1.10.7')).toBe('1.3.6.1.2.1.2.2.1.10.6')
})
