import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { AdvisorySeverityTag } from '../../ui/severity-tag.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import './advisories.css'

const read = 'GET /monitor/api/v1/advisory/device/:deviceId'
const shown = 5

/** Advisories that affect the version of a device; nothing where there are none. */
export function DeviceAdvisories({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const items = useApi(read, { deviceId }, { keepPrevious: true }).data?.items ?? []
  useLiveReads(read, ['advisory.changed'])
  if (items.length === 0) return null
  return (
    <section className="advisory-device" aria-label={t('advisories.mark')}>
      <strong>{t('advisories.ofDevice', { count: items.length })}</strong>
      <ul>
        {items.slice(0, shown).map(({ id, code, title, severity, fixedVersion }) => (
          <li key={id}>
            <AdvisorySeverityTag severity={severity} />
            <RowLink to={paths.advisory(id)}>{code}</RowLink>
            <span>{title}</span>
            {fixedVersion !== '' && (
              <span className="quiet">{t('advisories.ofDeviceFixed', { version: fixedVersion })}</span>
            )}
          </li>
        ))}
      </ul>
      {items.length > shown && (
        <span className="quiet">{t('advisories.ofDeviceMore', { count: items.length })}</span>
      )}
    </section>
  )
}
