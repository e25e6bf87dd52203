import { parseHours } from '@netward/contract/business-hours'
import { isOpen } from '@netward/contract/open-times'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Facts, Panel } from '../../ui/detail-page.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useHoursText } from './hours-text.ts'
import { type OutletDetail, regionText } from './outlet.ts'
import './outlets.css'

const dash = '—'

export function OutletOverview({ outlet }: { outlet: OutletDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { latitude, longitude, contacts } = outlet
  return (
    <div className="outlet-overview">
      <Panel title={t('outlets.location')}>
        <Facts
          facts={[
            { label: t('outlets.region'), value: regionText(outlet.region) || dash },
            { label: t('outlets.address'), value: outlet.address || dash },
            {
              label: t('outlets.coordinates'),
              value: latitude === null || longitude === null ? dash : `${latitude}, ${longitude}`,
            },
            { label: t('outlets.timeZone'), value: outlet.timeZone },
          ]}
        />
      </Panel>
      <Panel title={t('outlets.operation')}>
        <Facts
          facts={[
            { label: t('outlets.businessHours'), value: <Hours outlet={outlet} /> },
            {
              label: t('outlets.contacts'),
              value:
                contacts.length === 0
                  ? dash
                  : contacts.map(({ name, phone }) => (
                      <span key={`${name} ${phone}`} className="outlet-contact-line">
                        {name} {phone !== '' && <a href={`tel:${phone}`}>{phone}</a>}
                      </span>
                    )),
            },
            { label: t('outlets.company'), value: outlet.companyName },
            { label: t('outlets.createdAt'), value: format.dateTime(outlet.createdAt) },
          ]}
        />
      </Panel>
      {outlet.note !== '' && (
        <Panel title={t('outlets.note')}>
          <p className="outlet-note">{outlet.note}</p>
        </Panel>
      )}
    </div>
  )
}

/** When the outlet is open, and whether it is now. */
function Hours({ outlet: { businessHours, timeZone } }: { outlet: OutletDetail }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const words = useHoursText()
  const hours = parseHours(businessHours)
  if (hours === null) return businessHours || t('outlets.hours.unknown')
  const open = isOpen(hours, timeZone, new Date(now))
  return (
    <span className="outlet-hours">
      {words(businessHours)}
      <StatusTag tone={open ? 'ok' : 'off'}>
        {t(open ? 'outlets.hours.open' : 'outlets.hours.closed')}
      </StatusTag>
      <small className="quiet">{t('outlets.hours.inZone', { zone: timeZone })}</small>
    </span>
  )
}
