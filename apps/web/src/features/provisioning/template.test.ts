import { expect, test } from 'vitest'
import { changesBetween, emptyTemplate, inNames, linesOf, namedOnlyIn } from './template.ts'

const version = (value: string, only = false) =>
  linesOf(
    {
      selector: { ...emptyTemplate.selector, tags: ['shop'] },
      content: {
        settings: [
          {
            section: 'wifi',
            which: { by: 'place', place: 1, band: '5' },
            field: 'ssid',
            value,
            ifAbsent: only ? 'fail' : 'skip',
          },
        ],
        values: [{ path: 'Device.A', value }],
        objects: [
          {
            table: 'Device.T.',
            key: [{ name: 'Name', value: 'x' }],
            values: [{ name: 'B', value: '1' }],
            only,
          },
        ],
        notifications: [{ path: 'Device.A', level: 2 }],
      },
      objectsStay: only,
    },
    (field, detail) => (detail === null ? field : `${field}: ${detail}`),
    ({ field, value: wanted, ifAbsent }) => `${field} = ${wanted} ${ifAbsent}`,
  )

test('two versions are compared by what they say', () => {
  expect(changesBetween(version('1'), version('1'))).toEqual({ removed: [], added: [] })
  expect(changesBetween(version('1'), version('2', true))).toEqual({
    removed: ['ssid = 1 skip', 'Device.A = 1', 'Device.T.[Name=x]'],
    added: ['objectsStay', 'ssid = 2 fail', 'Device.A = 2', 'Device.T.[Name=x] !'],
  })
})

test('what a version names is shown by name, and by number once it is deleted', () => {
  const { selector } = inNames({
    version: {
      number: 1,
      selector: { ...emptyTemplate.selector, outletIds: ['7', '9'], companyIds: ['3'] },
      content: emptyTemplate.content,
      objectsStay: false,
      acknowledged: false,
      createdAt: '2026-01-01T00:00:00Z',
      createdByName: 'A',
    },
    names: { outlets: [{ id: '7', name: 'West Lake' }], companies: [{ id: '3', name: 'Yuelai' }] },
  })
  expect([selector.outletIds, selector.companyIds]).toEqual([['West Lake', '9'], ['Yuelai']])
})

test('what only one of two versions names is listed, without the objects that are gone whole', () => {
  const object = (name: string, ...values: string[]) => ({
    table: 'Device.T.',
    key: [{ name: 'Name', value: name }],
    values: values.map((one) => ({ name: one, value: '1' })),
    only: false,
  })
  const hidden = (section: 'wifi' | 'time', value: string) => ({
    section,
    which: { by: 'all' as const },
    field: 'hidden' as const,
    value,
    ifAbsent: 'skip' as const,
  })
  const nameOf = ({ section, field }: { section: string; field: string }) => `${section} ${field}`
  const before = {
    settings: [hidden('wifi', 'true')],
    values: [{ path: 'Device.A', value: '1' }],
    objects: [object('x', 'B')],
    notifications: [{ path: 'Device.A', level: 1 as const }],
  }
  const after = {
    settings: [hidden('wifi', 'false'), hidden('time', 'true')],
    values: [
      { path: 'Device.A', value: '2' },
      { path: 'Device.C', value: '1' },
    ],
    objects: [object('x', 'B', 'D'), object('y', 'B')],
    notifications: [{ path: 'Device.C', level: 2 as const }],
  }
  expect(namedOnlyIn(after, before, nameOf)).toEqual([
    'time hidden',
    'Device.C',
    'Device.T.[Name=x].D',
    'Device.C @',
  ])
  expect(namedOnlyIn(before, after, nameOf)).toEqual(['Device.A @'])
  expect(namedOnlyIn(before, before, nameOf)).toEqual([])
})
