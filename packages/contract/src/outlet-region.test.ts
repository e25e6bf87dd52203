import fc from 'fast-check'
import { expect, test } from 'vitest'
import { regionOf, regionsAbove } from './outlet-region.ts'

test.each([
  ['华东/上海/浦东', '华东/上海/浦东'],
  [' 华东 ／ 上海 // 浦东/ ', '华东/上海/浦东'],
  ['North  East', 'North East'],
  ['/', ''],
  ['', ''],
  ['a/b/c/d/e/f/g', null],
  ['x'.repeat(61), null],
  [`${'x'.repeat(60)}/`.repeat(4), null],
  ['a\u202Eb', null],
  ['a\u0000', null],
])('%j is the region %j', (text, expected) => {
  expect(regionOf(text)).toBe(expected)
})

test('a path contains itself and its ancestors', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (levels) => {
      const path = regionOf(levels.join('/'))
      if (path === null) return
      expect(regionOf(path)).toBe(path)
      for (const above of regionsAbove(path)) expect(`${path}/`.startsWith(`${above}/`)).toBe(true)
    }),
  )
})
