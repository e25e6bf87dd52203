import { expect, test } from 'vitest'
import { chartOption } from './chart-option.ts'

const at = Date.parse('2026-11-22T12:54:00Z')
const chart = { title: 'Delay', description: '', series: [{ name: 'Delay', points: [[at, 6] as const] }] }

test("times are those of the person's clock, which the library takes for UTC", () => {
  const { useUTC, series, tooltip } = chartOption(chart, 'light', 'Asia/Shanghai')
  expect(useUTC).toBe(true)
  const [shown] = series[0]!.data[0]!
  expect(shown).toBe(Date.parse('2026-11-22T20:54:00Z'))
  expect(tooltip.axisPointer.label.formatter({ value: shown })).toBe('2026-11-22 20:54:00')
})

test('the whole range is shown where it is given, however few points there are', () => {
  const { xAxis } = chartOption({ ...chart, from: at - 1_000, to: at }, 'dark', 'Asia/Kolkata')
  expect(xAxis.containShape).toBe(false)
  expect([xAxis.min, xAxis.max]).toEqual([at - 1_000 + 19_800_000, at + 19_800_000])
})

test('what is over something else than the time of day is not moved', () => {
  const course = { ...chart, series: [{ name: 'Rate', points: [[3_000, 80] as const] }] }
  const { xAxis, series } = chartOption(
    { ...course, formatX: (value) => `${value / 1000} s` },
    'light',
    'Asia/Shanghai',
  )
  expect([xAxis.type, series[0]!.data[0]]).toEqual(['value', [3_000, 80]])
  expect(xAxis.axisLabel.formatter?.(3_000)).toBe('3 s')
})

test('charts one above another begin and end at the same place, whatever their values are called', () => {
  const places = ['12 ms', '1,000 Mbit/s'].map((text) => {
    const { left, right, outerBoundsMode } = chartOption(
      { ...chart, axisWidth: 88, format: () => text },
      'light',
      null,
    ).grid
    return { left, right, outerBoundsMode }
  })
  expect(places).toEqual(places.map(() => ({ left: 88, right: 24, outerBoundsMode: 'none' })))
})
