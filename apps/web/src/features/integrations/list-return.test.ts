import { afterEach, expect, test } from 'vitest'
import { paths } from '../../lib/paths.ts'
import { forgetReturn, leaveEdit, leaveList, returnedTo } from './list-return.ts'

afterEach(() => {
  leaveEdit('/elsewhere')
})

test('who comes back from the edit page finds the list as it was', () => {
  leaveList('?state=failing&page=2', '7')
  leaveEdit(paths.integrations)
  expect(returnedTo()).toEqual({ search: '?state=failing&page=2', rowId: '7' })
  forgetReturn()
  expect(returnedTo()).toBeNull()
})

test('who goes elsewhere from the edit page finds a fresh list later', () => {
  leaveList('?page=2', '7')
  leaveEdit('/homePage')
  expect(returnedTo()).toBeNull()
  leaveEdit(paths.integrations)
  expect(returnedTo()).toBeNull()
})

test('another channel on the edit page keeps the way back', () => {
  leaveList('?page=2', '7')
  leaveEdit(paths.integrationEdit)
  leaveEdit(paths.integrations)
  expect(returnedTo()?.search).toBe('?page=2')
})
