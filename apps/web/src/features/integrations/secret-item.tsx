import { Form, Input } from 'antd'
import type { Rule } from 'antd/es/form'
import { useTranslation } from 'react-i18next'

/** A secret that is only written: empty keeps the one that is set. */
export function SecretItem(props: {
  readonly name: readonly [string, string]
  readonly label: string
  readonly isSet: boolean
  readonly required: boolean
  readonly hint?: string
  readonly rules?: readonly Rule[]
  readonly disabled?: boolean
}) {
  const { t } = useTranslation()
  const { name, label, isSet, required, hint, rules = [], disabled = false } = props
  return (
    <Form.Item
      name={[...name]}
      label={label}
      extra={hint}
      rules={[{ required: required && !isSet, message: t('integrations.required') }, ...rules]}
    >
      <Input.Password
        maxLength={1000}
        autoComplete="new-password"
        disabled={disabled}
        {...(isSet && { placeholder: t('integrations.keep') })}
      />
    </Form.Item>
  )
}
