import { afterFirmwareMove } from '@netward/contract/states/firmware'
import { Button, Drawer, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Facts } from '../../ui/detail-page.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { FirmwareDrawer } from './firmware-drawer.tsx'
import { useFirmwareNotes } from './firmware-facts.tsx'
import { FirmwareFile } from './firmware-file.tsx'
import { afterFirmware, type Firmware, firmwareEndpoint, firmwareTones, sourceOf } from './ota.ts'

/** One firmware: its file, its description, and its actions. */
export function FirmwareDetail(props: { firmwareId: string | null; onClose: () => void }) {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_DEVICE_OTA_FIRMWARE')
  const { firmwareId, onClose } = props
  // Keeps its content while it slides out.
  const [last, setLast] = useState<string | null>(null)
  if (firmwareId !== null && firmwareId !== last) setLast(firmwareId)
  const found = useApi(
    firmwareEndpoint,
    { firmwareId: firmwareId ?? last ?? '' },
    { enabled: firmwareId !== null },
  )
  const firmware = found.data
  const mine = mayEdit && firmware?.inherited === false
  return (
    <Drawer
      title={t('ota.firmwareDetail')}
      open={firmwareId !== null}
      onClose={onClose}
      size={620}
      footer={mine && <Acts firmware={firmware} onGone={onClose} />}
    >
      {found.error !== null && firmware === undefined ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : firmware === undefined ? (
        <LoadingState rows={8} />
      ) : (
        <Detail firmware={firmware} mine={mine} />
      )}
    </Drawer>
  )
}

function Detail({ firmware, mine }: { firmware: Firmware; mine: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const scope = useCompanyScope()
  const notes = useFirmwareNotes(firmware)
  return (
    <div className="ota-detail">
      <div className="ota-head">
        <h2>{firmware.version}</h2>
        <StatusTag tone={firmwareTones[firmware.state]}>
          {t(`ota.firmwareStates.${firmware.state}`)}
        </StatusTag>
      </div>
      {/* A file is uploaded by the company itself, or by those who act in it. */}
      {mine && firmware.companyId === scope.companyId && firmware.state === 'draft' && (
        <FirmwareFile firmware={firmware} />
      )}
      <Facts
        facts={[
          { label: t('ota.file'), value: firmware.fileName || t('ota.fileNone') },
          { label: t('ota.size'), value: firmware.size === null ? '—' : format.bytes(firmware.size) },
          { label: t('ota.models'), value: firmware.models.join(', ') },
          {
            label: t('ota.hardwareVersions'),
            value: firmware.hardwareVersions.join(', ') || t('ota.hardwareAny'),
          },
          { label: t('ota.manufacturer'), value: firmware.manufacturer || '—' },
          { label: t('ota.minimumVersion'), value: firmware.minimumVersion || '—' },
          { label: t('ota.signedBy'), value: firmware.signedBy || '—' },
          { label: t('ota.source'), value: t(sourceOf(firmware, scope)) },
          ...(scope.several ? [{ label: t('ota.company'), value: firmware.companyName ?? '—' }] : []),
          { label: t('ota.createdBy'), value: firmware.createdByName },
          { label: t('ota.createdAt'), value: format.dateTime(firmware.createdAt) },
        ]}
      />
      {firmware.sha256 !== null && (
        <div className="ota-sum">
          <span className="ota-hint">{t('ota.sha256')}</span>
          <CopyText text={firmware.sha256} />
        </div>
      )}
      {notes !== '' && <p className="ota-notes">{notes}</p>}
    </div>
  )
}

function Acts({ firmware, onGone }: { firmware: Firmware; onGone: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [editing, setEditing] = useState(false)
  const move = useAct('POST /ota/api/v2/ota/firmware/:firmwareId/move', { refresh: afterFirmware })
  const remove = useAct('DELETE /ota/api/v2/ota/firmware/:firmwareId', {
    refresh: ['POST /ota/api/v2/ota/firmware/lists'],
  })
  const { id: firmwareId, version } = firmware
  const blocked = firmware.size === null
  const release = async () => {
    await move.mutateAsync({ firmwareId, move: 'release' })
    notify.success(t('ota.released'))
  }
  const withdraw = () =>
    confirm({
      title: t('ota.withdrawTitle', { version }),
      text: t('ota.withdrawText'),
      action: t('ota.withdraw'),
      act: async () => {
        await move.mutateAsync({ firmwareId, move: 'withdraw' })
        notify.success(t('ota.withdrawn'))
      },
    })
  const gone = () =>
    confirm({
      title: t('ota.removeTitle', { version }),
      text: t('ota.removeText'),
      action: t('ota.remove'),
      act: async () => {
        await remove.mutateAsync({ firmwareId })
        notify.success(t('ota.removed'))
        onGone()
      },
    })
  return (
    <div className="ota-acts">
      {firmware.state === 'draft' && (
        <>
          <Button danger onClick={() => void gone()}>
            {t('ota.remove')}
          </Button>
          <Button onClick={() => setEditing(true)}>{t('ota.edit')}</Button>
          <FirmwareDrawer firmware={firmware} open={editing} onClose={() => setEditing(false)} />
        </>
      )}
      {afterFirmwareMove(firmware.state, 'withdraw') !== null && (
        <Button danger onClick={() => void withdraw()}>
          {t('ota.withdraw')}
        </Button>
      )}
      {afterFirmwareMove(firmware.state, 'release') !== null && (
        <Tooltip title={blocked ? t('ota.releaseNeedsFile') : undefined}>
          <Button type="primary" disabled={blocked} loading={move.isPending} onClick={() => void release()}>
            {t('ota.release')}
          </Button>
        </Tooltip>
      )}
    </div>
  )
}
