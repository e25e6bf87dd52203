import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { type Amount, sentAmount } from './amount.ts'
import { AmountItems } from './amount-items.tsx'
import { afterCount } from './part.ts'

const initialValues: Amount = { by: 'serial' }

/** Enters what was found in a warehouse. */
export function CountDrawer(props: { countId: string; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { countId, open, onClose } = props
  const enter = useAct('POST /api/v1/work/part/count/:countId/scan', {
    errors: 'caller',
    refresh: afterCount,
  })
  return (
    <FormDrawer<Amount>
      title={t('parts.countEnter')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={async (amount) => {
        await enter.mutateAsync({ countId, ...sentAmount(amount) })
        notify.success(t('parts.countEntered'))
      }}
      savedText={false}
    >
      <p className="quiet">{t('parts.countHint')}</p>
      <AmountItems open={open} min={0} />
    </FormDrawer>
  )
}
