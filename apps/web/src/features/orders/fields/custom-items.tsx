import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../../ui/date-field.tsx'
import { type OrderField, useLabelOf } from './custom-field.ts'

/** As the server names a field: digits of a path are numbers (field-path.ts). */
const nameOf = (id: string) => ['custom', Number(id)]

/** Custom fields of the type that the form has. */
export function CustomItems({ fields }: { fields: readonly OrderField[] }) {
  const form = Form.useFormInstance<{ type: string }>()
  const type = Form.useWatch('type', form)
  const own = fields.filter((field) => field.type === type && !field.archived)
  if (own.length === 0) return null
  return (
    <div className="order-form-pair">
      {own.map((field) => (
        <CustomItem key={field.id} field={field} />
      ))}
    </div>
  )
}

function CustomItem({ field }: { field: OrderField }) {
  const { t } = useTranslation()
  const label = useLabelOf()(field)
  return (
    <Form.Item
      name={nameOf(field.id)}
      label={label}
      rules={[
        ...(field.required
          ? [{ required: true, message: t('errors.order_field.value_missing', { label }) }]
          : []),
        ...(field.kind === 'number'
          ? [
              {
                pattern: /^\s*-?[\d,]{1,20}(\.\d{1,6})?\s*$/,
                message: t('errors.order_field.value_number', { label }),
              },
            ]
          : []),
      ]}
    >
      <Control field={field} />
    </Form.Item>
  )
}

/** The form gives it its value. */
function Control({ field: { kind, options, required }, ...given }: { field: OrderField }) {
  const { t } = useTranslation()
  const labelOf = useLabelOf()
  switch (kind) {
    case 'text':
      return <Input {...given} maxLength={500} autoComplete="off" />
    case 'number':
      return <Input {...given} maxLength={24} autoComplete="off" inputMode="decimal" />
    case 'date':
      return <DateField {...given} />
    case 'choice':
    case 'yes_no':
      return (
        <Select
          {...given}
          allowClear={!required}
          placeholder={t('common.pleaseSelect')}
          options={
            kind === 'yes_no'
              ? (['yes', 'no'] as const).map((value) => ({ value, label: t(`orderForms.${value}`) }))
              : options
                  .filter(({ archived }) => !archived)
                  .map((option) => ({ value: option.key, label: labelOf(option) }))
          }
        />
      )
  }
}

/** What is sent: fields of the type alone, since the form may hold values of another that was tried. */
export function sentCustom(
  fields: readonly OrderField[],
  type: string,
  custom: Readonly<Record<string, string | null | undefined>>,
): Record<string, string | null> {
  return Object.fromEntries(
    fields.flatMap(({ id, type: own, archived }) =>
      own === type && !archived ? [[id, custom[id] ?? null] as const] : [],
    ),
  )
}
