import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useConfirm } from '../../ui/confirm.tsx'

/** Edits or deletes a row of a list. */
export function RowActs(props: {
  name: string
  onEdit: () => void
  removal: { title: string; text: string; act: () => Promise<unknown> }
}) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { name, onEdit, removal } = props
  if (!useMay('DMS_SERVER_PART_EDIT')) return null
  return (
    <>
      <Button type="link" size="small" aria-label={`${t('parts.edit')} ${name}`} onClick={onEdit}>
        {t('parts.edit')}
      </Button>
      <Button
        type="link"
        size="small"
        danger
        aria-label={`${t('parts.delete')} ${name}`}
        onClick={() => void confirm({ ...removal, action: t('parts.delete') })}
      >
        {t('parts.delete')}
      </Button>
    </>
  )
}
