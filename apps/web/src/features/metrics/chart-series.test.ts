import { expect, test } from 'vitest'
import { curvesOf, type MetricSeries, ordered, seriesName, tickOf } from './chart-series.ts'

const series = (metric: MetricSeries['metric'], instance: string, label = ''): MetricSeries => ({
  metric,
  instance,
  label,
  unit: '%',
  values: [1, null, 0],
  lows: [],
  highs: [],
  min: 0,
  mean: 0.5,
  max: 1,
  p95: 1,
  last: 0,
})
const metricName = (metric: string) => metric

test('a series is named by what tells it apart in its chart', () => {
  const [one, two, out] = [
    series('interface_in_octets', 'Gi1', 'uplink'),
    series('interface_in_octets', 'Gi2'),
    series('interface_out_octets', 'Gi1', 'uplink'),
  ]
  const named = (which: MetricSeries, ...all: MetricSeries[]) =>
    seriesName(which, all, metricName, (metric) => metric.slice(10, 12))
  expect(named(one, one, two)).toBe('uplink')
  expect(named(two, one, two)).toBe('Gi2')
  expect(named(one, one, out)).toBe('interface_in_octets')
  expect(named(one, one, two, out)).toBe('in · uplink')
  expect(named(series('ping_rtt', ''), series('ping_rtt', ''))).toBe('ping_rtt')
})

test('values stand at the beginning of their step, and the period before lies behind', () => {
  const one = { ...series('cpu_usage', '1'), before: [2, 3, null] }
  const curves = curvesOf({ start: 1000, stepSeconds: 60 }, [
    { series: one, name: 'CPU', beforeName: 'CPU before', colour: 2 },
  ])
  expect(curves.map(({ name, faint, colour }) => [name, faint, colour])).toEqual([
    ['CPU before', true, 2],
    ['CPU', undefined, 2],
  ])
  expect(curves[1]?.points).toEqual([
    [1000, 1],
    [61_000, null],
    [121_000, 0],
  ])
})

test.each([
  ['By', 0, 1],
  ['By', 3 * 1024 ** 3, 1024 ** 3],
  ['s', 90, 1],
  ['s', 600, 60],
  ['s', 10_000, 3600],
  ['s', 1_000_000, 86_400],
  ['%', 100, 1],
])('ticks of %s up to %s are round in %s', (unit, highest, tick) => {
  expect(tickOf(unit, highest)).toBe(tick)
})

test('the busiest interface comes first with both directions, and of supplies the emptiest', () => {
  const one = (metric: MetricSeries['metric'], instance: string, min: number | null, max: number | null) => ({
    ...series(metric, instance),
    min,
    max,
  })
  const traffic = [
    one('interface_in_octets', 'a', 0, 5),
    one('interface_in_octets', 'b', 0, 1),
    one('interface_in_octets', 'c', null, null),
    one('interface_out_octets', 'a', 0, 2),
    one('interface_out_octets', 'b', 0, 9),
  ]
  const directions = ['interface_in_octets', 'interface_out_octets'] as const
  expect(
    ordered(traffic.toReversed(), directions, false).map(
      ({ instance, metric }) => `${instance} ${metric.slice(10, 12)}`,
    ),
  ).toEqual(['b in', 'b ou', 'a in', 'a ou', 'c in'])
  const supplies = [one('supply_level', 'k', 40, 60), one('supply_level', 'y', 4, 90)]
  expect(ordered(supplies, ['supply_level'], true).map(({ instance }) => instance)).toEqual(['y', 'k'])
})
