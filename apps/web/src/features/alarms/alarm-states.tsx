import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import type { AlarmRow } from './alarm.ts'

/** What is true of an alarm beside its severity. */
export function AlarmStates({ alarm, noteActive = false }: { alarm: AlarmRow; noteActive?: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const {
    state,
    flapping,
    noDataSince,
    acknowledgedBy,
    muted,
    inMaintenance,
    behindId,
    behindName,
    behindIt,
  } = alarm
  return (
    <span className="alarm-states">
      {state === 'cleared' && <StatusTag tone="ok">{t('alarms.states.cleared')}</StatusTag>}
      {state === 'active' && noteActive && <StatusTag tone="bad">{t('alarms.states.active')}</StatusTag>}
      {flapping && <StatusTag tone="warn">{t('alarms.flapping')}</StatusTag>}
      {noDataSince !== null && (
        <span title={format.zoned(noDataSince)}>
          <StatusTag tone="unknown">{t('alarms.noData')}</StatusTag>
        </span>
      )}
      {acknowledgedBy !== null && (
        <StatusTag tone="busy">{t('alarms.acknowledgedByName', { name: acknowledgedBy })}</StatusTag>
      )}
      {behindIt > 0 && <StatusTag tone="bad">{t('alarms.behindIt', { count: behindIt })}</StatusTag>}
      {behindId !== null && (
        <StatusTag tone="off">
          {behindName === null
            ? t('alarms.suppressedBehindUnknown')
            : t('alarms.suppressedBehind', { name: behindName })}
        </StatusTag>
      )}
      {inMaintenance && <StatusTag tone="off">{t('alarms.inMaintenance')}</StatusTag>}
      {muted && <StatusTag tone="off">{t('alarms.muted')}</StatusTag>}
    </span>
  )
}
