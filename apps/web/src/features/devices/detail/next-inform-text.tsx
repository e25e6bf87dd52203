import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import type { DeviceDetail } from '../device-row.ts'
import { nextInformAt } from './next-inform.ts'

/** How long what waits in the queue still waits. */
export function NextInformText({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const at = nextInformAt(device, useNow(30_000))
  return (
    <>
      {at === null
        ? t('devices.move.waitUnknown')
        : t('devices.move.waitUntil', { time: format.dateTime(at).slice(11, 16) })}
    </>
  )
}
