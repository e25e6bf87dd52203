import { expect, test } from 'vitest'
import { fieldPath } from './field-path.ts'

test.each([
  ['name', ['name']],
  ['values.0.path', ['values', 0, 'path']],
])('the field %s of the server is %o in the form', (field, expected) => {
  expect(fieldPath(field)).toEqual(expected)
})
