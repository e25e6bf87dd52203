import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useBatch } from '../../ui/use-batch.ts'
import type { DeviceRow } from './device-row.ts'

type Target = Pick<DeviceRow, 'id' | 'name' | 'serialNumber' | 'guard'>

/** Says what is lost and asks for a proof of intent, then queues a factory reset for each. Answers whether it was wanted. */
export function useFactoryReset(): (devices: readonly Target[]) => Promise<boolean> {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const batch = useBatch()
  const reset = useAct('POST /api/v1/device/batch/factory-reset', {
    errors: 'caller',
    refresh: ['GET /api/v1/device/:deviceId/commands'],
  })
  return (devices) => {
    const [only] = devices
    const single = devices.length === 1 ? only : undefined
    return confirm({
      title:
        single === undefined
          ? t('devices.resetAll.title', { count: devices.length })
          : t('devices.resetAll.titleOne', { name: single.name }),
      text: <Consequences devices={devices} />,
      names: single === undefined ? devices.map(({ name }) => name) : [],
      action: t('devices.resetAll.action'),
      // One by its serial number, several by how many they are.
      typed: single === undefined ? String(devices.length) : single.serialNumber || single.name,
      act: async () => {
        const accepted = await batch(t('devices.resetAll.action'), () =>
          reset.mutateAsync({ deviceIds: devices.map(({ id }) => id) }),
        )
        if (accepted > 0) notify.success(t('devices.resetAll.queued', { count: accepted }))
      },
    })
  }
}

function Consequences({ devices }: { devices: readonly Target[] }) {
  const { t } = useTranslation()
  const guarded = devices.filter(({ guard }) => guard !== 'none').length
  return (
    <>
      <p className="device-plain">{t('devices.resetAll.text')}</p>
      <p className="device-plain">{t('devices.resetAll.back')}</p>
      {guarded > 0 && <p className="device-plain">{t('devices.rebootGuarded', { count: guarded })}</p>}
    </>
  )
}
