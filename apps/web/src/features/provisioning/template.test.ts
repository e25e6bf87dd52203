import { expect, test } from 'vitest'
import { changesBetween, emptyTemplate, linesOf } from './template.ts'

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
