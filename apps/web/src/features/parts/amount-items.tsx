import { Form, InputNumber, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { ModelItem } from './model-item.tsx'
import { SerialsField } from './serials-field.tsx'
import './parts.css'

/** What is moved: by serial numbers, or by model and quantity. The field `by` says which. */
export function AmountItems({ open, min = 1 }: { open: boolean; min?: number }) {
  const { t } = useTranslation()
  const bySerial = Form.useWatch('by') !== 'model'
  return (
    <>
      <Form.Item name="by" label={t('parts.byWhat')}>
        <Radio.Group
          options={[
            { value: 'serial', label: t('parts.bySerial') },
            { value: 'model', label: t('parts.byModel') },
          ]}
        />
      </Form.Item>
      {bySerial ? (
        <SerialsItem />
      ) : (
        <>
          <ModelItem open={open} />
          <QuantityItem min={min} />
        </>
      )}
    </>
  )
}

export function SerialsItem() {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="serials"
      label={t('parts.serials')}
      extra={t('parts.serialsHint')}
      rules={[{ required: true, whitespace: true, message: t('parts.serialsEmpty') }]}
    >
      <SerialsField />
    </Form.Item>
  )
}

export function QuantityItem({ min = 1 }: { min?: number }) {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="quantity"
      label={t('parts.quantity')}
      rules={[{ required: true, message: t('parts.quantityEmpty') }]}
    >
      <InputNumber min={min} max={100_000} precision={0} />
    </Form.Item>
  )
}
