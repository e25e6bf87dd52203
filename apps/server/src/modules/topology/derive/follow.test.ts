import { expect, test } from 'vitest'
import type { DeviceFacts } from './facts.ts'
import { type FollowedGraph, followTopology } from './follow.ts'
import type { Graph, Link } from './graph.ts'

const link = (a: string, aPort: string, b: string, bPort = ''): Link => ({
  a: { node: a, port: aPort },
  b: { node: b, port: bPort },
  by: 'lldp',
})
const graphOf = (...links: Link[]): Graph => ({
  links,
  others: [{ key: 'nx', kind: 'neighbour', name: '<b>x</b>', address: null }],
  clients: [],
  folded: 0,
})
const devicesAt = (readAt: number, ...ids: string[]): DeviceFacts[] =>
  ids.map((id) => ({
    id,
    name: `Device ${id}`,
    type: id === '1' ? 'smart_cpe' : 'switch',
    sysName: '',
    address: null,
    macs: [],
    chassisId: '',
    interfaces: [],
    around: { readAt, neighbours: [], stations: [], speaksLldp: true, incomplete: false },
    hosts: [],
  }))

/** Readings one after the other. */
function follow(...readings: Link[][]) {
  let before: FollowedGraph | null = null
  const events: string[][] = []
  readings.forEach((links, at) => {
    const result = followTopology(before, graphOf(...links), devicesAt(at * 1000, '1', '2', '3'), at * 1000)
    before = result.graph
    events.push(
      result.events.map(({ deviceId, kind, detail }) => [deviceId, kind, ...Object.values(detail)].join(' ')),
    )
  })
  return { events, graph: before! }
}

const known = link('d1', '1', 'd2', '4')
const next = link('d1', '2', 'd3', '1')

test('what is there at first is no news', () => {
  expect(follow([known], [known], [known]).events).toEqual([[], [], []])
})

test('a neighbour is new when a second reading has it', () => {
  expect(follow([known], [known, next], [known, next], [known, next]).events).toEqual([
    [],
    [],
    ['1 neighbour.new Device 3 2', '3 neighbour.new Device 1 1'],
    [],
  ])
})

test('a neighbour is gone when a second reading lacks it, and drawn until then', () => {
  const { events, graph } = follow([known], [], [])
  expect(events).toEqual([[], [], ['1 neighbour.gone Device 2 1', '2 neighbour.gone Device 1 4']])
  expect(graph.links).toEqual([])
  expect(follow([known], []).graph.links).toMatchObject([{ missed: 1, lastAt: 0 }])
})

test('one reading without it, as after a reboot, is no news', () => {
  expect(follow([known], [], [known], []).events.flat()).toEqual([])
})

test('a reading that is not newer counts nothing', () => {
  const first = followTopology(null, graphOf(known), devicesAt(0, '1', '2'), 0)
  const again = followTopology(first.graph, graphOf(), devicesAt(0, '1', '2'), 1)
  const third = followTopology(again.graph, graphOf(), devicesAt(0, '1', '2'), 2)
  expect(third.graph.links).toMatchObject([{ missed: 0 }])
  expect(third.events).toEqual([])
})

test('a device that is at another port has moved: one entry, its own', () => {
  const moved = link('d3', '2', 'd2', '4')
  const uplink = link('d1', '3', 'd3', '1')
  expect(follow([known, uplink], [moved, uplink], [moved, uplink]).events).toEqual([
    [],
    [],
    ['2 neighbour.moved Device 1 1 Device 3 2'],
  ])
})

test('a switch that loses a device and gets another one has not moved', () => {
  const uplink = link('d1', '1', 'd2', '4')
  const old = link('d2', '1', 'd3', '1')
  const stranger = link('d2', '3', 'nx', '')
  expect(follow([uplink, old], [uplink, stranger], [uplink, stranger]).events.at(-1)).toEqual([
    '2 neighbour.new <b>x</b> 3',
    '2 neighbour.gone Device 3 1',
    '3 neighbour.gone Device 2 1',
  ])
})

test('a neighbour that is no device is named as it named itself', () => {
  const stranger = link('d1', '3', 'nx', '')
  expect(follow([known], [known, stranger], [known, stranger]).events.at(-1)).toEqual([
    '1 neighbour.new <b>x</b> 3',
  ])
})

test('what was taken out of the outlet leaves without a word', () => {
  const first = followTopology(null, graphOf(known), devicesAt(0, '1', '2'), 0)
  const left = followTopology(first.graph, graphOf(), devicesAt(1000, '1'), 1000)
  expect(left.graph.links).toEqual([])
  expect(left.events).toEqual([])
})
