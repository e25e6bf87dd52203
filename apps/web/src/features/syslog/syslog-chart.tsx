import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { Chart } from '../../ui/chart.tsx'
import { chartGroups, syslogChart } from './syslog.ts'
import './syslog.css'

const dayMs = 86_400_000

interface Shown {
  readonly deviceId?: string
  readonly outletId?: string
  readonly companyId?: string
  readonly from?: string
  readonly to?: string
}

/** How many messages arrived in each hour, by severity, and how many were dropped. */
export function SyslogChart({ filters }: { filters: Shown }) {
  const { t } = useTranslation()
  const format = useFormat()
  const read = useApi(syslogChart, filters, { keepPrevious: true })
  if (read.data === undefined || read.data.hours.length === 0) return null
  const { hours, dropped } = read.data
  const to = filters.to === undefined ? read.dataUpdatedAt : Date.parse(filters.to)
  const from = filters.from === undefined ? to - dayMs : Date.parse(filters.from)
  const total = hours.reduce((sum, { counts }) => sum + counts.reduce((all, n) => all + n, 0), 0)
  const series = (Object.keys(chartGroups) as (keyof typeof chartGroups)[]).map((group) => ({
    name: t(`syslog.groups.${group}`),
    kind: 'bar' as const,
    points: hours.map(({ at, counts }): readonly [number, number] => [
      Date.parse(at),
      chartGroups[group].reduce((sum, code) => sum + (counts[code] ?? 0), 0),
    ]),
  }))
  return (
    <section className="syslog-chart" aria-label={t('syslog.chart')}>
      <p>
        <strong>{t('syslog.total', { count: total })}</strong>
        {dropped > 0 && <span className="syslog-dropped">{t('syslog.dropped', { count: dropped })}</span>}
      </p>
      <Chart
        title={t('syslog.chart')}
        series={series}
        height={170}
        min={0}
        from={from}
        to={to}
        format={format.number}
      />
    </section>
  )
}
