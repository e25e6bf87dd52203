import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import type { DeviceDetail } from '../../../lib/device-row.ts'

/** Says that the page shows what the gateway reported last, while it does not report. */
export function PresenceBanner({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, presence, lastInformAt } = device
  if (state !== 'claimed' || (presence !== 'overdue' && presence !== 'offline')) return null
  return (
    <div className={`device-remark ${presence === 'offline' ? 'device-remark-bad' : 'device-remark-warn'}`}>
      <div>
        <strong>{t(`devices.move.${presence}Title`)}</strong> {t(`devices.move.${presence}Text`)}{' '}
        {lastInformAt === null
          ? t('devices.move.lastKnownNever')
          : t('devices.move.lastKnown', { time: format.dateTime(lastInformAt) })}
      </div>
    </div>
  )
}
