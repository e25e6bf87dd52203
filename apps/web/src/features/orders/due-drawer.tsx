import { Form, Input } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { clockAt, instantOf } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterOrder, type OrderDetail } from './order.ts'

export function DueDrawer({
  order,
  open,
  onClose,
}: {
  order: OrderDetail
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { id: orderId, version, resolveDue } = order
  const send = useAct('POST /api/v1/work/order/:orderId/due', { errors: 'caller', refresh: afterOrder })
  const initialValues = useMemo(
    () => ({ due: resolveDue === null ? '' : clockAt(new Date(resolveDue)), note: '' }),
    [resolveDue],
  )
  return (
    <FormDrawer<{ due: string; note: string }>
      title={t('orders.setDueTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={({ due, note }) =>
        send.mutateAsync({ orderId, version, due: due === '' ? null : instantOf(due), note: note.trim() })
      }
    >
      <Form.Item name="due" label={t('orders.dueMoment')} extra={t('orders.dueHint')}>
        <DateField kind="moment" />
      </Form.Item>
      <Form.Item
        name="note"
        label={t('orders.note')}
        rules={[{ required: true, whitespace: true, message: t('orders.noteEmpty') }]}
      >
        <Input.TextArea maxLength={4000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDrawer>
  )
}
