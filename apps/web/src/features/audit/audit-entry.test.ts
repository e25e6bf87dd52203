import { expect, test } from 'vitest'
import { linesOf } from './audit-entry.ts'

test('what changed stands side by side, also what was added or taken away; the rest by itself', () => {
  const detail = {
    before: { name: 'A', limit: 2, gone: 'x', same: 'as before' },
    after: { name: 'B', limit: 5, tags: ['new', 'newer'], same: 'as before' },
    reason: 'Why not',
    nothing: null,
  }
  expect(linesOf({ detail })).toEqual({
    changed: [
      { field: 'name', before: 'A', after: 'B' },
      { field: 'limit', before: '2', after: '5' },
      { field: 'gone', before: 'x', after: null },
      { field: 'tags', before: null, after: 'new\nnewer' },
    ],
    others: [{ field: 'reason', value: 'Why not' }],
  })
})

test('values without fields, and an entry that says nothing', () => {
  expect(linesOf({ detail: { before: 1, after: 'two' } }).changed).toEqual([
    { field: '', before: '1', after: 'two' },
  ])
  expect(linesOf({ detail: {} })).toEqual({ changed: [], others: [] })
})

test('the address of a sign-in is not listed beside that of the entry', () => {
  const detail = { address: '192.0.2.7', method: 'password' }
  expect(linesOf({ detail, address: '192.0.2.7' }).others).toEqual([{ field: 'method', value: 'password' }])
  expect(linesOf({ detail, address: '192.0.2.8' }).others).toHaveLength(2)
})
