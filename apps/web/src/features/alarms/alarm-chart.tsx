import type { MetricName } from '@netward/contract/metric-catalogue'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMetricText } from '../../lib/metric-format.ts'
import { createStore } from '../../lib/store.ts'
import { useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { type Cursor, TimeChart } from '../../ui/time-chart.tsx'
import type { AlarmDetail } from './alarm.ts'

const before = 2 * 3_600_000
const after = 3_600_000
const longest = 30 * 86_400_000
const cursor: Cursor = createStore<number | null>(null)

/** The metric around the alarm, with its threshold and the time for which it was raised. */
export function AlarmChart({ alarm, metric }: { alarm: AlarmDetail; metric: MetricName }) {
  const { t } = useTranslation()
  const metricText = useMetricText()
  const span = useMemo(() => spanOf(alarm), [alarm])
  const read = useApi('POST /monitor/api/v1/metrics/range', {
    ...(alarm.lineId === null ? { deviceId: alarm.deviceId ?? '' } : { lineId: alarm.lineId }),
    metrics: [metric],
    ...(alarm.instance !== '' && { instances: [alarm.instance] }),
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
    points: 300,
  })
  const answer = read.data
  const title = t(`metrics.names.${metric}`)
  const series = useMemo(
    () =>
      (answer?.series ?? []).map((one, colour) => ({
        key: one.instance,
        name: one.label || title,
        colour,
        points: one.values.map((value, step): [number, number | null] => [
          answer!.start + step * answer!.stepSeconds * 1000,
          value,
        ]),
      })),
    [answer, title],
  )
  const limits = useMemo(
    () =>
      alarm.threshold === null
        ? []
        : [
            {
              label: t('alarms.thresholdAt', { value: metricText(metric, alarm.threshold) }),
              value: alarm.threshold,
              colour: null,
            },
          ],
    // oxlint-disable-next-line react/exhaustive-deps -- the text function is new on every render
    [alarm.threshold, metric, t],
  )
  return (
    <Panel title={title}>
      {answer === undefined ? (
        <PendingState read={read} rows={3} />
      ) : series.length === 0 ? (
        <EmptyState title={t('alarms.noValues')} />
      ) : (
        <TimeChart
          title={title}
          series={series}
          limits={limits}
          spans={[
            {
              from: Date.parse(alarm.raisedAt),
              to: alarm.clearedAt === null ? span.to : Date.parse(alarm.clearedAt),
            },
          ]}
          from={span.from}
          to={span.to}
          stepMs={answer.stepSeconds * 1000}
          format={(value) => metricText(metric, value)}
          height={240}
          cursor={cursor}
        />
      )}
    </Panel>
  )
}

/** Read once: a chart that moves with each second would be read anew each time. */
function spanOf({ raisedAt, clearedAt }: Pick<AlarmDetail, 'raisedAt' | 'clearedAt'>): {
  from: number
  to: number
} {
  const now = Date.now()
  const from = Date.parse(raisedAt) - before
  const to = clearedAt === null ? now : Math.min(now, Date.parse(clearedAt) + after)
  return { from, to: Math.min(Math.max(to, from + before + 60_000), from + longest) }
}
