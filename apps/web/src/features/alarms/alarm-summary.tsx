import { alarmSeverities, type AlarmSeverity } from '@netward/contract/alarm-values'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { SeverityMark } from '../../ui/severity-tag.tsx'
import { SummaryChip } from '../../ui/summary-chip.tsx'

/** How many alarms are active, by severity: each figure, with a bar of its share, links to what it counts. */
export function AlarmSummary() {
  const { t } = useTranslation()
  const counts = useApi('POST /monitor/api/v1/alarm/count', {}, { keepPrevious: true }).data?.severities
  const all = counts?.reduce((sum, { count }) => sum + count, 0)
  const countOf = (severity: AlarmSeverity) => counts?.find((one) => one.severity === severity)?.count
  const shown = alarmSeverities.filter(
    (severity) => severity !== 'indeterminate' || (countOf(severity) ?? 0) > 0,
  )
  return (
    <nav className="device-summary alarm-summary" aria-label={t('alarms.overview')}>
      <SummaryChip to={paths.alarms} label={t('alarms.states.active')} count={all} search={{}} />
      {shown.map((severity) => (
        <SummaryChip
          key={severity}
          to={paths.alarms}
          label={
            <SeverityMark severity={severity}>
              {t(`alarms.severities.${severity}`)}
              <Bar share={all ? (countOf(severity) ?? 0) / all : 0} />
            </SeverityMark>
          }
          count={countOf(severity)}
          search={{ severity }}
        />
      ))}
      <SummaryChip
        to={paths.alarms}
        label={t('alarms.waiting')}
        count={counts?.reduce((sum, { unacknowledged }) => sum + unacknowledged, 0)}
        search={{ acknowledged: 'no' }}
      />
      <SummaryChip to={paths.alarms} label={t('alarms.history')} count="→" search={{ state: 'cleared' }} />
    </nav>
  )
}

function Bar({ share }: { share: number }) {
  return (
    <span className="alarm-bar" aria-hidden="true">
      <i style={{ width: `${Math.round(100 * share)}%` }} />
    </span>
  )
}
