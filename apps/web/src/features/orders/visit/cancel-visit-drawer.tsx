import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../lib/use-api.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import type { OrderDetail } from '../order.ts'
import { afterSite } from './site.ts'

export function CancelVisitDrawer(props: { order: OrderDetail; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { order, open, onClose } = props
  const cancel = useAct('POST /api/v1/work/order/:orderId/visit/cancel', {
    errors: 'caller',
    refresh: afterSite,
  })
  return (
    <FormDrawer<{ reason: string }>
      title={t('fieldWork.cancelVisit')}
      open={open}
      onClose={onClose}
      initialValues={{ reason: '' }}
      danger
      onSubmit={({ reason }) =>
        cancel.mutateAsync({ orderId: order.id, version: order.version, reason: reason.trim() })
      }
    >
      <Form.Item
        name="reason"
        label={t('fieldWork.cancelReason')}
        rules={[{ required: true, whitespace: true, message: t('fieldWork.cancelReasonEmpty') }]}
      >
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDrawer>
  )
}
