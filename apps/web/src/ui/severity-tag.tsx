import type { AdvisorySeverity } from '@netward/contract/advisory-values'
import type { AlarmSeverity } from '@netward/contract/alarm-values'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './severity-tag.css'

/** Advisories have the colours of alarms, by rank. */
const alarmOf = {
  critical: 'critical',
  high: 'major',
  medium: 'minor',
  low: 'warning',
} as const satisfies Record<AdvisorySeverity, AlarmSeverity>

/** The class that colours text and bars. */
export const severityColour = (severity: AlarmSeverity): string => `alarm-${severity}`
export const advisoryColour = (severity: AdvisorySeverity): string => severityColour(alarmOf[severity])

/** By colour, a bar and what `children` say. */
export function SeverityMark({ severity, children }: { severity: AlarmSeverity; children: ReactNode }) {
  return (
    <span className={`alarm-severity ${severityColour(severity)}`}>
      <i aria-hidden="true" />
      {children}
    </span>
  )
}

export function SeverityTag({ severity }: { severity: AlarmSeverity }) {
  const { t } = useTranslation()
  return <SeverityMark severity={severity}>{t(`alarms.severities.${severity}`)}</SeverityMark>
}

/** With a count, how many there are and the worst. */
export function AdvisorySeverityTag(props: { severity: AdvisorySeverity; count?: number }) {
  const { t } = useTranslation()
  const { severity, count } = props
  const word = t(`advisories.severities.${severity}`)
  return (
    <SeverityMark severity={alarmOf[severity]}>
      {count === undefined ? word : t('advisories.markCount', { severity: word, count })}
    </SeverityMark>
  )
}
