import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Permission } from '../../ui/permission.tsx'
import { afterAdvisory, type AdvisoryRow } from './advisory.ts'

interface ActsProps {
  readonly advisory: Pick<AdvisoryRow, 'id' | 'code' | 'own'>
  readonly onEdit: () => void
  readonly onDeleted?: () => void
  /** On a page of its own they are buttons, in a row links. */
  readonly kind?: 'link' | 'default'
}

/** What the company that published an advisory may do with it. */
export function AdvisoryActs({ advisory, onEdit, onDeleted, kind = 'link' }: ActsProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useAct('DELETE /monitor/api/v1/advisory/:advisoryId', {
    refresh: onDeleted === undefined ? afterAdvisory : [],
  })
  const { id: advisoryId, code, own } = advisory
  if (!own) return null
  const ask = async () => {
    const done = await confirm({
      title: t('advisories.deleteTitle', { code }),
      text: t('advisories.deleteText'),
      action: t('advisories.delete'),
      act: () => remove.mutateAsync({ advisoryId }),
    })
    if (done) onDeleted?.()
  }
  const size = kind === 'link' ? 'small' : 'middle'
  return (
    <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
      <Button type={kind} size={size} aria-label={`${t('advisories.edit')} ${code}`} onClick={onEdit}>
        {t('advisories.edit')}
      </Button>
      <Button
        type={kind}
        size={size}
        danger
        aria-label={`${t('advisories.delete')} ${code}`}
        onClick={() => void ask()}
      >
        {t('advisories.delete')}
      </Button>
    </Permission>
  )
}
