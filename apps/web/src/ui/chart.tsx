import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState, LoadingState } from './states.tsx'
import './chart.css'

/** One line, area or bar series over time: `[milliseconds, value]`, null where there is no measurement. */
export interface ChartSeries {
  readonly name: string
  readonly points: readonly (readonly [number, number | null])[]
  readonly kind?: 'line' | 'area' | 'bar'
}

export interface ChartProps {
  /** Announced to screen readers together with the series names. */
  readonly title: string
  readonly series: readonly ChartSeries[]
  readonly height?: number
  /** Formats a value for the axis and the tooltip: "12 ms". */
  readonly format?: (value: number) => string
  /** Fixed bounds of the time axis in milliseconds; defaults to the range of the points. */
  readonly from?: number
  readonly to?: number
  /** The points are over something other than the time of day, formatted here: "3 s". */
  readonly formatX?: (value: number) => string
  /** Fixed bounds of the value axis. */
  readonly min?: number
  readonly max?: number
  /** Width of the value axis labels in pixels, so that stacked charts align. */
  readonly axisWidth?: number
  /** Enables zooming into a part of the time range. */
  readonly zoom?: boolean
}

const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }))

/** A chart over time. The chart library loads with the first chart. */
export function Chart(props: ChartProps) {
  const { t } = useTranslation()
  const { title, series, height = 280 } = props
  const points = series.reduce((sum, one) => sum + one.points.length, 0)
  if (points === 0) return <EmptyState title={t('common.chartNoData')} />
  const description = t('common.chartDescription', {
    title,
    series: series.map(({ name }) => name).join(', '),
    points,
  })
  return (
    <figure className="chart" aria-label={title} style={{ minHeight: height }}>
      <Suspense fallback={<LoadingState rows={5} />}>
        <ChartCanvas {...props} height={height} description={description} />
      </Suspense>
    </figure>
  )
}
