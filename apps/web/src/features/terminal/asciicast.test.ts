import { expect, test } from 'vitest'
import { parseCast, sizeOf } from './asciicast.ts'

test('a recording that was cut off in a line plays up to it', () => {
  const cast = parseCast('{"version":2,"width":80,"height":24}\n[0.5,"o","hi"]\n[1,"r","100x30"]\n[2,"o","cu')
  expect(cast).toEqual({
    columns: 80,
    rows: 24,
    events: [
      [0.5, 'o', 'hi'],
      [1, 'r', '100x30'],
    ],
  })
})

test.each(['', 'nonsense', '{"version":2}'])('%j is no recording', (text) => {
  expect(parseCast(text)).toBeNull()
})

test('a size is read, and nothing else', () => {
  expect(sizeOf('132x43')).toEqual({ columns: 132, rows: 43 })
  expect(sizeOf('wide')).toBeNull()
})
