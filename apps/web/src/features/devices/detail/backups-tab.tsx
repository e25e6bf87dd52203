import type { EndpointOutput } from '@netward/contract'
import { deviceMoves } from '@netward/contract/states/device'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { apiDownloadZip } from '../../../lib/api-client.ts'
import { faultText } from '../../../lib/fault-text.ts'
import { orderFor } from '../../../lib/for-order.ts'
import { useFormat } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Panel } from '../../../ui/detail-page.tsx'
import { ForOrder } from '../../../ui/for-order.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../../ui/status-tag.tsx'
import type { DeviceDetail } from '../../../lib/device-row.ts'
import { MoveButton } from '../../../ui/move-button.tsx'
import '../../../ui/plain-table.css'

const endpoint = 'GET /ota/api/v2/ota/device/:deviceId/backups'
type Backup = EndpointOutput<typeof endpoint>['items'][number]

const tones: Record<Backup['state'], StatusTone> = { ordered: 'waiting', stored: 'ok', failed: 'bad' }
const restoreTones: Record<NonNullable<Backup['restore']>, StatusTone> = {
  queued: 'waiting',
  sent: 'busy',
  started: 'busy',
  transferred: 'ok',
  failed: 'bad',
  cancelled: 'off',
  expired: 'off',
}

/** The stored configuration backups of a gateway. */
export function BackupsTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation()
  const deviceId = device.id
  const read = useApi(endpoint, { deviceId }, { refetchInterval: 15_000 })
  const mayBackUp = useMay('DMS_SERVER_DEVICE_OTA_BACKUP')
  const make = useAct('POST /ota/api/v2/ota/device/:deviceId/backup', { refresh: [endpoint] })
  const now = async () => {
    await make.mutateAsync({ deviceId })
    notify.success(t('ota.backupAsked'))
  }
  const actions = mayBackUp && (
    <MoveButton refusal={deviceMoves.readParameters(device)} onClick={() => void now()}>
      {t('ota.backupNow')}
    </MoveButton>
  )
  return (
    <Panel title={t('ota.backupsTitle')} actions={actions}>
      <p className="detail-hint">{t('ota.backupsHint')}</p>
      {read.error !== null && read.data === undefined ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data === undefined ? (
        <LoadingState />
      ) : read.data.items.length === 0 ? (
        <EmptyState title={t('ota.backupsNone')} />
      ) : (
        <div className="plain-table-frame">
          <table className="plain-table" aria-label={t('ota.backupsTitle')}>
            <thead>
              <tr>
                <th>{t('ota.backupTaken')}</th>
                <th>{t('ota.stateLabel')}</th>
                <th>{t('devices.softwareVersion')}</th>
                <th>{t('ota.size')}</th>
                <th>{t('ota.backupReason')}</th>
                <th>{t('ota.backupBy')}</th>
                <th>{t('ota.backupRestore')}</th>
                {mayBackUp && <th>{t('ota.backupActions')}</th>}
              </tr>
            </thead>
            <tbody>
              {read.data.items.map((backup) => (
                <Row key={backup.id} device={device} backup={backup} mayBackUp={mayBackUp} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

function Row({ device, backup, mayBackUp }: { device: DeviceDetail; backup: Backup; mayBackUp: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, faultCode, restore, restoreFault } = backup
  return (
    <tr>
      <td data-label={t('ota.backupTaken')}>
        <RelativeTime at={backup.storedAt ?? backup.createdAt} />
      </td>
      <td data-label={t('ota.stateLabel')}>
        <StatusTag tone={tones[state]}>{t(`ota.backupStates.${state}`)}</StatusTag>
        {faultCode !== null && <span className="detail-hint"> {reasonOf(t, faultCode)}</span>}
      </td>
      <td data-label={t('devices.softwareVersion')}>{backup.softwareVersion || '—'}</td>
      <td data-label={t('ota.size')}>{backup.size === null ? '—' : format.bytes(backup.size)}</td>
      <td data-label={t('ota.backupReason')}>{t(`ota.backupReasons.${backup.reason}`)}</td>
      <td data-label={t('ota.backupBy')}>{backup.createdByName}</td>
      <td data-label={t('ota.backupRestore')}>
        {restore === null ? (
          '—'
        ) : (
          <StatusTag tone={restoreTones[restore]}>
            {t(`ota.backupRestoreStates.${restore}`)}
            {restoreFault !== null && ` · ${reasonOf(t, restoreFault)}`}
          </StatusTag>
        )}
      </td>
      {mayBackUp && <td>{state === 'stored' && <Acts device={device} backup={backup} />}</td>}
    </tr>
  )
}

function Acts({ device, backup }: { device: DeviceDetail; backup: Backup }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const format = useFormat()
  const deviceId = device.id
  const backupId = backup.id
  const version = backup.softwareVersion
  const restore = useAct('POST /ota/api/v2/ota/device/:deviceId/backup/:backupId/restore', {
    refresh: [endpoint],
  })
  const remove = useAct('DELETE /ota/api/v2/ota/device/:deviceId/backup/:backupId', { refresh: [endpoint] })
  const take = () =>
    confirm({
      title: t('ota.backupDownloadTitle'),
      text: t('ota.backupDownloadText'),
      action: t('ota.backupDownload'),
      danger: false,
      act: () =>
        apiDownloadZip(
          'POST /ota/api/v2/ota/device/:deviceId/backup/:backupId/download',
          { deviceId, backupId },
          t('ota.backupName', { device: device.name }),
        ),
    })
  const giveBack = () =>
    confirm({
      title: t('ota.backupRestoreTitle', {
        time: format.dateTime(backup.storedAt ?? backup.createdAt),
        name: device.name,
      }),
      text: (
        <>
          <p className="device-plain">{t('ota.backupRestoreText')}</p>
          {version !== '' && version !== device.softwareVersion && (
            <p className="device-plain">
              {t('ota.backupRestoreOtherVersion', { version, current: device.softwareVersion || '—' })}
            </p>
          )}
          <ForOrder deviceId={deviceId} />
        </>
      ),
      action: t('ota.backupRestore'),
      reason: 'needed',
      act: async (reason) => {
        await restore.mutateAsync({ deviceId, backupId, reason, ...orderFor(deviceId) })
        notify.success(t('ota.backupRestoring'))
      },
    })
  const gone = () =>
    confirm({
      title: t('ota.backupDeleteTitle'),
      text: t('ota.backupDeleteText'),
      action: t('ota.backupDelete'),
      act: async () => {
        await remove.mutateAsync({ deviceId, backupId })
        notify.success(t('ota.backupDeleted'))
      },
    })
  return (
    <>
      <Button type="link" size="small" onClick={() => void take()}>
        {t('ota.backupDownload')}
      </Button>
      <MoveButton
        refusal={deviceMoves.setParameters(device)}
        type="link"
        size="small"
        onClick={() => void giveBack()}
      >
        {t('ota.backupRestore')}
      </MoveButton>
      <Button type="link" size="small" danger onClick={() => void gone()}>
        {t('ota.backupDelete')}
      </Button>
    </>
  )
}

const reasonOf = (t: TFunction, code: string) =>
  code === 'no_file' ? t('ota.backupNoFile') : faultText(t, code)
