import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { deliver } from './drafts/drafts.ts'
import type { OrderDetail } from './order.ts'

/** A note that the customer reads, or an internal one; without a network this phone keeps it. */
export function NoteDrawer({
  order,
  open,
  onClose,
}: {
  order: OrderDetail
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const send = async ({ note, internal }: { note: string; internal: boolean }) => {
    const outcome = await deliver(order, [{ kind: 'note', note: note.trim(), internal }])
    if (outcome === 'sent') notify.success(t('common.saved'))
    else notify.info(t('drafts.kept'))
  }
  return (
    <FormDrawer<{ note: string; internal: boolean }>
      title={t('orders.addNote')}
      open={open}
      onClose={onClose}
      initialValues={{ note: '', internal: false }}
      onSubmit={send}
      savedText={false}
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
