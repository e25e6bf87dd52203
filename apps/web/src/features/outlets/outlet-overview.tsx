import { parseHours } from '@netward/contract/business-hours'
import { cityOf, guessCity } from '@netward/contract/cities'
import { outletEntity, outletFacts } from '@netward/contract/outlet-fields'
import { isOpen } from '@netward/contract/open-times'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Facts, Panel } from '../../ui/detail-page.tsx'
import { entityFacts } from '../../ui/entity/entity-columns.ts'
import { useMonitoringParts } from '../../ui/monitoring-parts.ts'
import { SeriesLimitNote } from '../../ui/series-limit-note.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useHoursText } from './hours-text.ts'
import { type OutletDetail, regionText } from './outlet.ts'
import './outlets.css'

const dash = '—'

export function OutletOverview({ outlet }: { outlet: OutletDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const {
    OutletStanding,
    OutletMaintenance,
    CarrierOutages,
    SubjectOrders,
    OutletPulse,
    OutletCharts,
    OutletLineStrip,
  } = useMonitoringParts()
  const renderers = factRenderers(t, format)
  return (
    <>
      <OutletStanding outletId={outlet.id} />
      <OutletMaintenance outletId={outlet.id} />
      <CarrierOutages outletId={outlet.id} />
      <SubjectOrders outletId={outlet.id} />
      <SeriesLimitNote companyId={outlet.companyId} />
      <OutletPulse outletId={outlet.id} />
      <OutletLineStrip outletId={outlet.id} />
      <OutletCharts outletId={outlet.id} />
      <div className="outlet-overview">
        <Panel title={t('outlets.location')}>
          <Facts facts={entityFacts(t, outletEntity, outletFacts.location, outlet, renderers)} />
        </Panel>
        <Panel title={t('outlets.operation')}>
          <Facts facts={entityFacts(t, outletEntity, outletFacts.operation, outlet, renderers)} />
        </Panel>
        {outlet.note !== '' && (
          <Panel title={t('outlets.note')}>
            <p className="outlet-note">{outlet.note}</p>
          </Panel>
        )}
      </div>
    </>
  )
}

const factRenderers = (t: TFunction, format: ReturnType<typeof useFormat>) => ({
  region: ({ region }: OutletDetail) => regionText(region) || dash,
  cityCode: ({ cityCode, region, address }: OutletDetail) => {
    const city = cityOf(cityCode ?? guessCity(region, address) ?? '')
    if (city === null) return dash
    return cityCode === null ? t('outlets.cityGuessed', { city: city.name }) : city.name
  },
  coordinates: coordinatesText,
  timeZone: ({ timeZone }: OutletDetail) => timeZone,
  businessHours: (outlet: OutletDetail) => <Hours outlet={outlet} />,
  contacts: (outlet: OutletDetail) => <Contacts outlet={outlet} />,
  companyName: ({ companyName }: OutletDetail) => companyName,
  createdAt: ({ createdAt }: OutletDetail) => format.dateTime(createdAt),
})

const coordinatesText = ({ latitude, longitude }: OutletDetail) =>
  latitude === null || longitude === null ? dash : `${latitude}, ${longitude}`

function Contacts({ outlet: { contacts } }: { outlet: OutletDetail }) {
  if (contacts.length === 0) return dash
  return contacts.map(({ name, phone }) => (
    <span key={`${name} ${phone}`} className="outlet-contact-line">
      {name} {phone !== '' && <a href={`tel:${phone}`}>{phone}</a>}
    </span>
  ))
}

/** Opening hours of the outlet, and whether it is open now. */
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
