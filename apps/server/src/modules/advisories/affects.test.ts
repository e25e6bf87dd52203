import fc from 'fast-check'
import { expect, test } from 'vitest'
import { affects, fitsModel, isOfVendor } from './affects.ts'
import { compareVersions } from './version-order.ts'

test.each([
  ['1.2.3', '1.2.10'],
  ['V200R019C00SPC500', 'V200R019C10SPC300'],
  ['15.2(7)E3', '15.2(7)E10'],
  ['15.2(4)E', '15.2(7)E'],
  ['7.10rc2', '7.10'],
  ['7.10beta4', '7.10rc1'],
  ['RouterOS 6.49.7', '6.49.10 (stable)'],
  ['v6.4.2,build1723', 'v6.4.10,build1800'],
  ['1.0', '1.0a'],
  ['1.0a', '1.0.1'],
  ['9.1(7)', '9.1(7)12'],
  ['12.1X46-D10', '12.1X46-D65'],
  ['2.9', '2.10-h1'],
])('%s is older than %s', (older, newer) => {
  expect(compareVersions(older, newer)).toBeLessThan(0)
  expect(compareVersions(newer, older)).toBeGreaterThan(0)
})

test.each([
  ['1.0', '1.0.0'],
  ['v3.2.1', 'V3.2.1'],
  ['FW 3.02', '3.2'],
])('%s and %s are one version', (a, b) => expect(compareVersions(a, b)).toBe(0))

const version = fc.stringMatching(/^[vV]?\d{1,3}(?:[.\-( ]?(?:\d{1,3}|rc|a|SPC|build)){0,4}$/)

test('versions have a total order', () => {
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      expect(compareVersions(a, a)).toBe(0)
      expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0)
      const [least, , greatest] = [a, b, c].toSorted(compareVersions)
      expect(compareVersions(least!, greatest!)).toBeLessThanOrEqual(0)
      expect(compareVersions(least!, b)).toBeLessThanOrEqual(0)
      expect(compareVersions(b, greatest!)).toBeLessThanOrEqual(0)
    }),
  )
})

test('a hostile version costs no time', () => {
  const long = '1.'.repeat(30_000)
  expect(compareVersions(long, `${long}2`)).toBe(0)
  expect(fitsModel('*a*a*a*a*a*a*b', 'a'.repeat(10_000))).toBe(false)
})

test('a vendor is the first words of a brand', () => {
  expect(isOfVendor('Cisco', 'Cisco Systems, Inc.')).toBe(true)
  expect(isOfVendor('cisco systems', 'Cisco Systems, Inc.')).toBe(true)
  expect(isOfVendor('Cisco', 'Ciscotronic')).toBe(false)
  expect(isOfVendor('华为', '华为')).toBe(true)
  expect(isOfVendor('-', 'anything')).toBe(false)
})

test('a model is matched whole, with wildcards', () => {
  expect(fitsModel('AR*', 'ar651w')).toBe(true)
  expect(fitsModel('AR651', 'AR651W')).toBe(false)
  expect(fitsModel('*-48P*', 'S5735-L-48P4X')).toBe(true)
  expect(fitsModel('a*a', 'a')).toBe(false)
})

test('bounds: the first and the last version are affected, the fixed one is not', () => {
  const advisory = {
    vendor: 'MikroTik',
    models: [],
    firstVersion: '6.40',
    lastVersion: '',
    fixedVersion: '6.49.7',
  }
  const of = (softwareVersion: string) =>
    affects(advisory, { manufacturer: 'MikroTik', modelName: 'RB750', softwareVersion })
  expect(['6.39', '6.40', '6.49.6', '6.49.7', '7.1', '', 'unknown'].map(of)).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  const last = { ...advisory, lastVersion: '6.45', fixedVersion: '' }
  expect(affects(last, { manufacturer: 'MikroTik', modelName: '', softwareVersion: '6.45' })).toBe(true)
  expect(affects(last, { manufacturer: 'MikroTik', modelName: '', softwareVersion: '6.46' })).toBe(false)
})
