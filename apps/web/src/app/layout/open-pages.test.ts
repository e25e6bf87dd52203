import { expect, test } from 'vitest'
import { afterClosing, close, isOpenPages, type OpenPage, visit } from './open-pages.ts'

const page = (path: string, href = path): OpenPage => ({ path, href })
const pages = [page('/a'), page('/b'), page('/c')]

test('the same path is the same tab, and keeps its newest address', () => {
  expect(visit(pages, page('/b', '/b?page=2'))).toEqual([page('/a'), page('/b', '/b?page=2'), page('/c')])
  expect(visit(pages, page('/b'))).toBe(pages)
})

test('beyond twenty the oldest goes', () => {
  const many = Array.from({ length: 20 }, (_, index) => page(`/${index}`))
  const next = visit(many, page('/new'))
  expect(next).toHaveLength(20)
  expect(next[0]?.path).toBe('/1')
})

test.each([
  ['/a', '/b'],
  ['/b', '/c'],
  ['/c', '/b'],
])('closing %s leads to %s', (closed, expected) => {
  expect(afterClosing(pages, closed)).toBe(expected)
  expect(close(pages, closed)).toHaveLength(2)
})

test('closing the only one leads to the root', () => {
  expect(afterClosing([page('/a')], '/a')).toBe('/')
})

test.each([
  [[], true],
  [[page('/a')], true],
  [[{ path: 1, href: '/a' }], false],
  [{}, false],
  [null, false],
])('%o is a kept list of pages: %s', (value, expected) => {
  expect(isOpenPages(value)).toBe(expected)
})
