import { expect, test } from 'vitest'
import { momentAt, placeOf, plot, timeChartOption, valueAt } from './time-chart-option.ts'
import type { TimeChartProps } from './time-chart.tsx'
import { createStore } from '../lib/store.ts'

const at = Date.parse('2026-11-22T12:00:00Z')
const step = 300_000
const chart: TimeChartProps = {
  title: 'CPU',
  series: [
    {
      key: 'a',
      name: '<b>a</b>',
      colour: 0,
      points: [
        [at, 1],
        [at + step, 0],
        [at + 2 * step, null],
        [at + 3 * step, 7],
        [at + 4 * step, null],
      ],
    },
  ],
  from: at,
  to: at + 12 * step,
  stepMs: step,
  format: (value) => `${value}%`,
  cursor: createStore<number | null>(null),
  onZoom: () => undefined,
}

test('a gap stays a gap, zero is a value, and a value between gaps is a dot', () => {
  const [series] = timeChartOption(chart, 'light', 'UTC').series
  expect(series).toMatchObject({ connectNulls: false, symbol: 'none' })
  expect(series!.data).toEqual([
    [at, 1],
    [at + step, 0],
    [at + 2 * step, null],
    { value: [at + 3 * step, 7], symbol: 'circle' },
    [at + 4 * step, null],
  ])
})

test("the axis is the reader's clock over the whole range", () => {
  const { xAxis } = timeChartOption(chart, 'dark', 'Asia/Shanghai')
  expect([xAxis.min, xAxis.max]).toEqual([at + 8 * 3_600_000, at + 8 * 3_600_000 + 12 * step])
  expect(xAxis.axisLabel.formatter(Date.parse('2026-11-22T00:00:00Z'))).toBe('11-22')
  expect(xAxis.axisLabel.formatter(Date.parse('2026-11-22T20:05:00Z'))).toBe('20:05')
})

test('a limit near the values makes room for its line; one far above would flatten them', () => {
  const limited = (value: number) =>
    timeChartOption({ ...chart, limits: [{ label: 'x', value, colour: null }] }, 'light', 'UTC')
  expect(limited(10).yAxis.max).toBeCloseTo(10.8)
  expect(limited(10).series[0]!.markLine!.data).toHaveLength(1)
  expect(limited(1000).yAxis.max).toBeNull()
  expect(limited(1000).series[0]!.markLine!.data).toHaveLength(0)
})

test('ticks of bytes are round in their own unit', () => {
  const { yAxis, series } = timeChartOption({ ...chart, tick: 1024, max: 2048 }, 'light', 'UTC')
  expect(yAxis.max).toBe(2)
  expect(yAxis.axisLabel.formatter(2)).toBe('2048%')
  expect(series[0]!.data[0]).toEqual([at, 1 / 1024])
})

test('a place and its moment are each other', () => {
  const width = 600
  for (const moment of [chart.from, at + 5 * step, chart.to])
    expect(momentAt(placeOf(moment, chart, width), chart, width)).toBeCloseTo(moment, -1)
  expect(momentAt(0, chart, width)).toBe(chart.from)
  expect(momentAt(width, chart, width)).toBe(chart.to)
  expect(placeOf(chart.from, chart, width)).toBe(plot.left)
})

test('the value at a moment is that of its step', () => {
  const [series] = chart.series
  expect(valueAt(series!, at + 60_000, step)).toBe(1)
  expect(valueAt(series!, at + step, step)).toBe(0)
  expect(valueAt(series!, at + 2 * step + 1, step)).toBeNull()
  expect(valueAt(series!, at - 1, step)).toBeNull()
})
