import { BarChart, LineChart, ScatterChart, TreemapChart } from 'echarts/charts'
import {
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  ToolboxComponent,
  TooltipComponent,
} from 'echarts/components'
import { connect, type EChartsType, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { type DrawnChart, optionOf, type PanelDrawing } from './panel-option.ts'

register([
  AriaComponent,
  BarChart,
  CanvasRenderer,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  LineChart,
  ScatterChart,
  ToolboxComponent,
  TooltipComponent,
  TreemapChart,
])

const group = 'panels'

export interface PanelCanvasProps {
  readonly chart: DrawnChart
  readonly drawing: PanelDrawing
  readonly height: number
  /** A value was pressed: the row's place and the measure's. */
  readonly onOpen: (row: number, measure: number) => void
  /** Steps that were dragged over, from one place to another. */
  readonly onZoom: ((from: number, to: number) => void) | null
}

export function PanelCanvas({ chart: kind, drawing, height, onOpen, onZoom }: PanelCanvasProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  const acts = useRef({ onOpen, onZoom, drawing })
  useEffect(() => {
    acts.current = { onOpen, onZoom, drawing }
  })
  useEffect(() => {
    if (box.current === null) return undefined
    const element = box.current
    const made = init(element)
    chart.current = made
    made.on('click', ({ dataIndex, seriesIndex, data }) => {
      const { rowKey } = (data ?? {}) as { rowKey?: string }
      const { rows } = acts.current.drawing
      if (rowKey !== undefined)
        acts.current.onOpen(
          rows.findIndex((row) => row.key === rowKey),
          0,
        )
      else if (kind === 'treemap') acts.current.onOpen(dataIndex - 1, 0)
      else acts.current.onOpen(dataIndex, seriesIndex ?? 0)
    })
    if (kind === 'time') {
      // Hovering one chart over time points at the same step in all of them.
      made.group = group
      connect(group)
      made.on('datazoom', (event) => {
        const [part] = (event as { batch?: { startValue?: number; endValue?: number }[] }).batch ?? []
        if (part?.startValue === undefined || part.endValue === undefined) return
        acts.current.onZoom?.(Math.round(part.startValue), Math.round(part.endValue))
      })
    }
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [kind])

  useEffect(() => {
    const zoomable = kind === 'time' && onZoom !== null && drawing.rows.length > 2
    chart.current?.setOption(
      {
        ...optionOf[kind](drawing),
        ...(zoomable && {
          toolbox: { show: true, itemSize: 0, feature: { dataZoom: { yAxisIndex: 'none' as const } } },
        }),
      },
      { replaceMerge: ['series'] },
    )
    if (zoomable)
      chart.current?.dispatchAction({
        type: 'takeGlobalCursor',
        key: 'dataZoomSelect',
        dataZoomSelectActive: true,
      })
    // oxlint-disable-next-line react/exhaustive-deps -- onZoom is new on every render, and redrawing is not free
  }, [drawing, kind])

  return <div ref={box} className="panel-canvas" style={{ height }} aria-hidden="true" />
}
