import { alarmComparisons } from '@netward/contract/inbound-alarm-values'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { parseSearch } from '../../lib/search.ts'
import { useTimeZone } from '../../lib/time-zone.ts'
import { useApi } from '../../lib/use-api.ts'
import { Chart } from '../../ui/chart.tsx'
import { SummaryChip } from '../../ui/summary-chip.tsx'
import { comparison } from './external-alarm.ts'

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** What both raised, only they, only we: each figure leads to its list; below, the days. */
export function ComparisonSummary() {
  const { t } = useTranslation()
  const format = useFormat()
  const zone = useTimeZone() ?? browserZone
  const kept = useKept()
  const read = useApi(comparison, { ...kept, timeZone: zone }, { keepPrevious: true }).data
  const theirs = read === undefined ? undefined : read.both + read.theirs
  const series = alarmComparisons.map((kind) => ({
    name: t(`externalAlarms.comparisons.${kind}`),
    kind: 'bar' as const,
    points: (read?.days ?? []).map((day): readonly [number, number] => [Date.parse(day.at), day[kind]]),
  }))
  const some = read !== undefined && read.both + read.theirs + read.ours > 0
  return (
    <>
      <nav className="device-summary" aria-label={t('externalAlarms.overview')}>
        <SummaryChip to={paths.externalAlarms} label={t('externalAlarms.all')} count={theirs} search={kept} />
        {alarmComparisons.map((kind) => (
          <SummaryChip
            key={kind}
            to={paths.externalAlarms}
            label={t(`externalAlarms.comparisons.${kind}`)}
            count={read?.[kind]}
            search={{ ...kept, comparison: kind }}
          />
        ))}
        {(read?.unmatched ?? 0) > 0 && (
          <SummaryChip
            to={paths.externalAlarms}
            label={t('externalAlarms.unmatched')}
            count={read?.unmatched}
            search={{ ...kept, matched: 'no' }}
          />
        )}
      </nav>
      {some && (
        <section className="external-chart" aria-label={t('externalAlarms.chart')}>
          <p className="quiet">
            {t('externalAlarms.period', { from: format.dateTime(read.from), to: format.dateTime(read.to) })}
          </p>
          <Chart
            title={t('externalAlarms.chart')}
            series={series}
            height={150}
            min={0}
            format={format.number}
          />
        </section>
      )}
    </>
  )
}

const names = ['from', 'to', 'outletId', 'sourceId'] as const
type Kept = Partial<Record<(typeof names)[number], string>>

/** The filters that the comparison follows, and that its links keep. */
function useKept(): Omit<Kept, 'sourceId'> & { sourceId?: string[] } {
  const searchStr = useLocation({ select: (location) => location.searchStr })
  return useMemo(() => {
    const search = parseSearch(searchStr)
    const { sourceId } = search
    const sources = Array.isArray(sourceId)
      ? sourceId.map(String)
      : typeof sourceId === 'string'
        ? [sourceId]
        : []
    const single = Object.fromEntries(
      names.flatMap((name) =>
        name !== 'sourceId' && typeof search[name] === 'string' ? [[name, search[name]] as const] : [],
      ),
    )
    return { ...single, ...(sources.length > 0 && { sourceId: sources }) }
  }, [searchStr])
}
