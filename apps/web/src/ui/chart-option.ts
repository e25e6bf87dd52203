import type { Theme } from '../lib/preferences.ts'
import { clockAhead } from '../lib/wall-clock.ts'
import { chartInks, seriesColours } from './chart-look.ts'
import type { ChartProps } from './chart.tsx'

const zoomHeight = 18

/**
 * Options for the chart library. It knows only UTC and the browser's zone, so it gets the user's local time
 * as if it were UTC.
 */
export function chartOption(props: ChartProps & { description: string }, theme: Theme, zone: string | null) {
  const { series, zoom = false, format = String, formatX } = props
  const ink = chartInks[theme]
  const shown = (at: number) => (formatX === undefined ? at + clockAhead(at, zone) : at)
  return {
    animation: false,
    useUTC: true,
    aria: { enabled: true, label: { enabled: true, description: props.description } },
    color: [...seriesColours[theme]],
    // The legend stands above and the slider below, so they never overlap.
    legend: { top: 0, left: 0, type: 'scroll', textStyle: { color: ink.text }, itemWidth: 14, itemHeight: 8 },
    grid: gridOf(zoom ? zoomHeight + 12 : 0, props.axisWidth),
    tooltip: {
      trigger: 'axis',
      // Names come from devices: text, never markup.
      renderMode: 'richText',
      backgroundColor: ink.surface,
      borderColor: ink.line,
      textStyle: { color: ink.text, fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '—'),
      axisPointer: {
        label: { formatter: ({ value }: { value: unknown }) => (formatX ?? clockText)(Number(value)) },
      },
    },
    xAxis: {
      type: formatX === undefined ? 'time' : 'value',
      min: props.from === undefined ? null : shown(props.from),
      max: props.to === undefined ? null : shown(props.to),
      // A requested range is shown in full, also for bars.
      containShape: props.from === undefined,
      axisLine: { lineStyle: { color: ink.line } },
      splitLine: { show: false },
      axisLabel: {
        color: ink.text,
        hideOverlap: true,
        ...(formatX !== undefined && { formatter: formatX }),
      },
    },
    yAxis: {
      type: 'value',
      min: props.min ?? null,
      max: props.max ?? null,
      axisLabel: { color: ink.text, formatter: (value: number) => format(value) },
      splitLine: { lineStyle: { color: ink.line } },
    },
    dataZoom: zoom
      ? [
          { type: 'inside' },
          {
            type: 'slider',
            height: zoomHeight,
            bottom: 4,
            borderColor: ink.line,
            textStyle: { color: ink.text },
          },
        ]
      : [],
    series: series.map(({ name, points, kind = 'line' }) => ({
      name,
      type: kind === 'bar' ? 'bar' : 'line',
      data: points.map(([at, value]) => [shown(at), value]),
      showSymbol: points.length < 2,
      connectNulls: false,
      sampling: 'lttb',
      lineStyle: { width: 1.8 },
      ...(kind === 'bar' && { barMaxWidth: 12 }),
      ...(kind === 'area' && { areaStyle: { opacity: 0.16 } }),
    })),
  }
}

const timeHeight = 22

/** Axis labels get the space they need, or a fixed width; in the latter case, times are stacked. */
function gridOf(below: number, axisWidth: number | undefined) {
  if (axisWidth === undefined) {
    return { top: 36, left: 8, right: 16, bottom: below + 8, outerBoundsMode: 'same' } as const
  }
  const bottom = below + timeHeight + 8
  return { top: 36, left: axisWidth, right: 24, bottom, outerBoundsMode: 'none' } as const
}

const clockText = (shown: number) => new Date(shown).toISOString().slice(0, 19).replace('T', ' ')
