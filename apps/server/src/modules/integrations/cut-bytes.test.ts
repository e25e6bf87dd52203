import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutBytes } from './cut-bytes.ts'

test.each([
  ['short', 10, '…', 'short'],
  ['告警告警', 12, '…', '告警告警'],
  ['告警告警', 11, '…', '告警…'],
  ['告警告警', 7, '', '告警'],
  ['a😀b', 4, '', 'a'],
])('cuts %s to %i bytes', (text, most, tail, expected) => {
  expect(cutBytes(text, most, tail)).toBe(expected)
})

test('what is cut fits, and is a beginning of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 3, max: 60 }), (text, most) => {
      const cut = cutBytes(text, most, '…')
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(most)
      expect(cut === text || text.startsWith(cut.slice(0, -1))).toBe(true)
      expect(cut).not.toContain('\uFFFD')
    }),
  )
})
