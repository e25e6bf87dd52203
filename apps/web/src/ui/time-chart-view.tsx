import { LineChart } from 'echarts/charts'
import { GridComponent, MarkAreaComponent, MarkLineComponent } from 'echarts/components'
import { type EChartsType, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useFormat } from '../lib/format.ts'
import { useTheme } from '../lib/preferences.ts'
import { useStore } from '../lib/store.ts'
import { useTimeZone } from '../lib/time-zone.ts'
import { colourOf } from './chart-look.ts'
import { momentAt, placeOf, plot, timeChartOption, valueAt } from './time-chart-option.ts'
import type { TimeChartProps } from './time-chart.tsx'

register([CanvasRenderer, GridComponent, LineChart, MarkAreaComponent, MarkLineComponent])

/** A shorter drag is a click. */
const leastDrag = 6
const tooltipWidth = 250

type View = TimeChartProps & { height: number; description: string }

/** The drawn chart, and what moves above it: the crosshair, its values, and the part that is dragged over. */
export function TimeChartView(props: View) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [drag, setDrag] = useState<readonly [number, number] | null>(null)
  const [inside, setInside] = useState(false)
  const { cursor } = props
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const xOf = (event: PointerEvent<HTMLElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left
  const move = (event: PointerEvent<HTMLElement>) => {
    const x = xOf(event)
    cursor.set(momentAt(x, props, width))
    setInside(true)
    if (drag !== null) setDrag([drag[0], x])
  }
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || props.onZoom === undefined) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag([xOf(event), xOf(event)])
  }
  const release = () => {
    setDrag(null)
    if (drag === null || Math.abs(drag[1] - drag[0]) < leastDrag) return
    const [a, b] = drag.map((x) => momentAt(x, props, width)) as [number, number]
    props.onZoom?.(Math.min(a, b), Math.max(a, b))
  }
  const leave = () => {
    setInside(false)
    cursor.set(null)
  }
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -12, PageDown: 12 }[event.key]
    if (by !== undefined) {
      event.preventDefault()
      const at = cursor.get() ?? (by > 0 ? props.from : props.to)
      cursor.set(Math.min(props.to, Math.max(props.from, at + by * props.stepMs)))
    } else if (event.key === 'Escape' && cursor.get() !== null) {
      event.stopPropagation()
      cursor.set(null)
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a chart has no interactive role of its own
    <div
      ref={frame}
      className="time-chart-frame"
      role="application"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move its crosshair
      tabIndex={0}
      aria-label={props.description}
      onPointerMove={move}
      onPointerDown={press}
      onPointerUp={release}
      onPointerCancel={() => setDrag(null)}
      onPointerLeave={leave}
      onKeyDown={step}
      onFocus={() => setInside(true)}
      onBlur={leave}
    >
      {width > 0 && <Canvas {...props} />}
      {drag !== null && (
        <div
          className="time-chart-drag"
          style={{
            left: Math.max(plot.left, Math.min(...drag)),
            width: Math.min(width - plot.right, Math.max(...drag)) - Math.max(plot.left, Math.min(...drag)),
            top: plot.top,
            bottom: plot.bottom,
          }}
        />
      )}
      <Crosshair {...props} width={width} named={inside && drag === null} />
    </div>
  )
}

function Canvas(props: View) {
  const theme = useTheme()
  const zone = useTimeZone()
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  useEffect(() => {
    if (box.current === null) return undefined
    const made = init(box.current)
    chart.current = made
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(box.current)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])
  const { series, limits, from, to, tick, min, max } = props
  useEffect(() => {
    chart.current?.setOption(timeChartOption(props, theme, zone), { replaceMerge: ['series'] })
    // oxlint-disable-next-line react/exhaustive-deps -- the formats are new on every render, and redrawing is not free
  }, [series, limits, from, to, tick, min, max, theme, zone])
  return <div ref={box} className="time-chart-canvas" aria-hidden="true" />
}

/** When the step of a moment begins. */
function stepAt(series: View['series'], at: number, stepMs: number): number {
  const start = series[0]?.points[0]?.[0] ?? at
  return start + Math.floor((at - start) / stepMs) * stepMs
}

/** The moment under the pointer, in this chart or another one of the page; values only in this one. */
function Crosshair(props: View & { width: number; named: boolean }) {
  const { cursor, series, stepMs, width, named } = props
  const format = useFormat()
  const theme = useTheme()
  const at = useStore(cursor)
  if (at === null || at < props.from || at > props.to || width === 0) return null
  const x = placeOf(at, props, width)
  const rows = series.map((one) => ({ ...one, value: valueAt(one, at, stepMs) }))
  const room = Math.min(tooltipWidth, width - 16)
  return (
    <>
      <div className="time-chart-cursor" style={{ left: x, top: plot.top, bottom: plot.bottom }} />
      {named && (
        <output
          className="time-chart-tip"
          style={{ left: x + 12 + room > width ? Math.max(4, x - 12 - room) : x + 12, width: room }}
        >
          <strong>{format.dateTime(stepAt(series, at, stepMs)).slice(0, 16)}</strong>
          {rows.map(({ key, name, value, colour, faint }) => (
            <span key={key}>
              <i
                className={faint === true ? 'chart-swatch chart-swatch-faint' : 'chart-swatch'}
                style={{ color: colourOf(theme, colour) }}
              />
              <span>{name}</span>
              <b>{value === null ? '—' : props.format(value)}</b>
            </span>
          ))}
        </output>
      )}
    </>
  )
}
