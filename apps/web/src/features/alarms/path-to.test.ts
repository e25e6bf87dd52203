import { expect, test } from 'vitest'
import { pathTo } from './path-to.ts'

const node = (key: string, type: string | null = null) => ({
  key,
  kind: key.startsWith('l') ? ('line' as const) : ('device' as const),
  type,
})
const link = (a: string, b: string) => ({ a: { node: a }, b: { node: b } })
const estate = {
  nodes: [node('l2'), node('d1', 'smart_cpe'), node('d3', 'switch'), node('d5', 'wireless_ap'), node('d7')],
  links: [link('l2', 'd1'), link('d3', 'd1'), link('d3', 'd5'), link('d5', 'd1'), link('d3', 'gone')],
}
const keys = (target: string, links = estate.links) =>
  pathTo({ ...estate, links }, target).map(({ key }) => key)

test.each([
  ['d5', ['l2', 'd1', 'd5']],
  ['d3', ['l2', 'd1', 'd3']],
  ['d1', ['l2', 'd1']],
  ['l2', ['l2']],
  ['d7', []],
  ['d9', []],
])('%s is reached by %j', (target, way) => {
  expect(keys(target)).toEqual(way)
})

test('without a line it begins at the gateway', () => {
  expect(keys('d5', [link('d1', 'd3'), link('d3', 'd5')])).toEqual(['d1', 'd3', 'd5'])
})
