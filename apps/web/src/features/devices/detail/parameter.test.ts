import { expect, test } from 'vitest'
import { knownType, leafOf, wrongValue } from './parameter.ts'

// Lexical forms of XML Schema part 2, as TR-106 table 2 uses them.
test.each([
  ['int', '-12', null],
  ['int', '1.5', 'wholeNumber'],
  ['unsignedInt', '300', null],
  ['unsignedInt', '-1', 'notNegative'],
  ['unsignedLong', '18446744073709551615', null],
  ['decimal', '.5', null],
  ['decimal', '1,5', 'number'],
  ['hexBinary', '0aFF', null],
  ['hexBinary', '0aF', 'hex'],
  ['base64', 'aGk=', null],
  ['base64', 'aGk', 'base64'],
  ['dateTime', '2026-01-31T08:00:00Z', null],
  ['dateTime', '2026-01-31 08:00', 'dateTime'],
  ['string', '', null],
  [undefined, 'anything', null],
] as const)('%s takes "%s": %s', (type, value, wrong) => {
  expect(wrongValue(type, value)).toBe(wrong)
})

test.each([
  ['xsd:unsignedInt', 'unsignedInt'],
  ['string', 'string'],
  ['xsd:vendorThing', undefined],
  [null, undefined],
])('the reported type %s is sent as %s', (reported, type) => {
  expect(knownType(reported)).toBe(type)
})

test.each([
  ['Device.WiFi.SSID.', 'SSID.'],
  ['Device.WiFi.SSID.1.SSID', 'SSID'],
  ['Device.', 'Device.'],
])('%s is called %s below its parent', (path, leaf) => {
  expect(leafOf(path)).toBe(leaf)
})
