import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { type Amount, sentAmount } from './amount.ts'
import { AmountItems } from './amount-items.tsx'
import { afterReservation } from './part.ts'
import { WarehouseItem } from './warehouse-item.tsx'

interface Values extends Amount {
  warehouseId?: string
}

const initialValues: Values = { by: 'serial' }

/** Keeps parts of a warehouse for an order. */
export function ReserveDrawer(props: { orderId: string; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { orderId, open, onClose } = props
  const reserve = useAct('POST /api/v1/work/order/:orderId/part', {
    errors: 'caller',
    refresh: afterReservation,
  })
  const submit = async ({ warehouseId = '', ...amount }: Values) => {
    const { reserved } = await reserve.mutateAsync({ orderId, warehouseId, ...sentAmount(amount) })
    notify.success(t('parts.reservedDone', { count: reserved }))
  }
  return (
    <FormDrawer<Values>
      title={t('parts.reserveTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
      savedText={false}
    >
      <WarehouseItem open={open} />
      <AmountItems open={open} />
    </FormDrawer>
  )
}
