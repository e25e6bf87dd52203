import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useMonitoringParts } from '../../../ui/monitoring-parts.ts'
import { MoreMenu } from '../../../ui/more-menu.tsx'
import { WhyButton } from '../../../ui/why-button.tsx'
import { EquipmentDrawer } from '../equipment-drawer.tsx'
import type { EquipmentDetail } from '../equipment.ts'
import { useDelete } from '../use-equipment-acts.ts'
import type { PollButton } from './use-poll-now.ts'

/** What can be done with a device. */
export function DeviceActs({ device, poll }: { device: EquipmentDetail; poll: PollButton }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { TagDrawer, PlaceDrawer } = useMonitoringParts()
  const [drawer, setDrawer] = useState<'edit' | 'tag' | 'place' | null>(null)
  const mayEdit = useMay('DMS_SERVER_DEVICE_EDIT')
  const mayPlace = useMay('DMS_SERVER_DEVICE_EDIT', 'DMS_SERVER_OUTLET_VIEW')
  const mayDelete = useMay('DMS_SERVER_DEVICE_RELEASE')
  const remove = useDelete()
  const close = () => setDrawer(null)
  const removeIt = () =>
    remove([device], (refused) => {
      if (refused.length === 0) void navigate({ to: paths.deviceList })
    })
  return (
    <>
      <WhyButton
        type="primary"
        reason={device.driver === 'none' ? t('monitoring.detail.pollNever') : null}
        loading={poll.running}
        onClick={poll.start}
      >
        {t(poll.running ? 'monitoring.polling.running' : 'monitoring.detail.poll')}
      </WhyButton>
      {mayEdit && <Button onClick={() => setDrawer('edit')}>{t('monitoring.detail.edit')}</Button>}
      <MoreMenu
        groups={[
          {
            title: t('monitoring.detail.groups.record'),
            items: [
              ...(mayPlace
                ? [{ key: 'place', label: t('monitoring.detail.place'), start: () => setDrawer('place') }]
                : []),
              ...(mayEdit
                ? [{ key: 'tag', label: t('monitoring.detail.tag'), start: () => setDrawer('tag') }]
                : []),
            ],
          },
          {
            title: t('monitoring.detail.groups.danger'),
            items: mayDelete
              ? [{ key: 'delete', label: t('monitoring.detail.delete'), danger: true, start: removeIt }]
              : [],
          },
        ]}
      />
      <EquipmentDrawer device={device} open={drawer === 'edit'} onClose={close} />
      {drawer === 'tag' && <TagDrawer devices={[device]} open onClose={close} onDone={close} />}
      {drawer === 'place' && <PlaceDrawer devices={[device]} open onClose={close} onDone={close} />}
    </>
  )
}
