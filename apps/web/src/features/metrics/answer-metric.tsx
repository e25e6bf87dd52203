import { type MetricName, metricNames, metricOf } from '@netward/contract/metric-catalogue'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownAs, useMetricText } from '../../lib/metric-format.ts'
import { useApi } from '../../lib/use-api.ts'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { TimeChart } from '../../ui/time-chart.tsx'
import { curvesOf, ordered, type RangeAnswer, seriesKey, seriesName, tickOf } from './chart-series.ts'
import { cursor } from './cursor.ts'
import { LegendTable } from './legend-table.tsx'
import './metrics.css'

const points = 200
const drawnAtFirst = 6
const isMetric = (name: string): name is MetricName => (metricNames as readonly string[]).includes(name)

/** One metric of a device over a period of its own, outside of its page. */
export function AnswerMetric(props: {
  deviceId: string
  deviceName: string
  metric: string
  from: string
  to: string
}) {
  return isMetric(props.metric) ? <Chart {...props} metric={props.metric} /> : null
}

function Chart(props: {
  deviceId: string
  deviceName: string
  metric: MetricName
  from: string
  to: string
}) {
  const { t } = useTranslation()
  const { deviceId, metric, from, to } = props
  const read = useApi('POST /monitor/api/v1/metrics/range', {
    deviceId,
    metrics: [metric],
    from,
    to,
    points,
    compare: false,
    percentile: false,
  })
  const title = `${props.deviceName} · ${t(`metrics.names.${metric}`)}`
  return (
    <section className="metric-chart" aria-label={title}>
      <header>
        <h3>{title}</h3>
      </header>
      {read.data === undefined ? (
        <div className="metric-chart-room">
          <PendingState read={read} rows={3} />
        </div>
      ) : read.data.series.length === 0 ? (
        <div className="metric-chart-room">
          <EmptyState title={t('monitoring.chart.none')} hint={t('monitoring.chart.noneHint')} />
        </div>
      ) : (
        <Drawn title={title} metric={metric} answer={read.data} from={Date.parse(from)} to={Date.parse(to)} />
      )}
    </section>
  )
}

function Drawn({
  title,
  metric,
  answer,
  from,
  to,
}: {
  title: string
  metric: MetricName
  answer: RangeAnswer
  from: number
  to: number
}) {
  const { t } = useTranslation()
  const metricText = useMetricText()
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const { unit, factor } = shownAs(metric)
  const rows = useMemo(
    () =>
      ordered(answer.series, [metric], false).map((series, colour) => {
        const key = seriesKey(series)
        const name = seriesName(
          series,
          answer.series,
          (one) => t(`metrics.names.${one}`),
          (one) => t(`metrics.names.${one}`),
        )
        return {
          key,
          name,
          beforeName: name,
          colour,
          series,
          drawn: colour < drawnAtFirst !== toggled.has(key),
        }
      }),
    [answer, metric, toggled, t],
  )
  const drawn = useMemo(() => rows.filter((row) => row.drawn), [rows])
  const curves = useMemo(() => curvesOf(answer, drawn), [answer, drawn])
  const highest = Math.max(0, ...drawn.map(({ series }) => series.max ?? 0))
  const isState = metricOf(metric).kind === 'state'
  return (
    <>
      <TimeChart
        title={title}
        series={curves}
        from={from}
        to={to}
        stepMs={answer.stepSeconds * 1000}
        format={(value) => metricText(metric, value)}
        tick={factor === 1 ? tickOf(unit, highest) : 1 / factor}
        stepped={isState}
        filled={drawn.length <= 2 && !isState}
        cursor={cursor}
      />
      <LegendTable
        title={title}
        rows={rows}
        onToggle={(key) =>
          setToggled((set) => {
            const next = new Set(set)
            if (!next.delete(key)) next.add(key)
            return next
          })
        }
      />
    </>
  )
}
