import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiDownloadXlsx } from '../../lib/api-client.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type PackRow, packList, periodOf } from './audit-pack.ts'

export function PackActs({ pack }: { pack: PackRow }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useAct('DELETE /api/v1/auth/audit/pack/:packId', { refresh: [packList] })
  const [busy, setBusy] = useState(false)
  const period = periodOf(pack)
  const ask = async () => {
    const removed = await confirm({
      title: t('auditPacks.removeTitle', { period }),
      text: t('auditPacks.removeText'),
      action: t('auditPacks.remove'),
      act: () => remove.mutateAsync({ packId: pack.id }),
    })
    if (removed) notify.success(t('auditPacks.removed'))
  }
  const save = async () => {
    setBusy(true)
    try {
      const name = `${t('shell.titles.auditPacks')} ${pack.from}–${pack.to}`
      await apiDownloadXlsx('POST /api/v1/auth/audit/pack/:packId/download', { packId: pack.id }, name)
    } catch {
      // The client has reported it.
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {pack.state === 'done' && (
        <Button
          type="link"
          size="small"
          loading={busy}
          aria-label={`${t('auditPacks.download')} ${period}`}
          onClick={() => void save()}
        >
          {busy ? t('auditPacks.downloading') : t('auditPacks.download')}
        </Button>
      )}
      <Button
        type="link"
        size="small"
        danger
        aria-label={`${t('auditPacks.remove')} ${period}`}
        onClick={() => void ask()}
      >
        {t('auditPacks.remove')}
      </Button>
    </>
  )
}
