import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BusinessHours, hoursText, parseHours } from './business-hours.ts'

const read = (text: string) => {
  const hours = parseHours(text)
  return hours === null ? null : hoursText(hours)
}

describe('business hours', () => {
  test.each([
    ['Mo-Fr 09:00-18:00; Sa 10:00-16:00', 'Mo-Fr 09:00-18:00; Sa 10:00-16:00'],
    ['09:00-22:00', 'Mo-Su 09:00-22:00'],
    ['24/7', '24/7'],
    ['Mo-Su 00:00-24:00', '24/7'],
    ['00:00-00:00', '24/7'],
    ['mo,we,fr 9:00-12:00, 13:00-18:00', 'Mo,We,Fr 09:00-12:00,13:00-18:00'],
    ['Sa-Mo 10:00-16:00', 'Mo,Sa-Su 10:00-16:00'],
    ['Fr,Sa 18:00-02:00', 'Fr-Sa 18:00-02:00'],
    // A later rule overrides an earlier one.
    ['09:00-18:00; Su off', 'Mo-Sa 09:00-18:00'],
    ['Mo-Su off', 'Mo-Su off'],
    [
      '24/7; 2026-10-01/2026-10-07 off; 2026-12-31 9:00-15:00',
      '24/7; 2026-10-01/2026-10-07 off; 2026-12-31 09:00-15:00',
    ],
    // As written in China.
    ['周一至周五 09:00–18:00；周六、周日 10:00—16:00', 'Mo-Fr 09:00-18:00; Sa-Su 10:00-16:00'],
    ['周一到周日：08:30~22:00', null],
    ['每天 08:30–22:00', 'Mo-Su 08:30-22:00'],
    ['工作日 9：00－18：00；周末休息', 'Mo-Fr 09:00-18:00'],
    ['Monday to Friday 09:00-18:00', null],
    ['Mon-Fri 09:00-18:00; Sun closed', 'Mo-Fr 09:00-18:00'],
  ])('%s is read as %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  test.each([
    '',
    ';',
    'off',
    'on demand',
    'Mo-Fr',
    'Mo-Xx 09:00-18:00',
    'Mo-We-Fr 09:00-18:00',
    '25:00-26:00',
    '09:00-24:01',
    '09:60-10:00',
    '09:00-18:00,17:00-19:00',
    '2026-02-30 off',
    '2026-10-07/2026-10-01 off',
    '09:00',
    '=cmd()',
    `${'Mo 09:00-10:00; '.repeat(40)}Mo 09:00-10:00`,
  ])('%s says nothing that is understood', (text) => {
    expect(parseHours(text)).toBeNull()
  })

  const opening = fc
    .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
    .map(([from, long]) => [{ from, to: from + long }])
  const openings = fc.oneof(fc.constant([]), opening)
  const hours: fc.Arbitrary<BusinessHours> = fc.record({
    week: fc.array(openings, { minLength: 7, maxLength: 7 }),
    exceptions: fc.array(
      openings.map((given) => ({ from: '2026-02-16', to: '2026-02-22', openings: given })),
      { maxLength: 2 },
    ),
  })
  test('the canonical text is read as the same hours', () => {
    fc.assert(
      fc.property(hours, (given) => {
        expect(parseHours(hoursText(given))).toEqual(given)
      }),
    )
  })
  test('no text throws, and parsed hours have one notation', () => {
    const piece = fc.constantFrom(
      'Mo',
      'Fr',
      '-',
      ',',
      ';',
      ' ',
      '09:00',
      '18:00',
      'off',
      '24/7',
      '2026-01-01',
      '/',
      '周一',
      '至',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          const once = read(text)
          expect(once === null ? null : read(once)).toBe(once)
        },
      ),
    )
  })
})
