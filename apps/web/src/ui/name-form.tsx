import { Button, Form, Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, reportError } from '../lib/api-errors.ts'
import { notify } from '../lib/notify.ts'
import './name-form.css'

interface Props {
  label: string
  hint?: string
  /** Text for an empty value. */
  empty: string
  name: string
  autoComplete: 'name' | 'organization'
  onType?: (name: string) => void
  onSave: (name: string) => Promise<unknown>
}

/** A page's name, edited in place with a button beside it. */
export function NameForm({ label, hint, empty, name, autoComplete, onType, onSave }: Props) {
  const { t } = useTranslation()
  const [form] = Form.useForm<{ name: string }>()
  const [changed, setChanged] = useState(false)
  const [busy, setBusy] = useState(false)
  const id = useId()
  const submit = async (values: { name: string }) => {
    setBusy(true)
    try {
      await onSave(values.name)
      setChanged(false)
      notify.success(t('common.saved'))
    } catch (error) {
      const [wrong] = error instanceof ApiError ? error.fields : []
      if (wrong === undefined) reportError(error)
      else form.setFields([{ name: 'name', errors: [wrong.message] }])
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ name }}
      requiredMark={false}
      onValuesChange={({ name: typed = '' }: { name?: string }) => {
        onType?.(typed)
        setChanged(typed !== name)
      }}
      onFinish={(values) => void submit(values)}
    >
      <Form.Item label={label} htmlFor={id} extra={hint}>
        <div className="name-form-row">
          <Form.Item
            name="name"
            noStyle
            rules={[
              { required: true, whitespace: true, message: empty },
              { max: 100, message: t('validation.tooLong', { max: 100 }) },
            ]}
          >
            <Input id={id} autoComplete={autoComplete} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={busy} disabled={!changed}>
            {t('common.save')}
          </Button>
        </div>
      </Form.Item>
    </Form>
  )
}
