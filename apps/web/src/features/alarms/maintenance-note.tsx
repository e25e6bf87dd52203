import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { coveringMaintenance } from './maintenance.ts'
import './alarms.css'

const rereadMs = 60_000

/** Announced work that covers a device now, or soon; nothing where there is none. */
export function DeviceMaintenance({ deviceId }: { deviceId: string }) {
  return useMay('DMS_SERVER_ALARM') ? <Note place={{ deviceId }} /> : null
}

/** The same of a site. */
export function OutletMaintenance({ outletId }: { outletId: string }) {
  return useMay('DMS_SERVER_ALARM') ? <Note place={{ outletId }} /> : null
}

function Note({ place }: { place: { deviceId: string } | { outletId: string } }) {
  const { t } = useTranslation()
  const format = useFormat()
  const windows = useApi(coveringMaintenance, place, { keepPrevious: true, refetchInterval: rereadMs }).data
  useLiveReads(coveringMaintenance, ['maintenance.changed'])
  if (windows === undefined || windows.length === 0) return null
  return (
    <ul className="alarm-device" aria-label={t('shell.titles.maintenance')}>
      {windows.map(({ id, name, state, waits, startsAt, endsAt }) => (
        <li key={`${id} ${startsAt}`}>
          <StatusTag tone={waits ? 'warn' : state === 'now' ? 'busy' : 'waiting'}>
            {waits
              ? t('alarms.maintenance.unapproved')
              : t(state === 'now' ? 'alarms.inMaintenance' : 'alarms.maintenance.soon')}
          </StatusTag>{' '}
          <RowLink to={paths.maintenance}>{name}</RowLink>{' '}
          <span className="quiet">
            {t('alarms.maintenance.fromTo', { from: format.dateTime(startsAt), to: format.dateTime(endsAt) })}
          </span>
        </li>
      ))}
    </ul>
  )
}
