import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { EmptyState } from '../../ui/states.tsx'
import { EnrolmentSettings } from './enrolment-settings.tsx'

/** Replaces an empty list: how to connect the first gateway. */
export function FirstGateway() {
  const { t } = useTranslation()
  const mayEnrol = useMay('DMS_SERVER_DEVICE_ENROLMENT')
  if (!mayEnrol) return <EmptyState title={t('devices.emptyTitle')} hint={t('devices.emptyNoRight')} />
  return (
    <div className="first-gateway">
      <div className="first-gateway-card">
        <h2>{t('devices.emptyTitle')}</h2>
        <p className="device-plain">{t('devices.emptyHint')}</p>
        <EnrolmentSettings />
        <OtherWays />
        <output className="first-gateway-waiting">
          <span className="device-dot device-dot-waiting" aria-hidden="true" />
          {t('devices.emptyWaiting')}
        </output>
      </div>
    </div>
  )
}

function OtherWays() {
  const { t } = useTranslation()
  const mayClaim = useMay('DMS_SERVER_DEVICE_CLAIM')
  const mayRegister = useMay('DMS_SERVER_DEVICE_PRE_REGISTER')
  if (!mayClaim && !mayRegister) return null
  return (
    <p className="first-gateway-other">
      <span className="device-quiet">{t('devices.emptyOther')}</span>
      {mayClaim && <Link to={paths.unknownGateways}>{t('devices.emptyPool')}</Link>}
      {mayRegister && <Link to={paths.preRegistration}>{t('devices.emptyPreRegister')}</Link>}
    </p>
  )
}
