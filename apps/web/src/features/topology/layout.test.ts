import { expect, test } from 'vitest'
import { boundsOf, layoutTopology } from './layout.ts'
import type { TopologyNode } from './topology.ts'

type Node = Pick<TopologyNode, 'key' | 'kind' | 'type' | 'x' | 'y'>
const node = (key: string, type: Node['type'] = 'other', more: Partial<Node> = {}): Node => ({
  key,
  kind: 'device',
  type,
  x: null,
  y: null,
  ...more,
})
const link = (a: string, b: string) => ({ a: { node: a }, b: { node: b } })

test('layers follow the way from the line to the device', () => {
  const places = layoutTopology(
    [
      node('ap', 'wireless_ap'),
      node('switch', 'switch'),
      node('gateway', 'smart_cpe'),
      node('line', null, { kind: 'line' }),
    ],
    [link('ap', 'switch'), link('switch', 'gateway'), link('line', 'gateway')],
  )
  const heights = ['line', 'gateway', 'switch', 'ap'].map((key) => places.get(key)!.y)
  expect(heights).toEqual(heights.toSorted((a, b) => a - b))
  expect(new Set(heights).size).toBe(4)
})

test('200 nodes do not cover one another, rings and single nodes included', () => {
  const nodes = Array.from({ length: 200 }, (_, at) => node(`n${at}`, at % 7 === 0 ? 'switch' : 'other'))
  const links = Array.from({ length: 180 }, (_, at) =>
    link(`n${at}`, `n${at % 7 === 0 ? at + 7 : at - (at % 7)}`),
  )
  links.push(link('n0', 'n70'), link('n7', 'n91'))
  const places = layoutTopology(nodes, links)
  expect(places.size).toBe(200)
  expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(200)
  expect(boundsOf(places).width).toBeGreaterThan(0)
})

test('a position that a person chose wins', () => {
  const places = layoutTopology([node('a'), node('b', 'other', { x: 900, y: -5 })], [link('a', 'b')])
  expect(places.get('b')).toEqual({ x: 900, y: -5 })
})
