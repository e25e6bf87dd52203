import type { MetricName } from '@netward/contract/metric-catalogue'
import { useTranslation } from 'react-i18next'
import { useMetricText } from '../../lib/metric-format.ts'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { useNow } from '../../lib/use-now.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'

const dayMs = 86_400_000
const stepMs = 300_000
const most = 10

/** Ten series of the company with the highest values of a day. */
export function TopSeries({ title, metric, by }: { title: string; metric: MetricName; by: 'p95' | 'last' }) {
  const { t } = useTranslation()
  const metricText = useMetricText()
  const now = useNow(stepMs)
  const read = useApi(
    'POST /monitor/api/v1/metrics/top',
    {
      metric,
      by,
      limit: most,
      from: new Date(now - dayMs).toISOString(),
      to: new Date(now).toISOString(),
    },
    { keepPrevious: true },
  )
  const series = read.data?.filter(({ value }) => value > 0)
  const highest = Math.max(...(series ?? []).map(({ value }) => value), 0)
  return (
    <Panel title={title}>
      {series === undefined ? (
        read.error === null ? (
          <LoadingState rows={5} />
        ) : (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} />
        )
      ) : series.length === 0 ? (
        <p className="quiet overview-none">{t('overview.topNone')}</p>
      ) : (
        <ul className="overview-list">
          {series.map(({ deviceId, deviceName, instance, label, value }) => (
            <li key={`${deviceId} ${instance}`}>
              <span>
                <RowLink to={paths.equipment(deviceId)}>{deviceName}</RowLink>{' '}
                <small className="quiet">{label || instance}</small>
              </span>
              <span>{metricText(metric, value)}</span>
              <span className="overview-bar" aria-hidden="true">
                <span style={{ width: `${(100 * value) / highest}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
