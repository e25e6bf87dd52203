import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'

/** One text of a row; the label is read out, and visible while it is empty. */
export function RowText(props: { name: (number | string)[]; label: string; maxLength: number }) {
  const { t } = useTranslation()
  const { name, label, maxLength } = props
  return (
    <Form.Item name={name} rules={[{ required: true, whitespace: true, message: t('validation.missing') }]}>
      <Input
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        aria-label={label}
        className="mono"
      />
    </Form.Item>
  )
}

export function RemoveRow({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      type="text"
      icon={<DeleteOutlined />}
      aria-label={t('provisioning.removeRow')}
      onClick={onClick}
    />
  )
}

export function AddRow({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button type="dashed" icon={<PlusOutlined />} onClick={onClick}>
      {label}
    </Button>
  )
}
