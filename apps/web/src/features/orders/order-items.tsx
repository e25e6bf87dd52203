import {
  orderCategories,
  orderImpacts,
  type OrderImpact,
  orderTypes,
  orderUrgencies,
  type OrderUrgency,
  priorityOf,
} from '@netward/contract/work-order-values'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { Priority } from './priority.tsx'

/** What an order and a template of orders say alike. */
export function TitleItem() {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="title"
      label={t('orders.title')}
      rules={[{ required: true, whitespace: true, message: t('orders.titleEmpty') }]}
    >
      <Input maxLength={100} autoComplete="off" />
    </Form.Item>
  )
}

export function KindItems() {
  const { t } = useTranslation()
  return (
    <>
      <div className="order-form-pair">
        <Form.Item name="type" label={t('orders.type')}>
          <Select options={orderTypes.map((value) => ({ value, label: t(`orders.types.${value}`) }))} />
        </Form.Item>
        <Form.Item name="category" label={t('orders.category')}>
          <Select
            options={orderCategories.map((value) => ({ value, label: t(`orders.categories.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name="impact" label={t('orders.impact')}>
          <Select options={orderImpacts.map((value) => ({ value, label: t(`orders.impacts.${value}`) }))} />
        </Form.Item>
        <Form.Item name="urgency" label={t('orders.urgency')}>
          <Select
            options={orderUrgencies.map((value) => ({ value, label: t(`orders.urgencies.${value}`) }))}
          />
        </Form.Item>
      </div>
      <Level />
    </>
  )
}

function Level() {
  const { t } = useTranslation()
  const form = Form.useFormInstance<{ impact: OrderImpact; urgency: OrderUrgency }>()
  const impact = Form.useWatch('impact', form) ?? 'medium'
  const urgency = Form.useWatch('urgency', form) ?? 'medium'
  const priority = priorityOf(impact, urgency)
  return (
    <p className="order-level">
      <Priority priority={priority} /> <span className="quiet">{t('orders.priorityHint', { priority })}</span>
    </p>
  )
}

export function DescriptionItem() {
  const { t } = useTranslation()
  return (
    <Form.Item name="description" label={t('orders.description')}>
      <Input.TextArea maxLength={8000} autoSize={{ minRows: 3, maxRows: 12 }} />
    </Form.Item>
  )
}

export function TagsItem() {
  const { t } = useTranslation()
  return (
    <Form.Item name="tags" label={t('orders.tags')} extra={t('orders.tagsHint')}>
      <Select mode="tags" maxCount={20} open={false} suffixIcon={null} />
    </Form.Item>
  )
}
