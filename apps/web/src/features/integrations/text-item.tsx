import { Form, Input } from 'antd'
import type { Rule } from 'antd/es/form'
import { useTranslation } from 'react-i18next'

export function TextItem(props: {
  readonly name: readonly string[]
  readonly label: string
  readonly hint?: string
  readonly required?: boolean
  readonly most?: number
  readonly rules?: readonly Rule[]
}) {
  const { t } = useTranslation()
  const { name, label, hint, required = true, most = 200, rules = [] } = props
  return (
    <Form.Item
      name={[...name]}
      label={label}
      extra={hint}
      rules={[{ required, whitespace: required, message: t('integrations.required') }, ...rules]}
    >
      <Input maxLength={most} autoComplete="off" spellCheck={false} autoCapitalize="none" />
    </Form.Item>
  )
}
