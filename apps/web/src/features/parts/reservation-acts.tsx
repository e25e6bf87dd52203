import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../ui/confirm.tsx'

/** What an order does with a reservation: say how much it uses, or free it. */
export function ReservationActs(props: {
  /** The serial number, or the model. */
  name: string
  onEdit: () => void
  free: () => Promise<unknown>
}) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { name, onEdit, free } = props
  const ask = () =>
    confirm({
      title: t('parts.freeTitle', { name }),
      text: t('parts.freeText'),
      action: t('parts.free'),
      act: free,
    })
  return (
    <>
      <Button type="link" size="small" aria-label={`${t('parts.setUsed')} ${name}`} onClick={onEdit}>
        {t('parts.setUsed')}
      </Button>
      <Button type="link" size="small" aria-label={`${t('parts.free')} ${name}`} onClick={() => void ask()}>
        {t('parts.free')}
      </Button>
    </>
  )
}
