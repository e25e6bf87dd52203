import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../lib/use-api.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { orderRead } from '../order.ts'
import { PersonItem } from './person-item.tsx'

/** Asks a person for help, who watches the order from then on. */
export function HelpDrawer(props: { orderId: string; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { orderId, open, onClose } = props
  const ask = useAct('POST /api/v1/work/order/:orderId/help', { errors: 'caller', refresh: [orderRead] })
  return (
    <FormDrawer<{ personId?: string; note: string }>
      title={t('fieldWork.helpTitle')}
      open={open}
      onClose={onClose}
      initialValues={{ note: '' }}
      onSubmit={({ personId = '', note }) => ask.mutateAsync({ orderId, personId, note: note.trim() })}
    >
      <PersonItem
        name="personId"
        label={t('fieldWork.helper')}
        missing={t('fieldWork.helperEmpty')}
        open={open}
        orderId={orderId}
      />
      <Form.Item
        name="note"
        label={t('fieldWork.helpNote')}
        rules={[{ required: true, whitespace: true, message: t('fieldWork.helpNoteEmpty') }]}
      >
        <Input.TextArea maxLength={4000} autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
    </FormDrawer>
  )
}
