import { expect, test } from 'vitest'
import { columnOf, sortableKeys } from './entity-fields.ts'
import { lineEntity, lineForm } from './line-fields.ts'
import { outletColumns, outletEntity, outletForm } from './outlet-fields.ts'

// An edit sends every field: one that its form lacks would be emptied.
test.each([
  ['outlets', outletEntity.fields, outletForm, []],
  // Its item stands beside the gateway's.
  ['lines', lineEntity.fields, lineForm, ['wanName']],
])('the form of %s has every field', (_, fields, form, elsewhere) => {
  const shown = new Set<string>([...form.flatMap(({ rows }) => rows.flat()), ...elsewhere])
  expect(Object.keys(fields).filter((field) => !shown.has(field))).toEqual([])
})

test('a column is the field in snake_case', () => {
  expect(['name', 'timeZone', 'departmentId'].map(columnOf)).toEqual(['name', 'time_zone', 'department_id'])
})

test('a list sorts by the columns that say so', () => {
  expect(sortableKeys(outletColumns)).toEqual(['name', 'score', 'code', 'region', 'createdAt'])
})
