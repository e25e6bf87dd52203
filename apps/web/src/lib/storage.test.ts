import { afterEach, expect, test, vi } from 'vitest'
import { isStringList, local } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('a browser that refuses storage is one that has nothing stored', () => {
  vi.stubGlobal('window', {
    get localStorage(): Storage {
      throw new Error('SecurityError')
    },
  })
  expect(local.read('lang')).toBeNull()
  expect(() => local.write('lang', 'en')).not.toThrow()
  expect(local.readJson('x', isStringList)).toBeNull()
})

test('what is stored but is not what it should be is as if it were absent', () => {
  const kept = new Map([
    ['broken', '{'],
    ['other', '[1]'],
    ['good', '["a"]'],
  ])
  vi.stubGlobal('window', { localStorage: { getItem: (key: string) => kept.get(key) ?? null } })
  expect(local.readJson('broken', isStringList)).toBeNull()
  expect(local.readJson('other', isStringList)).toBeNull()
  expect(local.readJson('good', isStringList)).toEqual(['a'])
})
