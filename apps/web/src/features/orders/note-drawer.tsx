import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { orderRead } from './order.ts'

/** A note that the customer reads, or an internal one. */
export function NoteDrawer({
  orderId,
  open,
  onClose,
}: {
  orderId: string
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const send = useAct('POST /api/v1/work/order/:orderId/note', { errors: 'caller', refresh: [orderRead] })
  return (
    <FormDrawer<{ note: string; internal: boolean }>
      title={t('orders.addNote')}
      open={open}
      onClose={onClose}
      initialValues={{ note: '', internal: false }}
      onSubmit={({ note, internal }) => send.mutateAsync({ orderId, note: note.trim(), internal })}
    >
      <Form.Item
        name="note"
        label={t('orders.noteText')}
        rules={[{ required: true, whitespace: true, message: t('orders.noteEmpty') }]}
      >
        <Input.TextArea maxLength={4000} autoSize={{ minRows: 4, maxRows: 12 }} />
      </Form.Item>
      <Form.Item name="internal" valuePropName="checked" extra={t('orders.internalHint')}>
        <Checkbox>{t('orders.internal')}</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}
