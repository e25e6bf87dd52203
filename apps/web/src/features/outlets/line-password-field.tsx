import { linePassword } from '@netward/contract/outlet-values'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'

export interface LinePasswordValues {
  passwordChoice: 'keep' | 'set' | 'clear'
  password: string
}

/** The request: a password is write-only. */
export function sentPassword({ passwordChoice, password }: LinePasswordValues): {
  password?: string | null
} {
  if (passwordChoice === 'keep') return {}
  return { password: passwordChoice === 'set' ? password : null }
}

/** The password of a line: keep, replace or remove. */
export function LinePasswordField({ isSet }: { isSet: boolean }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<LinePasswordValues>()
  const choice = Form.useWatch('passwordChoice', form)
  const choices = isSet
    ? ([
        ['keep', 'keep'],
        ['set', 'replace'],
        ['clear', 'clear'],
      ] as const)
    : ([
        ['keep', 'none'],
        ['set', 'set'],
      ] as const)
  return (
    <div className="entity-form-row">
      <Form.Item
        name="passwordChoice"
        label={t('outlets.line.passwordState', {
          state: t(isSet ? 'outlets.line.passwordSet' : 'outlets.line.passwordNotSet'),
        })}
        extra={t('outlets.line.passwordHint')}
      >
        <Select
          options={choices.map(([value, words]) => ({
            value,
            label: t(`outlets.line.passwordChoices.${words}`),
          }))}
        />
      </Form.Item>
      {choice === 'set' && (
        <Form.Item
          name="password"
          label={t('outlets.line.passwordNew')}
          rules={[
            { required: true, message: t('validation.missing') },
            { pattern: linePassword.pattern, message: t('validation.unsendable') },
          ]}
        >
          <Input.Password maxLength={linePassword.most} autoComplete="new-password" />
        </Form.Item>
      )}
    </div>
  )
}
