import { expect, test } from 'vitest'
import { rangeOf } from './byte-range.ts'

test.each([
  ['bytes=0-99', { first: 0, last: 99 }],
  ['bytes=900-', { first: 900, last: 999 }],
  ['bytes=900-5000', { first: 900, last: 999 }],
  ['bytes=-100', { first: 900, last: 999 }],
  ['bytes=-5000', { first: 0, last: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['lines=0-1', null],
  ['bytes=99999999999999999999-', null],
  [undefined, null],
])('%s of a thousand bytes', (header, expected) => {
  expect(rangeOf(header, 1000)).toEqual(expected)
})
