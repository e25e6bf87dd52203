import type { Theme } from '../lib/preferences.ts'
import { clockAhead } from '../lib/wall-clock.ts'
import { chartInks, colourOf, seriesColours } from './chart-look.ts'
import type { TimeChartProps, TimeSeries } from './time-chart.tsx'

/** Set by hand, so that charts one above another align, and so that a moment has a known place. */
export const plot = { left: 76, right: 18, top: 12, bottom: 26 } as const

type Shown = readonly [number, number | null] | { value: [number, number]; symbol: 'circle' }

/**
 * Options for the chart library. It knows only UTC and the browser's zone, so it gets the user's local time
 * as if it were UTC.
 */
export function timeChartOption(props: TimeChartProps, theme: Theme, zone: string | null) {
  const { series, limits = [], format, tick = 1 } = props
  const ink = chartInks[theme]
  const shown = (at: number) => at + clockAhead(at, zone)
  // Limits far above the values would flatten them.
  const top = Math.max(0, ...series.flatMap(({ points }) => points.map(([, value]) => value ?? 0)))
  const near = limits.filter(({ value }) => top === 0 || value <= top * 4)
  const aboveAll = highest(top, near)
  return {
    animation: false,
    useUTC: true,
    grid: { ...plot, outerBoundsMode: 'none' as const },
    xAxis: {
      type: 'time' as const,
      min: shown(props.from),
      max: shown(props.to),
      axisLine: { lineStyle: { color: ink.line } },
      axisTick: { lineStyle: { color: ink.line } },
      splitLine: { show: false },
      axisLabel: { color: ink.text, hideOverlap: true, formatter: clockLabels(props.to - props.from) },
    },
    yAxis: {
      type: 'value' as const,
      min: props.min === undefined ? null : props.min / tick,
      max: props.max === undefined ? aboveAll / tick || null : props.max / tick,
      splitNumber: 4,
      // Quarters of a whole; states have whole numbers alone.
      ...(props.max !== undefined && props.stepped !== true && { interval: props.max / tick / 4 }),
      ...(props.stepped === true && { minInterval: 1 }),
      axisLabel: {
        color: ink.text,
        formatter: (value: number) => format(value * tick),
        // An end that a limit set is no round number.
        ...(aboveAll > 0 && props.max === undefined && { showMaxLabel: false }),
      },
      splitLine: { lineStyle: { color: ink.line } },
    },
    series: series.map((one, place) => ({
      type: 'line' as const,
      name: one.name,
      data: dataOf(one, shown, tick),
      color: colourOf(theme, one.colour),
      symbol: 'none',
      symbolSize: 4,
      connectNulls: false,
      silent: true,
      step: props.stepped === true ? ('end' as const) : (false as const),
      lineStyle: {
        width: one.faint === true ? 1.2 : 1.7,
        opacity: one.faint === true ? 0.65 : 1,
        type: one.faint === true ? ('dashed' as const) : kindOf(theme, one.colour),
      },
      ...(props.filled === true && one.faint !== true && { areaStyle: { opacity: 0.12 } }),
      ...(place === 0 && {
        markLine: lines(near, theme, tick),
        markArea: areas(props.spans ?? [], shown, theme),
      }),
    })),
  }
}

/** The axis of values without a fixed end goes to the library, unless a limit lies above all of them. */
function highest(top: number, limits: readonly { value: number }[]): number {
  const limit = Math.max(0, ...limits.map(({ value }) => value))
  return limit > top ? limit * 1.08 : 0
}

/** Beyond the palette, series with the same colour differ by dots. */
const kindOf = (theme: Theme, place: number) =>
  place < seriesColours[theme].length ? ('solid' as const) : ('dotted' as const)

/** A value between two gaps has no line: it is a dot. */
function dataOf({ points }: TimeSeries, shown: (at: number) => number, tick: number): Shown[] {
  return points.map(([at, value], place): Shown => {
    if (value === null) return [shown(at), null]
    const alone = (points[place - 1]?.[1] ?? null) === null && (points[place + 1]?.[1] ?? null) === null
    return alone ? { value: [shown(at), value / tick], symbol: 'circle' } : [shown(at), value / tick]
  })
}

function lines(limits: NonNullable<TimeChartProps['limits']>, theme: Theme, tick: number) {
  return {
    silent: true,
    symbol: 'none',
    animation: false,
    data: limits.map(({ label, value, colour }) => {
      const color = colour === null ? chartInks[theme].limit : colourOf(theme, colour)
      return {
        yAxis: value / tick,
        lineStyle: { color, width: 1, type: [6, 4], opacity: 0.9 },
        // A device's words would otherwise be a template of the library.
        label: { formatter: () => label, position: 'insideEndTop', color, fontSize: 11, distance: 2 },
      }
    }),
  }
}

function areas(spans: NonNullable<TimeChartProps['spans']>, shown: (at: number) => number, theme: Theme) {
  return {
    silent: true,
    itemStyle: { color: chartInks[theme].limit, opacity: 0.12 },
    data: spans.map(({ from, to }) => [{ xAxis: shown(from) }, { xAxis: shown(to) }] as const),
  }
}

const two = (value: number) => String(value).padStart(2, '0')

/** Dates where a day begins, and times; over more than two days the days alone where there is no room. */
function clockLabels(length: number) {
  return (shown: number): string => {
    const at = new Date(shown)
    const day = `${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`
    const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`
    if (time === '00:00') return day
    return length > 400 * 3_600_000 ? day : time
  }
}

/** Where a moment stands in a chart of this width, in pixels. */
export function placeOf(
  at: number,
  { from, to }: Pick<TimeChartProps, 'from' | 'to'>,
  width: number,
): number {
  const room = Math.max(1, width - plot.left - plot.right)
  return plot.left + ((at - from) / (to - from)) * room
}

/** The moment at a place in pixels; beside the plot, its edge. */
export function momentAt(
  x: number,
  { from, to }: Pick<TimeChartProps, 'from' | 'to'>,
  width: number,
): number {
  const room = Math.max(1, width - plot.left - plot.right)
  const share = Math.min(1, Math.max(0, (x - plot.left) / room))
  return from + share * (to - from)
}

/** The value of a series at a moment: of the step that it lies in. */
export function valueAt({ points }: TimeSeries, at: number, stepMs: number): number | null {
  const [first] = points
  if (first === undefined) return null
  const point = points[Math.floor((at - first[0]) / stepMs)]
  return point?.[1] ?? null
}
