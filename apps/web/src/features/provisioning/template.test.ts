import { expect, test } from 'vitest'
import { changesBetween, emptyTemplate, inNames, linesOf } from './template.ts'

const version = (value: string, only = false) =>
  linesOf(
    {
      selector: { ...emptyTemplate.selector, tags: ['shop'] },
      content: {
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
    (field, told) => (told === null ? field : `${field}: ${told}`),
  )

test('two versions are compared by what they say', () => {
  expect(changesBetween(version('1'), version('1'))).toEqual({ removed: [], added: [] })
  expect(changesBetween(version('1'), version('2', true))).toEqual({
    removed: ['Device.A = 1', 'Device.T.[Name=x]'],
    added: ['objectsStay', 'Device.A = 2', 'Device.T.[Name=x] !'],
  })
})

test('what a version names is told by its name, and by its number once it is gone', () => {
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
