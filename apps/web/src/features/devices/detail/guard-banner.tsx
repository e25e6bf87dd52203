import { SafetyOutlined } from '@ant-design/icons'
import { deviceMoves } from '@netward/contract/states/device'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/notify.ts'
import { useAct } from '../../../lib/use-api.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Permission } from '../../../ui/permission.tsx'
import type { DeviceDetail } from '../../../lib/device-row.ts'

/** Why nothing is sent to this gateway, and how to resolve it. Hidden while all is well. */
export function GuardBanner({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation()
  const approve = useApprove(device)
  if (device.state !== 'claimed') {
    return <Banner title={t(`devices.banner.${device.state}`)} text={t('devices.banner.releasedText')} />
  }
  const { guard } = device
  if (guard === 'none') return null
  return (
    <Banner title={t(`devices.banner.${guard}`)} text={t(`devices.banner.${guard}Text`)}>
      {deviceMoves.approve(device) === null && (
        <Permission codes={['DMS_SERVER_DEVICE_CLAIM']}>
          <Button type="primary" onClick={approve}>
            {t('devices.move.approve')}
          </Button>
        </Permission>
      )}
    </Banner>
  )
}

function Banner(props: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="guard-banner" role="alert">
      <SafetyOutlined aria-hidden="true" />
      <div>
        <strong>{props.title}</strong>
        <p className="device-plain">{props.text}</p>
      </div>
      {props.children}
    </div>
  )
}

function useApprove(device: DeviceDetail): () => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { mutateAsync } = useAct('POST /api/v1/device/:deviceId/approve', {
    refresh: ['GET /api/v1/device/:deviceId', 'POST /api/v1/device/lists', 'GET /api/v1/device/summary'],
  })
  return () => {
    void confirm({
      title: t('devices.move.approveTitle', { name: device.name }),
      text: t('devices.move.approveText'),
      action: t('devices.move.approve'),
      danger: false,
      act: async () => {
        await mutateAsync({ deviceId: device.id })
        notify.success(t('devices.move.approved'))
      },
    })
  }
}
