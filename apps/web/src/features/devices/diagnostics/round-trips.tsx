import { useTranslation } from 'react-i18next'
import { useApi } from '../../../lib/use-api.ts'
import { Chart } from '../../../ui/chart.tsx'
import { Panel } from '../../../ui/detail-page.tsx'
import type { ResultOf } from './diagnostic-run.ts'

const compared = 100

/** The pings to one target over time, as far as there are two to compare. */
export function RoundTrips({ deviceId, target }: { deviceId: string; target: string }) {
  const { t } = useTranslation()
  const read = useApi('GET /api/v1/device/:deviceId/diagnostics', {
    deviceId,
    kind: 'ping',
    target,
    page: 1,
    pageSize: compared,
  })
  const pings = (read.data?.items ?? [])
    .flatMap(({ createdAt, result }) =>
      result?.kind === 'ping' ? [{ at: Date.parse(createdAt), result }] : [],
    )
    .toReversed()
  if (pings.length < 2) return null
  const series = (name: string, value: 'minMs' | 'avgMs' | 'maxMs') => ({
    name,
    points: pings.map(
      ({ at, result }: { at: number; result: ResultOf<'ping'> }) => [at, result[value]] as const,
    ),
  })
  return (
    <Panel title={t('diagnostics.compare', { target })}>
      <Chart
        title={t('diagnostics.compare', { target })}
        series={[
          series(t('diagnostics.average'), 'avgMs'),
          series(t('diagnostics.minimum'), 'minMs'),
          series(t('diagnostics.maximum'), 'maxMs'),
        ]}
        min={0}
        height={220}
        format={(value) => t('diagnostics.milliseconds', { value: Math.round(value * 10) / 10 })}
      />
    </Panel>
  )
}
