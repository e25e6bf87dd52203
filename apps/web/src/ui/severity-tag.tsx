import type { AlarmSeverity } from '@netward/contract/alarm-values'
import { useTranslation } from 'react-i18next'
import './severity-tag.css'

/** By colour, number of bars and word. */
export function SeverityTag({ severity }: { severity: AlarmSeverity }) {
  const { t } = useTranslation()
  return (
    <span className={`alarm-severity alarm-${severity}`}>
      <i aria-hidden="true" />
      {t(`alarms.severities.${severity}`)}
    </span>
  )
}
