import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'

/** The signed-in user's password again: the screen may have been left open. */
export function OwnPasswordField() {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="password"
      label={t('account.currentPassword')}
      extra={t('account.currentPasswordHint')}
      rules={[{ required: true, message: t('validation.passwordEmpty') }]}
    >
      <Input.Password autoComplete="current-password" maxLength={200} />
    </Form.Item>
  )
}
