import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../lib/use-api.ts'
import type { OrderField } from '../fields/custom-field.ts'
import { type OrderTemplate, templateChoices } from '../order.ts'

/** Fills the form of a new order from a template; nothing where there is none. */
export function FromTemplate({
  fields,
  open,
  actingIn,
}: {
  fields: readonly OrderField[]
  open: boolean
  actingIn: string | undefined
}) {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  const templates = useApi(templateChoices, {}, { enabled: open, actingIn }).data ?? []
  if (templates.length === 0) return null
  const begin = (template: OrderTemplate | undefined) => {
    if (template === undefined) {
      form.setFieldsValue({ checklist: [], assign: undefined })
      return
    }
    const { type, category, impact, urgency, title, description, tags, checklist, custom } = template
    form.setFieldsValue({
      type,
      category,
      impact,
      urgency,
      title,
      description,
      tags: [...tags],
      checklist: checklist.map((point) => ({ ...point })),
      // Of another company than that of the order: its fields are unknown there.
      custom: Object.fromEntries(
        Object.entries(custom).filter(([id]) => fields.some((one) => one.id === id)),
      ),
      assign: template.assign === 'pool' ? 'pool' : (template.assigneeId ?? undefined),
    })
  }
  return (
    <>
      <Form.Item label={t('orderForms.template.from')} extra={t('orderForms.template.fromHint')}>
        <Select
          allowClear
          aria-label={t('orderForms.template.from')}
          placeholder={t('common.pleaseSelect')}
          showSearch={{ optionFilterProp: 'label' }}
          options={templates.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(chosen?: string) => begin(templates.find(({ id }) => id === chosen))}
        />
      </Form.Item>
      <Form.Item name="assign" hidden>
        <input />
      </Form.Item>
    </>
  )
}
