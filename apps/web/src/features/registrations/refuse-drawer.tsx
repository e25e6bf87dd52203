import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterDecision, type Registration } from './registration.ts'

interface Props {
  registration: Registration | null
  open: boolean
  onClose: () => void
  onRefused: () => void
}

export function RefuseDrawer({ registration, open, onClose, onRefused }: Props) {
  const { t } = useTranslation()
  const refuse = useAct('POST /api/v1/auth/registration/:registrationId/refuse', {
    refresh: afterDecision,
    errors: 'caller',
  })
  return (
    <FormDrawer<{ reason: string }>
      title={t('account.registrations.refuseTitle', { company: registration?.companyName ?? '' })}
      open={open}
      onClose={onClose}
      initialValues={{ reason: '' }}
      submitText={t('account.registrations.refuse')}
      savedText={t('account.registrations.refused')}
      onSubmit={async ({ reason }) => {
        await refuse.mutateAsync({ registrationId: registration?.id ?? '', reason })
        onRefused()
      }}
    >
      <Form.Item
        name="reason"
        label={t('account.registrations.reason')}
        extra={t('account.registrations.refuseHint')}
        rules={[{ required: true, whitespace: true, message: t('account.registrations.reasonEmpty') }]}
      >
        <Input.TextArea rows={4} maxLength={500} showCount />
      </Form.Item>
    </FormDrawer>
  )
}
