import type { EndpointOutput } from '@netward/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Chart } from '../../ui/chart.tsx'
import type { statisticsRead } from './provider.ts'

type Rows = EndpointOutput<typeof statisticsRead>['rows']

const dayMs = 86_400_000
const mostDays = 400

/** Input and output by day; days without calls are zero. */
export function TokenChart({ rows, from, to }: { rows: Rows; from: string; to: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const kept = new Map(rows.map((row) => [row.key, row]))
  const first = Date.parse(from)
  const count = Math.min(mostDays, Math.max(0, Math.round((Date.parse(to) - first) / dayMs) + 1))
  const days = Array.from({ length: count }, (_, at) =>
    new Date(first + at * dayMs).toISOString().slice(0, 10),
  )
  return (
    <Chart
      title={t('assistant.chart')}
      series={(['input', 'output'] as const).map((part) => ({
        name: t(`assistant.${part}`),
        kind: 'bar' as const,
        points: days.map((day): [number, number] => [Date.parse(day), kept.get(day)?.[part] ?? 0]),
      }))}
      min={0}
      height={220}
      format={(value) => format.number(value)}
    />
  )
}
