import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterCount } from './part.ts'

const initialValues = { reason: '' }

/** Makes corrections of the differences, for a reason. */
export function ConfirmCountDrawer(props: { countId: string; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { countId, open, onClose } = props
  const end = useAct('POST /api/v1/work/part/count/:countId/end', { errors: 'caller', refresh: afterCount })
  return (
    <FormDrawer<{ reason: string }>
      title={t('parts.countConfirm')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={async ({ reason }) =>
        notify.success(t('parts.countResult', await end.mutateAsync({ countId, act: 'confirm', reason })))
      }
      savedText={false}
      submitText={t('parts.countConfirm')}
    >
      <p className="quiet">{t('parts.countConfirmHint')}</p>
      <Form.Item
        name="reason"
        label={t('parts.reason')}
        rules={[{ required: true, whitespace: true, message: t('parts.reasonEmpty') }]}
      >
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDrawer>
  )
}
