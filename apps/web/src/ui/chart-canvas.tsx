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
import { useTheme } from '../lib/preferences.ts'
import { useTimeZone } from '../lib/time-zone.ts'
import { chartOption } from './chart-option.ts'
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

export function ChartCanvas(props: ChartProps & { height: number; description: string }) {
  const theme = useTheme()
  const zone = useTimeZone()
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
    chart.current?.setOption(chartOption(props, theme, zone), {
      replaceMerge: ['series', 'dataZoom'],
    })
  }, [props, theme, zone])

  return <div ref={box} className="chart-canvas" style={{ height: props.height }} />
}
