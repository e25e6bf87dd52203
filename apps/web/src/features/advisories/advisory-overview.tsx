import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { parseSearch } from '../../lib/search.ts'
import { useApi } from '../../lib/use-api.ts'
import { advisoryColour, AdvisorySeverityTag } from '../../ui/severity-tag.tsx'
import { advisorySummary } from './advisory.ts'

/** How many advisories are open, by severity: each card filters the list by what it counts. */
export function AdvisoryOverview() {
  const { t } = useTranslation()
  const severities = useApi(advisorySummary, {}, { keepPrevious: true }).data?.severities ?? []
  const current = parseSearch(useLocation({ select: (location) => location.searchStr }))
  const most = Math.max(1, ...severities.map(({ devices }) => devices))
  return (
    <ul className="advisory-overview" aria-label={t('advisories.openBySeverity')}>
      {severities.map(({ severity, advisories, devices }) => {
        const active = current['severity'] === severity && current['state'] === 'open'
        return (
          <li key={severity}>
            <Link
              className="advisory-card"
              to={paths.advisories}
              search={active ? {} : { severity, state: 'open' }}
              data-active={active}
              aria-current={active ? 'true' : undefined}
            >
              <AdvisorySeverityTag severity={severity} />
              <strong>{t('advisories.openCount', { count: advisories })}</strong>
              <span className={`advisory-track ${advisoryColour(severity)}`} aria-hidden="true">
                <i style={{ width: `${(100 * devices) / most}%` }} />
              </span>
              <small>{t('advisories.deviceCount', { count: devices })}</small>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
