import { isLinePart } from '@netward/contract/line-profiles'
import { useTranslation } from 'react-i18next'
import { useMetricText } from '../../lib/metric-format.ts'
import { createStore } from '../../lib/store.ts'
import { useApi } from '../../lib/use-api.ts'
import { useNow } from '../../lib/use-now.ts'
import { PendingState } from '../../ui/states.tsx'
import { type Cursor, TimeChart } from '../../ui/time-chart.tsx'

const dayMs = 86_400_000
const stepMs = 300_000
const cursor: Cursor = createStore<number | null>(null)

/** How much of the contracted bandwidth was used in the last day, as the gateway counts it on the WAN of the line. */
export function LineUseChart({ lineId }: { lineId: string }) {
  const { t } = useTranslation()
  const metricText = useMetricText()
  const to = Math.ceil(useNow(stepMs) / stepMs) * stepMs
  const read = useApi(
    'POST /monitor/api/v1/metrics/range',
    {
      lineId,
      metrics: ['line_use'],
      from: new Date(to - dayMs).toISOString(),
      to: new Date(to).toISOString(),
      points: 288,
    },
    { keepPrevious: true },
  )
  const answer = read.data
  if (answer === undefined) return <PendingState read={read} rows={3} />
  if (answer.series.length === 0) return <p className="line-note">{t('lines.use.none')}</p>
  return (
    <>
      <TimeChart
        title={t('metrics.names.line_use')}
        series={answer.series.map(({ instance, values }, colour) => ({
          key: instance,
          name: isLinePart(instance) ? t(`lines.smoke.targets.${instance}`) : instance,
          colour,
          points: values.map((value, step): [number, number | null] => [
            answer.start + step * answer.stepSeconds * 1000,
            value,
          ]),
        }))}
        limits={[]}
        from={to - dayMs}
        to={to}
        stepMs={answer.stepSeconds * 1000}
        format={(value) => metricText('line_use', value)}
        height={200}
        cursor={cursor}
      />
      <p className="line-note">{t('lines.use.how')}</p>
    </>
  )
}
