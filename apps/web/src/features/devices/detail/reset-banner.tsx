import { FieldTimeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { useAct } from '../../../lib/use-api.ts'
import { Permission } from '../../../ui/permission.tsx'
import { countdown } from '../../../lib/countdown.ts'
import type { DeviceDetail } from '../../../lib/device-row.ts'
import { useNow } from '../../../lib/use-now.ts'

/** While a factory reset is expected: the deadline, the time left, and a button to cancel. */
export function ResetBanner({ device }: { device: DeviceDetail }) {
  return device.resetExpectedUntil === null ? null : (
    <OpenWindow device={device} until={device.resetExpectedUntil} />
  )
}

function OpenWindow({ device, until }: { device: DeviceDetail; until: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(1000)
  const end = useAct('DELETE /api/v1/device/:deviceId/expected-reset', {
    refresh: ['GET /api/v1/device/:deviceId', 'GET /api/v1/device/:deviceId/timeline'],
  })
  if (Date.parse(until) <= now) return null
  const cancel = () =>
    end.mutateAsync({ deviceId: device.id }).then(
      () => notify.success(t('devices.move.resetCancelled')),
      () => undefined,
    )
  return (
    <div className="guard-banner reset-banner">
      <FieldTimeOutlined aria-hidden="true" />
      <div>
        <strong>{t('devices.banner.reset')}</strong>
        <p className="device-plain">
          {t('devices.banner.resetText', { until: format.dateTime(until), time: countdown(until, now) })}
        </p>
      </div>
      <Permission codes={['DMS_SERVER_DEVICE_CLAIM']}>
        <Button loading={end.isPending} onClick={() => void cancel()}>
          {t('devices.move.resetCancel')}
        </Button>
      </Permission>
    </div>
  )
}
