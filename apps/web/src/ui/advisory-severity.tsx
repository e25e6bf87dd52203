import type { AdvisorySeverity } from '@netward/contract/advisory-values'
import { useTranslation } from 'react-i18next'
import './advisory-severity.css'

/** By colour, number of bars and word. */
export function AdvisorySeverityTag({ severity }: { severity: AdvisorySeverity }) {
  const { t } = useTranslation()
  return (
    <span className={`advisory-severity advisory-${severity}`}>
      <i aria-hidden="true" />
      {t(`advisories.severities.${severity}`)}
    </span>
  )
}
