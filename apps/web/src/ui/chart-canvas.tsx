import { BarChart, LineChart } from 'echarts/charts'
import {
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
} from 'echarts/components'
import { type EChartsType, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useFormat } from '../lib/format.ts'
import { type Theme, useTheme } from '../lib/preferences.ts'
import type { ChartProps } from './chart.tsx'

register([
  AriaComponent,
  BarChart,
  CanvasRenderer,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  LineChart,
  TooltipComponent,
])

/** Told apart without colour as well: neighbours differ in brightness. */
const seriesColours: Record<Theme, readonly string[]> = {
  light: ['#0b6b83', '#d97706', '#6d4bc3', '#15803d', '#be3455', '#4d5d6b'],
  dark: ['#45bfd6', '#f1bd56', '#b39df2', '#56cb93', '#ff9188', '#a9b9c6'],
}
const inks: Record<Theme, { text: string; line: string; surface: string }> = {
  light: { text: '#4d5d6b', line: '#d8e0e6', surface: '#ffffff' },
  dark: { text: '#a0b2c0', line: '#243442', surface: '#16232f' },
}
const zoomHeight = 18

function optionOf(
  props: ChartProps & { description: string },
  theme: Theme,
  dateTime: (at: number) => string,
) {
  const { series, zoom = false, format = String } = props
  const ink = inks[theme]
  return {
    animation: false,
    aria: { enabled: true, label: { enabled: true, description: props.description } },
    color: [...seriesColours[theme]],
    // The legend stands above, the slider below: they never cover each other.
    legend: { top: 0, left: 0, type: 'scroll', textStyle: { color: ink.text }, itemWidth: 14, itemHeight: 8 },
    grid: { top: 36, left: 8, right: 16, bottom: zoom ? zoomHeight + 20 : 8, outerBoundsMode: 'same' },
    tooltip: {
      trigger: 'axis',
      // Names come from devices: they are text, never markup.
      renderMode: 'richText',
      backgroundColor: ink.surface,
      borderColor: ink.line,
      textStyle: { color: ink.text, fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '—'),
      axisPointer: { label: { formatter: ({ value }: { value: unknown }) => dateTime(Number(value)) } },
    },
    xAxis: {
      type: 'time',
      axisLine: { lineStyle: { color: ink.line } },
      axisLabel: { color: ink.text, hideOverlap: true },
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
      data: points.map((point) => [...point]),
      showSymbol: points.length < 2,
      connectNulls: false,
      sampling: 'lttb',
      lineStyle: { width: 1.8 },
      ...(kind === 'area' && { areaStyle: { opacity: 0.16 } }),
    })),
  }
}

export function ChartCanvas(props: ChartProps & { height: number; description: string }) {
  const theme = useTheme()
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)

  useEffect(() => {
    if (box.current === null) return undefined
    const element = box.current
    const made = init(element)
    chart.current = made
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])

  useEffect(() => {
    chart.current?.setOption(optionOf(props, theme, format.dateTime), {
      replaceMerge: ['series', 'dataZoom'],
    })
  }, [props, theme, format])

  return <div ref={box} className="chart-canvas" style={{ height: props.height }} />
}
