import type { PermissionCode } from '@netward/contract/permissions'
import { type DeviceMove, deviceMoves } from '@netward/contract/states/device'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/notify.ts'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { type MoreGroup, type MoreItem, MoreMenu } from '../../../ui/more-menu.tsx'
import type { DeviceDetail } from '../../../lib/device-row.ts'
import { useCheck } from '../../../ui/use-check.tsx'
import { MoveButton } from '../../../ui/move-button.tsx'
import { useFactoryReset } from '../use-factory-reset.tsx'
import { useReboot } from '../use-reboot.tsx'
import { EditDrawer } from './edit-drawer.tsx'
import { ReplaceDrawer } from './replace-drawer.tsx'
import { ResetDrawer } from './reset-drawer.tsx'
import { ScheduleInformDrawer } from './schedule-inform-drawer.tsx'
import type { ConnectButton } from './use-connect-now.ts'

type Drawer = 'edit' | 'reset' | 'replace' | 'schedule'

/** The most frequent actions, and a menu with the rest. */
export function DeviceActions({ device, connection }: { device: DeviceDetail; connection: ConnectButton }) {
  const { t } = useTranslation()
  const [drawer, setDrawer] = useState<Drawer | null>(null)
  const close = () => setDrawer(null)
  return (
    <>
      <MoveButton
        type="primary"
        title={t(device.presence === 'online' ? 'devices.move.connectHint' : 'devices.move.connectHintAway')}
        refusal={deviceMoves.connect(device)}
        loading={connection.state.kind === 'waiting'}
        onClick={connection.start}
      >
        {t('devices.move.connect')}
      </MoveButton>
      <MoreMenu groups={useGroups(device, setDrawer)} />
      <ScheduleInformDrawer deviceId={device.id} open={drawer === 'schedule'} onClose={close} />
      <EditDrawer device={device} open={drawer === 'edit'} onClose={close} />
      <ReplaceDrawer device={device} open={drawer === 'replace'} onClose={close} />
      <ResetDrawer device={device} open={drawer === 'reset'} onClose={close} />
    </>
  )
}

function useGroups(device: DeviceDetail, open: (drawer: Drawer) => void): MoreGroup[] {
  const { t } = useTranslation()
  const held = useSession()?.permissions
  const navigate = useNavigate()
  const check = useCheck(device.id)
  const reboot = useReboot()
  const reset = useFactoryReset()
  const release = useRelease(device)
  const item = (
    code: PermissionCode,
    move: DeviceMove,
    label: string,
    start: () => void,
    danger = false,
  ): MoreItem[] => {
    if (held?.has(code) !== true) return []
    const refusal = deviceMoves[move](device)
    const why = refusal === null ? null : t(`devices.refusal.${refusal}`)
    return [{ key: `${move} ${label}`, label, why, danger, start }]
  }
  return [
    // Tools from what only looks to what interrupts, then the record, then what cannot be undone.
    {
      title: t('devices.groups.remote'),
      items: [
        ...item(
          'DMS_SERVER_DEVICE_DIAGNOSE',
          'diagnose',
          t('diagnostics.kinds.ping'),
          () => void navigate({ to: paths.smartCpe(device.id), search: { tab: 'diagnostics', run: 'ping' } }),
        ),
        ...item('DMS_SERVER_DEVICE_DIAGNOSE', 'diagnose', t('diagnostics.check.start'), check.start),
        ...item(
          'DMS_SERVER_DEVICE_TERMINAL',
          'openTerminal',
          t('terminals.action'),
          () => void navigate({ to: paths.remoteTerminal, search: { device: device.id } }),
        ),
        ...item('DMS_SERVER_DEVICE_REBOOT', 'scheduleInform', t('devices.schedule.action'), () =>
          open('schedule'),
        ),
        ...item(
          'DMS_SERVER_DEVICE_OTA_CAMPAIGN',
          'reboot',
          t('ota.upgrade'),
          () => void navigate({ href: paths.upgradeOf([device.id]) }),
        ),
        ...item('DMS_SERVER_DEVICE_REBOOT', 'reboot', t('devices.reboot'), () => void reboot([device])),
      ],
    },
    {
      title: t('devices.groups.record'),
      items: [
        ...item('DMS_SERVER_DEVICE_EDIT', 'edit', t('devices.move.edit'), () => open('edit')),
        ...item('DMS_SERVER_DEVICE_CLAIM', 'replace', t('outlets.replace.action'), () => open('replace')),
        ...item('DMS_SERVER_DEVICE_CLAIM', 'expectReset', t('devices.move.reset'), () => open('reset')),
      ],
    },
    {
      title: t('devices.groups.danger'),
      items: [
        ...item(
          'DMS_SERVER_DEVICE_FACTORY_RESET',
          'factoryReset',
          t('devices.resetAll.action'),
          () => void reset([device]),
          true,
        ),
        ...item('DMS_SERVER_DEVICE_RELEASE', 'release', t('devices.move.release'), release, true),
      ],
    },
  ]
}

/** The consequences, and what is removed with it. */
function ReleaseText({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const count = useApi('GET /api/v1/device/:deviceId/configuration', { deviceId }).data?.added.length ?? 0
  return (
    <>
      <p>{t('devices.move.releaseText')}</p>
      <p>{t('devices.move.releaseKeeps')}</p>
      {count > 0 && <p>{t('provisioning.device.addedOnRelease', { count })}</p>}
    </>
  )
}

/** The serial number must be typed: a release cannot be undone here. */
function useRelease(device: DeviceDetail): () => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const release = useAct('POST /api/v1/device/:deviceId/release', {
    refresh: ['POST /api/v1/device/lists', 'GET /api/v1/device/summary'],
  })
  return () => {
    void confirm({
      title: t('devices.move.releaseTitle', { name: device.name }),
      text: <ReleaseText deviceId={device.id} />,
      action: t('devices.move.release'),
      typed: device.serialNumber || device.name,
      act: async () => {
        await release.mutateAsync({ deviceId: device.id })
        notify.success(t('devices.move.released'))
        void navigate({ to: paths.smartCpeList })
      },
    })
  }
}
