import { deviceMoves } from '@netward/contract/states/device'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/notify.ts'
import { paths } from '../../../lib/paths.ts'
import { useAct } from '../../../lib/use-api.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Permission } from '../../../ui/permission.tsx'
import type { DeviceDetail } from '../device-row.ts'
import { MoveButton } from '../move-button.tsx'
import { useFactoryReset } from '../use-factory-reset.tsx'
import { useReboot } from '../use-reboot.tsx'
import { EditDrawer } from './edit-drawer.tsx'
import { ReplaceDrawer } from './replace-drawer.tsx'
import { ResetDrawer } from './reset-drawer.tsx'
import { ScheduleInformDrawer } from './schedule-inform-drawer.tsx'
import type { ConnectNow } from './use-connect-now.ts'

export function DeviceActions({ device, connection }: { device: DeviceDetail; connection: ConnectNow }) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const [expecting, setExpecting] = useState(false)
  const [replacing, setReplacing] = useState(false)
  const [scheduling, setScheduling] = useState(false)
  const reboot = useReboot()
  const reset = useFactoryReset()
  const navigate = useNavigate()
  const release = useRelease(device)
  return (
    <>
      <MoveButton
        type="primary"
        title={t('devices.move.connectHint')}
        refusal={deviceMoves.connect(device)}
        loading={connection.state.kind === 'waiting'}
        onClick={connection.start}
      >
        {t('devices.move.connect')}
      </MoveButton>
      <Permission codes={['DMS_SERVER_DEVICE_REBOOT']}>
        <MoveButton refusal={deviceMoves.reboot(device)} onClick={() => void reboot([device])}>
          {t('devices.reboot')}
        </MoveButton>
        <MoveButton refusal={deviceMoves.scheduleInform(device)} onClick={() => setScheduling(true)}>
          {t('devices.schedule.action')}
        </MoveButton>
        <ScheduleInformDrawer deviceId={device.id} open={scheduling} onClose={() => setScheduling(false)} />
      </Permission>
      <Permission codes={['DMS_SERVER_DEVICE_OTA_CAMPAIGN']}>
        {deviceMoves.reboot(device) === null && (
          <Button href={`#${paths.upgradeOf([device.id])}`}>{t('ota.upgrade')}</Button>
        )}
      </Permission>
      <Permission codes={['DMS_SERVER_DEVICE_TERMINAL']}>
        <MoveButton
          refusal={deviceMoves.openTerminal(device)}
          onClick={() => void navigate({ to: paths.remoteTerminal, search: { device: device.id } })}
        >
          {t('terminals.action')}
        </MoveButton>
      </Permission>
      <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
        <MoveButton refusal={deviceMoves.edit(device)} onClick={() => setEditing(true)}>
          {t('devices.move.edit')}
        </MoveButton>
        <EditDrawer device={device} open={editing} onClose={() => setEditing(false)} />
      </Permission>
      <Permission codes={['DMS_SERVER_DEVICE_CLAIM']}>
        <MoveButton refusal={deviceMoves.expectReset(device)} onClick={() => setExpecting(true)}>
          {t('devices.move.reset')}
        </MoveButton>
        <MoveButton refusal={deviceMoves.replace(device)} onClick={() => setReplacing(true)}>
          {t('outlets.replace.action')}
        </MoveButton>
        <ReplaceDrawer device={device} open={replacing} onClose={() => setReplacing(false)} />
        <ResetDrawer device={device} open={expecting} onClose={() => setExpecting(false)} />
      </Permission>
      <Permission codes={['DMS_SERVER_DEVICE_FACTORY_RESET']}>
        <MoveButton danger refusal={deviceMoves.factoryReset(device)} onClick={() => void reset([device])}>
          {t('devices.resetAll.action')}
        </MoveButton>
      </Permission>
      <Permission codes={['DMS_SERVER_DEVICE_RELEASE']}>
        <MoveButton danger refusal={deviceMoves.release(device)} onClick={release}>
          {t('devices.move.release')}
        </MoveButton>
      </Permission>
    </>
  )
}

/** The serial number has to be typed: a release cannot be taken back from here. */
function useRelease(device: DeviceDetail): () => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const { mutateAsync } = useAct('POST /api/v1/device/:deviceId/release', {
    refresh: ['POST /api/v1/device/lists', 'GET /api/v1/device/summary'],
  })
  return () => {
    void confirm({
      title: t('devices.move.releaseTitle', { name: device.name }),
      text: t('devices.move.releaseText'),
      action: t('devices.move.release'),
      typed: device.serialNumber || device.name,
      act: async () => {
        await mutateAsync({ deviceId: device.id })
        notify.success(t('devices.move.released'))
        void navigate({ to: paths.smartCpeList })
      },
    })
  }
}
