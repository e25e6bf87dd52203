import { passwordProblem, repeatedPasswordProblem } from '@netward/contract/field-rules'
import { Form, type FormInstance, Input } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { keepPasswordPolicy } from '../../lib/password-policy.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { PasswordRules } from '../../ui/password-rules.tsx'
import { accountEndpoint, sessionsEndpoint } from './account.ts'
import { useFieldRule } from './form-rules.ts'

interface Values {
  password: string
  newPassword: string
  repeated: string
}

const initialValues: Values = { password: '', newPassword: '', repeated: '' }

export function PasswordDrawer(props: { userName: string; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const change = useAct('POST /api/v1/auth/account/password', {
    refresh: [accountEndpoint, sessionsEndpoint],
    errors: 'caller',
  })
  return (
    <FormDrawer<Values>
      title={t('account.passwordChange')}
      open={props.open}
      onClose={props.onClose}
      initialValues={initialValues}
      submitText={t('account.passwordSubmit')}
      savedText={t('account.passwordDone')}
      onSubmit={({ password, newPassword }) => change.mutateAsync({ password, newPassword })}
    >
      {(form) => <Fields form={form} userName={props.userName} />}
    </FormDrawer>
  )
}

function Fields({ form, userName }: { form: FormInstance<Values>; userName: string }) {
  const { t } = useTranslation()
  const rule = useFieldRule()
  const applied = useApi('GET /api/v1/settings/applied', {}).data
  useEffect(() => {
    if (applied !== undefined) keepPasswordPolicy(applied.password)
  }, [applied])
  const typed = Form.useWatch('newPassword', form) ?? ''
  /** An incomplete value is not shown as wrong. */
  const compare = () => {
    if (form.getFieldValue('repeated') !== '') form.validateFields(['repeated']).catch(() => undefined)
  }
  return (
    <>
      <p className="account-remark">{t('account.passwordOthersEnd')}</p>
      {/* For password managers: whose password it is. */}
      <input type="text" autoComplete="username" value={userName} readOnly hidden />
      <Form.Item
        name="password"
        label={t('account.originalPassword')}
        rules={[{ required: true, message: t('validation.originalPasswordEmpty') }]}
      >
        <Input.Password autoComplete="current-password" maxLength={200} />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label={t('account.newPassword')}
        required
        rules={[rule((value) => (value === '' ? 'validation.newPasswordEmpty' : passwordProblem(value)))]}
        extra={<PasswordRules password={typed} />}
      >
        <Input.Password autoComplete="new-password" maxLength={200} onChange={compare} />
      </Form.Item>
      <Form.Item
        name="repeated"
        label={t('account.repeatedPassword')}
        required
        rules={[rule((value) => repeatedPasswordProblem(form.getFieldValue('newPassword') ?? '', value))]}
      >
        <Input.Password autoComplete="new-password" maxLength={200} />
      </Form.Item>
    </>
  )
}
