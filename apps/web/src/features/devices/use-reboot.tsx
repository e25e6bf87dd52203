import { useTranslation } from 'react-i18next'
import type { DeviceRow } from '../../lib/device-row.ts'
import { ForOrder, ForOrderOfSeveral } from '../../ui/for-order.tsx'
import { useQueuedForEach } from './use-queued-for-each.ts'

type Target = Pick<DeviceRow, 'id' | 'name' | 'presence' | 'guard'>

/** Confirms, stating the consequences and the count, then queues a reboot for each. */
export function useReboot() {
  const { t } = useTranslation()
  return useQueuedForEach<Target>('POST /api/v1/device/batch/reboot', (devices, only) => ({
    title:
      only === undefined
        ? t('devices.rebootTitle', { count: devices.length })
        : t('devices.rebootOneTitle', { name: only.name }),
    text: only === undefined ? <Consequences devices={devices} /> : <OneConsequence device={only} />,
    action: t('devices.reboot'),
    reason: 'optional',
    queued: (count) => t('devices.rebootQueued', { count }),
  }))
}

function Consequences({ devices }: { devices: readonly Target[] }) {
  const { t } = useTranslation()
  const guarded = devices.filter(({ guard }) => guard !== 'none').length
  const online = devices.filter(({ guard, presence }) => guard === 'none' && presence === 'online').length
  const other = devices.length - guarded - online
  return (
    <>
      <p className="device-plain">{t('devices.rebootText')}</p>
      {online > 0 && <p className="device-plain">{t('devices.rebootOnline', { count: online })}</p>}
      {other > 0 && <p className="device-plain">{t('devices.rebootOther', { count: other })}</p>}
      {guarded > 0 && <p className="device-plain">{t('devices.rebootGuarded', { count: guarded })}</p>}
      <ForOrderOfSeveral />
    </>
  )
}

function OneConsequence({ device }: { device: Target }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="device-plain">{t('devices.rebootText')}</p>
      <p className="device-plain">
        {device.presence === 'online' ? t('devices.rebootOneOnline') : t('devices.rebootOneOther')}
      </p>
      <ForOrder deviceId={device.id} />
    </>
  )
}
