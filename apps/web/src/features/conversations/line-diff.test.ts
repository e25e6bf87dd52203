import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

const signs = { same: ' ', removed: '-', added: '+' }
const shown = (before: string, after: string) =>
  lineDiff(before, after).map(({ change, text }) => signs[change] + text)

test('only what differs is marked', () => {
  expect(shown('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual([' a', '-b', '+x', ' c', ' d', '+e'])
  expect(shown('', 'a\nb')).toEqual(['+a', '+b'])
  expect(shown('a', '')).toEqual(['-a'])
  expect(shown('a\nb', 'a\nb')).toEqual([' a', ' b'])
})
