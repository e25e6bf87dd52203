import type { MetricName } from '@netward/contract/metric-catalogue'
import { expect, test } from 'vitest'
import { groupsOf } from './device-charts.tsx'
import { tilesOf } from './pulse-tiles.ts'
import { busiestOf, type Latest } from './use-latest.ts'

const value = (
  metric: MetricName,
  instance: string,
  number: number | null,
  more: Partial<Latest> = {},
): Latest => ({
  metric,
  instance,
  label: '',
  unit: '1',
  value: number,
  at: '',
  low: null,
  high: null,
  ...more,
})

test('a tile shows the worst of several parts, and names it', () => {
  const tiles = tilesOf([
    value('temperature', '1', 40),
    value('temperature', '2', 71, { label: 'PSU 2', high: 70 }),
    value('supply_level', 'black', 4),
    value('supply_level', 'cyan', 60),
  ])
  expect(tiles.map(({ metric, label, level }) => [metric, label, level])).toEqual([
    ['supply_level', 'black', 'warning'],
    ['temperature', 'PSU 2', 'critical'],
  ])
})

test('what was never measured has no tile, and zero has one', () => {
  expect(tilesOf([value('cpu_usage', '1', null), value('session_count', '', 0)])).toMatchObject([
    { metric: 'session_count', value: 0 },
  ])
})

test('interfaces are ordered by both directions, in bits', () => {
  const busiest = busiestOf([
    value('interface_in_octets', 'wan', 10),
    value('interface_out_octets', 'wan', 1),
    value('interface_in_octets', 'lan', 2),
    value('interface_out_octets', 'lan', 20),
    value('interface_in_octets', 'new', null),
  ])
  expect(busiest.map(({ instance, inRate, outRate }) => [instance, inRate, outRate])).toEqual([
    ['lan', 16, 160],
    ['wan', 80, 8],
    ['new', null, null],
  ])
})

test('only what is measured is charted, and of many parts the worst six', () => {
  const latest = Array.from({ length: 9 }, (_, place) => value('supply_level', `s${place}`, place * 10))
  const groups = groupsOf(latest, [], 'equipment')
  expect(groups.map(({ key }) => key)).toEqual(['supplies'])
  expect(groups[0]?.charts[0]).toMatchObject({
    instances: ['s0', 's1', 's2', 's3', 's4', 's5'],
    offered: { length: 9 },
  })
})
