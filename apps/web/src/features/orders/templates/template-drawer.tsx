import { templateAssigns } from '@netward/contract/order-form-values'
import { Form, type FormInstance, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../lib/use-api.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { PersonItem } from '../dispatch/person-item.tsx'
import { useOrderFieldsOf } from '../fields/custom-field.ts'
import { CustomItems, sentCustom } from '../fields/custom-items.tsx'
import { type OrderTemplate, templateChoices, templateList } from '../order.ts'
import { DescriptionItem, KindItems, TagsItem, TitleItem } from '../order-items.tsx'
import { ChecklistItem } from './checklist-item.tsx'

type Values = Omit<OrderTemplate, 'id' | 'editedAt' | 'editedBy' | 'assigneeName' | 'custom'> & {
  custom: Record<string, string | null>
}

const empty: Values = {
  name: '',
  type: 'inspection',
  category: 'other',
  impact: 'low',
  urgency: 'low',
  title: '',
  description: '',
  checklist: [],
  custom: {},
  tags: [],
  assign: 'usual',
  assigneeId: null,
}

/** What new orders begin with. */
export function TemplateDrawer({
  template,
  open,
  onClose,
}: {
  template: OrderTemplate | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const refresh = [templateList, templateChoices] as const
  const add = useAct('POST /api/v1/work/template', { errors: 'caller', refresh })
  const edit = useAct('PUT /api/v1/work/template/:templateId', { errors: 'caller', refresh })
  // The person who makes the order fills in what is required.
  const fields = useOrderFieldsOf({}, open).map((field) => ({ ...field, required: false }))
  const initialValues = useMemo((): Values => {
    if (template === null) return empty
    const { id: _id, editedAt: _at, editedBy: _by, assigneeName: _name, ...values } = template
    return values
  }, [template])
  const submit = (entered: Values) => {
    const values = {
      ...entered,
      custom: sentCustom(fields, entered.type, entered.custom),
      assigneeId: entered.assign === 'person' ? entered.assigneeId : null,
    }
    return template === null
      ? add.mutateAsync(values)
      : edit.mutateAsync({ templateId: template.id, ...values })
  }
  return (
    <FormDrawer<Values>
      title={t(template === null ? 'orderForms.template.add' : 'orderForms.template.edit')}
      open={open}
      onClose={onClose}
      width={560}
      initialValues={initialValues}
      onSubmit={submit}
    >
      {(form) => (
        <>
          <Form.Item
            name="name"
            label={t('orderForms.template.name')}
            rules={[{ required: true, whitespace: true, message: t('orderForms.template.nameEmpty') }]}
          >
            <Input maxLength={100} autoComplete="off" />
          </Form.Item>
          <TitleItem />
          <KindItems />
          <CustomItems fields={fields} />
          <DescriptionItem />
          <ChecklistItem />
          <Form.Item name="assign" label={t('orderForms.template.assign')}>
            <Select
              options={templateAssigns.map((value) => ({
                value,
                label: t(`orderForms.template.assigns.${value}`),
              }))}
            />
          </Form.Item>
          <Assignee form={form} open={open} />
          <TagsItem />
        </>
      )}
    </FormDrawer>
  )
}

function Assignee({ form, open }: { form: FormInstance<Values>; open: boolean }) {
  const { t } = useTranslation()
  if (Form.useWatch('assign', form) !== 'person') return null
  return (
    <PersonItem
      name="assigneeId"
      label={t('orderForms.template.assignee')}
      missing={t('orderForms.template.assigneeEmpty')}
      open={open}
    />
  )
}
