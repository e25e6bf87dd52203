import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import type { DeviceRow } from './device-row.ts'
import { useBatch } from '../../ui/use-batch.ts'

type Target = Pick<DeviceRow, 'id' | 'name' | 'presence' | 'guard'>

/** Asks, saying what happens to how many, then queues a reboot for each. Answers whether it was wanted. */
export function useReboot(): (devices: readonly Target[]) => Promise<boolean> {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const batch = useBatch()
  const reboot = useAct('POST /api/v1/device/batch/reboot', {
    errors: 'caller',
    refresh: ['GET /api/v1/device/:deviceId/commands'],
  })
  return (devices) => {
    const [only] = devices
    const single = devices.length === 1 ? only : undefined
    return confirm({
      title:
        single === undefined
          ? t('devices.rebootTitle', { count: devices.length })
          : t('devices.rebootOneTitle', { name: single.name }),
      text: single === undefined ? <Consequences devices={devices} /> : <OneConsequence device={single} />,
      names: single === undefined ? devices.map(({ name }) => name) : [],
      action: t('devices.reboot'),
      act: async () => {
        const accepted = await batch(t('devices.reboot'), () =>
          reboot.mutateAsync({ deviceIds: devices.map(({ id }) => id) }),
        )
        if (accepted > 0) notify.success(t('devices.rebootQueued', { count: accepted }))
      },
    })
  }
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
    </>
  )
}
