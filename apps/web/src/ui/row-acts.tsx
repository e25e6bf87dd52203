import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirm } from './confirm.tsx'

/** Edits a row of a list, or takes it away after asking. Who may is up to the list. */
export function RowActs(props: {
  name: string
  onEdit: () => void
  removal: {
    title: string
    text: string
    act: () => Promise<unknown>
    /** Delete, unless it is called otherwise. */
    action?: string
    onDone?: () => void
  }
}) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { name, onEdit, removal } = props
  const { onDone, action = t('common.delete'), ...asked } = removal
  const remove = async () => {
    if (await confirm({ ...asked, action })) onDone?.()
  }
  return (
    <>
      <Button type="link" size="small" aria-label={`${t('common.edit')} ${name}`} onClick={onEdit}>
        {t('common.edit')}
      </Button>
      <Button type="link" size="small" danger aria-label={`${action} ${name}`} onClick={() => void remove()}>
        {action}
      </Button>
    </>
  )
}
