import { Link } from '@tanstack/react-router'
import { configurationTroubles } from '@netward/contract/template-values'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { StatusTag } from '../../ui/status-tag.tsx'

const most = 10_000

/** The number of gateways with drift; each number links to the list that it counts. */
export function TemplateTroubles() {
  const { t } = useTranslation()
  const format = useFormat()
  const counted = useApi('GET /api/v1/device/template-troubles', {}, { refetchInterval: 30_000 }).data
  if (counted === undefined) return null
  return (
    <nav className="provisioning-troubles" aria-label={t('provisioning.troubles.title')}>
      {configurationTroubles.map((trouble) => (
        <Link key={trouble} to={paths.smartCpeList} search={{ configuration: trouble }}>
          <StatusTag tone={counted[trouble] === 0 ? 'off' : trouble === 'drifted' ? 'warn' : 'bad'}>
            {t(`provisioning.troubles.${trouble}`)} {format.number(counted[trouble])}
            {counted[trouble] >= most && '+'}
          </StatusTag>
        </Link>
      ))}
    </nav>
  )
}
