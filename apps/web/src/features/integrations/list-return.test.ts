import { afterEach, expect, test } from 'vitest'
import { paths } from '../../lib/paths.ts'
import { leaveEdit, leaveList, leaveReturned, returned } from './list-return.ts'

afterEach(() => {
  leaveEdit('/elsewhere')
  leaveReturned('/elsewhere')
})

test('who comes back from the edit page finds the list as it was, once', () => {
  leaveList('?state=failing&page=2', '7')
  leaveEdit(paths.integrations)
  expect(returned.get()).toEqual({ search: '?state=failing&page=2', rowId: '7' })
  leaveReturned('/homePage')
  expect(returned.get()).toBeNull()
})

test('who goes elsewhere from the edit page finds a fresh list later', () => {
  leaveList('?page=2', '7')
  leaveEdit('/homePage')
  leaveEdit(paths.integrations)
  expect(returned.get()).toBeNull()
})

test('another channel on the edit page keeps the way back', () => {
  leaveList('?page=2', '7')
  leaveEdit(paths.integrationEdit)
  leaveEdit(paths.integrations)
  expect(returned.get()?.search).toBe('?page=2')
})
