import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLabel } from './label-text.ts'

const all = { serialNumber: 'LR2000001F', oui: '02A1B2', labelSecret: 'K7-QZ' }

test.each([
  ['JSON', '{"sn":"LR2000001F","OUI":"02-a1-b2","key":"K7-QZ"}', all],
  [
    'JSON with a MAC address',
    '{"serialNumber":"LR2000001F","mac":"02:A1:B2:00:00:1F","Secret":"K7-QZ"}',
    all,
  ],
  ['JSON with numbers', '{"sn":12345678}', { serialNumber: '12345678' }],
  ['a URL', 'https://maker.example/q?sn=LR2000001F&mac=02A1B200001F&key=K7-QZ', all],
  ['a URL with a fragment', 'https://maker.example/#sn=LR2000001F&oui=02A1B2&key=K7-QZ', all],
  ['a list as Wi-Fi codes are', 'SN:LR2000001F;OUI:02A1B2;KEY:K7-QZ;;', all],
  ['such a list with a word before', 'DEVICE:SN:LR2000001F;OUI:02A1B2;KEY:K7-QZ;;', all],
  [
    'signs behind a backslash',
    String.raw`SN:A\;1;KEY:a\:b\\c;`,
    { serialNumber: 'A;1', labelSecret: String.raw`a:b\c` },
  ],
  ['pairs', 'S/N=LR2000001F,OUI=02A1B2,PWD=K7-QZ', all],
  ['lines', 'S/N: LR2000001F\r\nMAC: 02:A1:B2:00:00:1F\r\nKey: K7-QZ', all],
  ['Chinese lines', '序列号：LR2000001F\nMAC：02-A1-B2-00-00-1F\n密码：K7-QZ', all],
  ['a product class', 'SN:1234;PC:LR200', { serialNumber: '1234', productClass: 'LR200' }],
  ['the name of TR-069', '02a1b2-LR2000001F', { oui: '02A1B2', serialNumber: 'LR2000001F' }],
  [
    'the name with a class',
    '02A1B2-LR%2D200-LR2000001F',
    { oui: '02A1B2', productClass: 'LR-200', serialNumber: 'LR2000001F' },
  ],
  ['a serial number', ' LR2000001F\n', { serialNumber: 'LR2000001F' }],
  ['a MAC address as serial number', '02A1B200001F', { serialNumber: '02A1B200001F', oui: '02A1B2' }],
  ['a MAC address', '02:A1:B2:00:00:1F', { oui: '02A1B2' }],
])('%s', (_form, code, expected) => {
  expect(readLabel(code)).toEqual(expected)
})

test.each([
  ['nothing', ''],
  ['a sentence', 'hello, who is there?'],
  ['the password of a Wi-Fi', 'WIFI:T:WPA;S:guests;P:secret;;'],
  ['a URL without a label', 'https://evil.example/login'],
  ['a script', 'javascript:alert(1)'],
  ['markup', '<img src=x onerror=alert(1)>'],
  ['broken JSON', '{"sn":'],
  ['JSON of something else', '{"__proto__":{"sn":"1234"},"a":[1]}'],
])('%s says nothing', (_what, code) => {
  expect(readLabel(code)).toEqual({})
})

test('what a code holds is cut, without invisible signs, and an OUI is one', () => {
  expect(readLabel(`SN:${'A'.repeat(500)};KEY:a\u202Eb\u0000c;OUI:zzzzzz`)).toEqual({
    serialNumber: 'A'.repeat(64),
    labelSecret: 'abc',
  })
})

test('no code makes it fall, and what is read fits the form', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ maxLength: 300 }), fc.json(), fc.webUrl({ withQueryParameters: true })),
      (code) => {
        const label = readLabel(code)
        expect(
          Object.keys(label).every(
            (key) => key in { serialNumber: 1, oui: 1, productClass: 1, labelSecret: 1 },
          ),
        ).toBe(true)
        for (const value of Object.values(label)) expect(value.length).toBeLessThanOrEqual(64)
        expect(label.oui ?? 'ABCDEF').toMatch(/^[0-9A-F]{6}$/)
      },
    ),
    { numRuns: 2_000 },
  )
})
