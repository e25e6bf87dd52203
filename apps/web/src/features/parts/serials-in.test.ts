import { expect, test } from 'vitest'
import { serialsIn } from './serials-in.ts'

test.each([
  ['', []],
  ['A1\nB2\n', ['A1', 'B2']],
  ['A1\r\n a1 \r\nB2', ['A1', 'B2']],
  ['A1\tB2,C3；D4', ['A1', 'B2', 'C3', 'D4']],
])('%j holds %j', (text, serials) => {
  expect(serialsIn(text)).toEqual(serials)
})
