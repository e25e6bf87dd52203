import { deviceMoves } from '@netward/contract/states/device'
import { describe, expect, test } from 'vitest'
import { csvLine } from '../../platform/http/csv-line.ts'
import { fitsType } from './parameter-value.ts'
import { searchTerm } from './search-term.ts'

describe('the term of a search', () => {
  test.each([
    ['  ABC ', { search: 'abc' }],
    ['', null],
    [' \u0000 ', null],
    [undefined, null],
    ['50%_\\', { search: '50%_\\' }],
    ['AA:BB:CC', { mac: 'aabbcc' }],
    ['aa-bb', { search: 'aa-bb', mac: 'aabb' }],
    ['aa:b', { mac: 'aab' }],
    ['aa:bb:cc:', { mac: 'aabbcc' }],
    ['aabb.ccdd.eeff', { search: 'aabb.ccdd.eeff', mac: 'aabbccddeeff' }],
    ['aabbccddeeff', { search: 'aabbccddeeff' }],
    ['10.0.0.1', { search: '10.0.0.1' }],
    ['1921.', { search: '1921.' }],
    ['fe80::1', { search: 'fe80::1' }],
  ])('%j is searched as %j', (term, looked) => {
    expect(searchTerm(term)).toEqual(looked)
  })
})

describe('a cell of a CSV', () => {
  test.each([
    ['=1+1', `'=1+1`],
    ['+1', `'+1`],
    ['-1', `'-1`],
    ['@sum', `'@sum`],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    [' =1', `' =1`],
    ['＝1', `'＝1`],
    ['a=1', 'a=1'],
    ['say "hi"', '"say ""hi"""'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['网点', '网点'],
    ['', ''],
    [null, ''],
  ])('%j is written as %j', (cell, written) => {
    expect(csvLine([cell])).toBe(`${written}\r\n`)
  })
})

// TR-106 table 4 and XML Schema part 2.
describe('a value of a type', () => {
  test.each([
    ['boolean', 'true', true],
    ['boolean', 'yes', false],
    ['int', '-2147483648', true],
    ['int', '2147483648', false],
    ['int', '1.5', false],
    ['unsignedInt', '4294967295', true],
    ['unsignedInt', '-1', false],
    ['unsignedLong', '18446744073709551615', true],
    ['unsignedLong', '18446744073709551616', false],
    ['long', '-9223372036854775808', true],
    ['dateTime', '0001-01-01T00:00:00Z', true],
    ['dateTime', '2026-01-01', false],
    ['base64', 'QUI=', true],
    ['base64', 'QUI', false],
    ['hexBinary', '0aFF', true],
    ['hexBinary', '0aF', false],
    ['decimal', '-.5', true],
    ['decimal', '.', false],
    ['string', 'anything', true],
    ['X_VendorType', 'anything', true],
    [null, 'anything', true],
  ])('%s takes %j: %s', (type, value, fits) => {
    expect(fitsType(value, type)).toBe(fits)
  })
})

describe('what a device allows', () => {
  test.each([
    ['reboot', 'claimed', 'none', null],
    ['reboot', 'claimed', 'quarantined', 'quarantined'],
    ['reboot', 'claimed', 'duplicate', 'duplicate'],
    ['reboot', 'released', 'none', 'released'],
    ['reboot', 'replaced', 'duplicate', 'replaced'],
    ['replace', 'claimed', 'duplicate', null],
    ['replace', 'replaced', 'none', 'replaced'],
    ['place', 'released', 'none', 'released'],
    ['setParameters', 'claimed', 'quarantined', 'quarantined'],
    ['approve', 'claimed', 'none', 'notGuarded'],
    ['approve', 'claimed', 'quarantined', null],
    ['approve', 'released', 'quarantined', 'released'],
    ['release', 'claimed', 'duplicate', null],
    ['tag', 'claimed', 'quarantined', null],
    ['edit', 'released', 'none', 'released'],
  ] as const)('%s of a device that is %s and %s: %s', (move, state, guard, refusal) => {
    expect(deviceMoves[move]({ state, guard })).toBe(refusal)
  })
})
