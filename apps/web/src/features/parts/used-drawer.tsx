import { Form, InputNumber } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterReservation, type OrderPart } from './part.ts'

/** Says how many of a reservation the order uses. */
export function UsedDrawer(props: {
  orderId: string
  part: OrderPart | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { orderId, part, open, onClose } = props
  const set = useAct('PUT /api/v1/work/order/:orderId/part/:reservationId', {
    errors: 'caller',
    refresh: afterReservation,
  })
  const initialValues = useMemo((): { used: number | null } => ({ used: part?.used ?? 0 }), [part])
  return (
    <FormDrawer<{ used: number | null }>
      title={t('parts.setUsed')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={({ used }) => set.mutateAsync({ orderId, reservationId: part?.id ?? '', used: used ?? 0 })}
    >
      <Form.Item
        name="used"
        label={t('parts.used')}
        rules={[{ required: true, message: t('parts.quantityEmpty') }]}
      >
        <InputNumber min={0} max={part?.quantity ?? 0} precision={0} />
      </Form.Item>
    </FormDrawer>
  )
}
