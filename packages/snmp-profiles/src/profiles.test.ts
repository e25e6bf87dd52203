import { expect, test } from 'vitest'
import {
  hiddenMakers,
  makerNamedIn,
  makerOf,
  makerSources,
  profiles,
  trapMeaning,
  typeOfObjectId,
  vendors,
  type Table,
} from './index.ts'
import { makerNumbers } from './maker-numbers.ts'

/** Everything in a value, at any depth. */
function leaves(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return [value]
  return Object.values(value).flatMap(leaves)
}

const patterns = profiles.flatMap((profile) =>
  leaves(profile).flatMap((leaf) => (leaf instanceof RegExp ? [{ name: profile.name, pattern: leaf }] : [])),
)

test('a pattern repeats nothing that repeats without bound', () => {
  const unbounded = /(?<!\\)[*+]\)?[*+{?]|\)[*+]/
  expect(
    patterns.filter(({ pattern }) =>
      unbounded.test(pattern.source.replaceAll('*?', '').replaceAll('+?', '')),
    ),
  ).toEqual([])
})

test('no pattern takes long on hostile text of 1,000 characters', () => {
  const hostile = [
    'a',
    ' ',
    '1.',
    'A1-',
    ', ',
    'HP ',
    '(',
    'V1.',
    '\t\n',
    '版本 ',
    'Version ',
    'J1234A Switch ',
  ].map((part) => part.repeat(1000).slice(0, 1000))
  const slow = patterns.filter(({ pattern }) => {
    const start = performance.now()
    for (const text of hostile) pattern.test(text)
    return performance.now() - start > 50
  })
  expect(slow).toEqual([])
})

test('names of profiles are unique and every OID is one', () => {
  expect(new Set(profiles.map(({ name }) => name)).size).toBe(profiles.length)
  const oids = profiles.flatMap((profile) =>
    leaves(profile).filter((leaf): leaf is string => typeof leaf === 'string' && /^[~.\d]*\.\d/.test(leaf)),
  )
  expect(oids.filter((oid) => !/^(?:~|\d+)(?:\.\d+)+$/.test(oid))).toEqual([])
})

test('every profile says a type for any device that it matches', () => {
  const open = profiles.filter(({ type }) => {
    const last = type.at(-1)
    return !last || 'model' in last || 'descr' in last
  })
  expect(open.map(({ name }) => name).filter((name) => !['fortinet'].includes(name))).toEqual([])
})

test('every value of a table can be read: it has a label, and a pool has two of its parts or a percentage', () => {
  const tables = profiles.flatMap(({ name, tables: own = [] }) => own.map((table) => ({ name, table })))
  const lacking = ({ table }: { table: Table }) =>
    table.label === '' ||
    ('pool' in table &&
      !table.percent &&
      !table.percentFree &&
      [table.used, table.free, table.total].filter((part) => part !== undefined).length < 2)
  expect(tables.filter(lacking)).toEqual([])
})

test('the vendors that the product names have a profile', () => {
  const named = new Set<string>(profiles.map(({ vendor }) => vendor))
  const required = [
    'Huawei',
    'H3C',
    'Ruijie',
    'ZTE',
    'TP-Link',
    'FS',
    'Sangfor',
    'Hillstone',
    'Cisco',
    'Aruba',
    'HP',
    'Juniper',
    'Fortinet',
    'Palo Alto Networks',
    'Check Point',
    'SonicWall',
    'Netgate',
    'OPNsense',
    'Ubiquiti',
    'MikroTik',
    'Ruckus',
    'Cambium',
    'DrayTek',
    'Teltonika',
    'D-Link',
    'Netgear',
    'Zyxel',
    'Edgecore',
    'Brother',
    'Canon',
    'Ricoh',
    'Konica Minolta',
    'Epson',
    'Kyocera',
    'Xerox',
    'Lexmark',
    'Zebra',
    'APC',
    'Eaton',
    'CyberPower',
    'Synology',
    'QNAP',
    'Net-SNMP',
    'Microsoft',
    'VMware',
    'Hikvision',
    'Dahua',
  ]
  expect(required.filter((vendor) => !named.has(vendor))).toEqual([])
  expect([...named].filter((vendor) => !(vendors as readonly string[]).includes(vendor))).toEqual([])
})

test('a maker is known by its enterprise number, with and without a profile', () => {
  expect(makerOf('1.3.6.1.4.1.2011.5.25.1')).toBe('Huawei')
  expect(makerOf('1.3.6.1.4.1.9.1.1')).toBe('Cisco')
  expect(makerOf('1.3.6.1.4.1.674.11000')).toBe('Dell')
  expect(makerOf('1.3.6.1.4.1.99999999.1')).toBeNull()
  expect(makerOf('1.3.6.1.2.1.1')).toBeNull()
})

test.each([
  ['1.3.6.1.4.1.318.0.5', 'ups_on_battery'],
  ['1.3.6.1.4.1.9.9.43.2.0.1', 'configuration_changed'],
  ['1.3.6.1.4.1.25506.2.6.2.0.4', 'cpu_high'],
  ['1.3.6.1.4.1.2011.5.25.219.2.6.1', 'fan_failed'],
  ['1.3.6.1.2.1.43.18.2.0.1', 'printer_alert'],
  ['1.3.6.1.2.1.33.2.1', 'ups_on_battery'],
  ['1.3.6.1.4.1.3180.0.5', null],
  ['', null],
])('the notification %s means %s', (oid, meaning) => {
  expect(trapMeaning(oid)).toBe(meaning)
})

test('lists of makers are in order, and what they name is found', () => {
  const entries = makerNumbers.split('\n').flatMap((line) => line.split(';').slice(0, -1))
  expect(entries.filter((entry) => !/^\d{1,6} \S[^;]{0,40}$/.test(entry))).toEqual([])
  const numbers = entries.map((entry) => Number.parseInt(entry, 10))
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  expect(makerOf('1.3.6.1.4.1.8691.7.69')).toBe('Moxa')
  expect(makerNamedIn('Palo Alto Networks PA-440')).toBe('Palo Alto Networks')
  expect(makerNamedIn('Switch of Cisco')).toBeNull()
  expect(typeOfObjectId('1.3.6.1.4.1.8691.15.34')).toBe('wireless_ap')
  expect(typeOfObjectId('1.3.6.1.4.1.86910.1')).toBeNull()
  expect(hiddenMakers.filter(({ oid }) => !/^1(?:\.\d+)+$/.test(oid))).toEqual([])
})

test('of a maker the sources of the longest part of the tree count', () => {
  const socomec = '1.3.6.1.4.1.4555'
  expect(makerSources(`${socomec}.1.1.7`, 'model')).toEqual([{ oid: `${socomec}.1.1.7.1.1.1.0` }])
  expect(makerSources(`${socomec}.2.30`, 'model')).toEqual([{ oid: `${socomec}.2.30.1.2.0` }])
  expect(makerSources(`${socomec}.2.30`, 'version')).toEqual([])
  expect(makerSources('1.3.6.1.4.1.8691.7.69', 'version')).toEqual([{ oid: '1.3.6.1.4.1.8691.7.69.1.4.0' }])
  expect(makerSources('1.3.6.1.4.1.99999', 'model')).toEqual([])
  expect(makerSources(socomec, 'hardware')).toEqual([])
})
