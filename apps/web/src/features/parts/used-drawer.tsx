import { Form, InputNumber } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterReservation, type OrderPart, type SharedPart } from './part.ts'

interface Props<Part> {
  orderId: string
  part: Part | null
  open: boolean
  onClose: () => void
}

/** Says how many of a reservation the order uses. */
export function UsedDrawer({ orderId, part, ...drawer }: Props<OrderPart>) {
  const set = useAct('PUT /api/v1/work/order/:orderId/part/:reservationId', {
    errors: 'caller',
    refresh: afterReservation,
  })
  return (
    <Drawer
      {...drawer}
      part={part}
      onUsed={(used) => set.mutateAsync({ orderId, reservationId: part?.id ?? '', used })}
    />
  )
}

/** The same of parts of another company. */
export function SharedUsedDrawer({ orderId, part, ...drawer }: Props<SharedPart>) {
  const set = useAct('PUT /api/v1/work/order/:orderId/shared/part/:partId', {
    errors: 'caller',
    refresh: afterReservation,
  })
  return (
    <Drawer
      {...drawer}
      part={part}
      onUsed={(used) => set.mutateAsync({ orderId, partId: part?.id ?? '', used })}
    />
  )
}

function Drawer(props: {
  part: { used: number; quantity: number } | null
  open: boolean
  onClose: () => void
  onUsed: (used: number) => Promise<unknown>
}) {
  const { t } = useTranslation()
  const { part, open, onClose, onUsed } = props
  const initialValues = useMemo((): { used: number | null } => ({ used: part?.used ?? 0 }), [part])
  return (
    <FormDrawer<{ used: number | null }>
      title={t('parts.setUsed')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={({ used }) => onUsed(used ?? 0)}
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
