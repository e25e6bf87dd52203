import { useTranslation } from 'react-i18next'
import type { DeviceRow } from '../../lib/device-row.ts'
import { ForOrder, ForOrderOfSeveral } from '../../ui/for-order.tsx'
import { useQueuedForEach } from './use-queued-for-each.ts'

type Target = Pick<DeviceRow, 'id' | 'name' | 'serialNumber' | 'guard'>

/** Explains what is lost and asks for proof of intent, then queues a factory reset for each. */
export function useFactoryReset() {
  const { t } = useTranslation()
  return useQueuedForEach<Target>('POST /api/v1/device/batch/factory-reset', (devices, only) => ({
    title:
      only === undefined
        ? t('devices.resetAll.title', { count: devices.length })
        : t('devices.resetAll.titleOne', { name: only.name }),
    text: <Consequences devices={devices} />,
    action: t('devices.resetAll.action'),
    reason: 'needed',
    // One by its serial number, several by their count.
    typed: only === undefined ? String(devices.length) : only.serialNumber || only.name,
    queued: (count) => t('devices.resetAll.queued', { count }),
  }))
}

function Consequences({ devices }: { devices: readonly Target[] }) {
  const { t } = useTranslation()
  const only = devices.length === 1 ? devices[0] : undefined
  const guarded = devices.filter(({ guard }) => guard !== 'none').length
  return (
    <>
      <p className="device-plain">{t('devices.resetAll.text')}</p>
      <p className="device-plain">{t('devices.resetAll.back')}</p>
      {only === undefined ? <ForOrderOfSeveral /> : <ForOrder deviceId={only.id} />}
      {guarded > 0 && <p className="device-plain">{t('devices.rebootGuarded', { count: guarded })}</p>}
    </>
  )
}
