import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import type { DeviceDetail } from '../lib/device-row.ts'
import { nextInformAt } from '../lib/next-inform.ts'

/** How long queued commands still wait. */
export function NextInformText({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const at = nextInformAt(device, useNow(30_000))
  return (
    <>
      {device.presence === 'overdue'
        ? t('devices.move.waitOverdue')
        : at === null
          ? t('devices.move.waitUnknown')
          : t('devices.move.waitUntil', { time: format.dateTime(at).slice(11, 16) })}
    </>
  )
}
