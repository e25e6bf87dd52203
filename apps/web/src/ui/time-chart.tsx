import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Store } from '../lib/store.ts'
import { LoadingState } from './states.tsx'
import './time-chart.css'

export interface TimeSeries {
  readonly key: string
  /** From a device: always text. */
  readonly name: string
  /** `[milliseconds, value]` in time order; null is a gap. */
  readonly points: readonly (readonly [number, number | null])[]
  /** Place in the palette. */
  readonly colour: number
  /** Of another period: dashed and faint. */
  readonly faint?: boolean
}

/** A horizontal line with its value. */
export interface TimeLimit {
  readonly label: string
  readonly value: number
  /** The series that it belongs to; null: a limit of the thing itself. */
  readonly colour: number | null
}

/** The moment under the pointer, shared by all charts of a page. */
export type Cursor = Store<number | null>

export interface TimeChartProps {
  /** Announced to screen readers together with the series names. */
  readonly title: string
  readonly series: readonly TimeSeries[]
  readonly limits?: readonly TimeLimit[]
  /** Times to point out, such as those of an alarm. */
  readonly spans?: readonly { readonly from: number; readonly to: number }[]
  /** The whole range is shown, however few values there are. */
  readonly from: number
  readonly to: number
  readonly stepMs: number
  readonly format: (value: number) => string
  /** Ticks are round in this unit: 1024³ for GiB. */
  readonly tick?: number
  readonly min?: number
  readonly max?: number
  /** States: a value holds until the next. */
  readonly stepped?: boolean
  readonly filled?: boolean
  readonly height?: number
  readonly cursor: Cursor
  /** A part was dragged over. */
  readonly onZoom?: (from: number, to: number) => void
}

const TimeChartView = lazy(async () => ({ default: (await import('./time-chart-view.tsx')).TimeChartView }))

export const timeChartHeight = 190

/** A chart over time that is linked with the others of its page. The chart library loads with the first one. */
export function TimeChart(props: TimeChartProps) {
  const { t } = useTranslation()
  const { title, series, height = timeChartHeight } = props
  const points = series.reduce((sum, one) => sum + one.points.filter(([, value]) => value !== null).length, 0)
  const description = t('common.chartDescription', {
    title,
    series: series.map(({ name }) => name).join(', '),
    points,
  })
  return (
    <div className="time-chart" style={{ height }}>
      <Suspense fallback={<LoadingState rows={3} />}>
        <TimeChartView {...props} height={height} description={description} />
      </Suspense>
    </div>
  )
}
