import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState, LoadingState } from './states.tsx'
import './chart.css'

/** One line, area or bar over time: `[milliseconds, value]`, null where nothing was measured. */
export interface ChartSeries {
  readonly name: string
  readonly points: readonly (readonly [number, number | null])[]
  readonly kind?: 'line' | 'area' | 'bar'
}

export interface ChartProps {
  /** Said to a screen reader together with the names of the series. */
  readonly title: string
  readonly series: readonly ChartSeries[]
  readonly height?: number
  /** A value for the axis and the hint: "12 ms". */
  readonly format?: (value: number) => string
  /** Fixed bounds of the time that is shown, in milliseconds; as far as there are points when absent. */
  readonly from?: number
  readonly to?: number
  /** Points are over something else than the time of day, which is told so: "3 s". */
  readonly formatX?: (value: number) => string
  /** Fixed bounds of the value axis. */
  readonly min?: number
  readonly max?: number
  /** Room for the words of the value axis, in pixels: charts one above another begin at the same place. */
  readonly axisWidth?: number
  /** Lets a part of the time be looked at closely. */
  readonly zoom?: boolean
}

const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }))

/** A chart over time. The chart library is downloaded with the first one that is shown. */
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
