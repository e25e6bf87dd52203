import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { orderFieldKinds, orderFieldLimits, type OrderFieldKind } from '@netward/contract/order-form-values'
import type { OrderType } from '@netward/contract/work-order-values'
import { Button, Checkbox, Form, type FormInstance, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../lib/use-api.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { fieldList, type OrderField } from './custom-field.ts'

interface Option {
  key?: string
  labelZh: string
  labelEn: string
}

interface Values {
  kind: OrderFieldKind
  labelZh: string
  labelEn: string
  required: boolean
  options: Option[]
}

const emptyOption: Option = { labelZh: '', labelEn: '' }

/** Adds a field, or changes what it is called and whether it is required; its kind stays. */
export function FieldDrawer({
  field,
  type,
  open,
  onClose,
}: {
  field: OrderField | null
  type: OrderType
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const add = useAct('POST /api/v1/work/field', { errors: 'caller', refresh: [fieldList] })
  const edit = useAct('PUT /api/v1/work/field/:fieldId', { errors: 'caller', refresh: [fieldList] })
  const initialValues = useMemo((): Values => {
    if (field === null)
      return { kind: 'text', labelZh: '', labelEn: '', required: false, options: [emptyOption] }
    const { kind, labelZh, labelEn, required } = field
    const options = field.options
      .filter(({ archived }) => !archived)
      .map(({ key, labelZh: zh, labelEn: en }) => ({ key, labelZh: zh, labelEn: en }))
    return { kind, labelZh, labelEn, required, options }
  }, [field])
  const submit = ({ kind, options: given, ...values }: Values) => {
    const options = kind === 'choice' ? given : []
    return field === null
      ? add.mutateAsync({ type, kind, options, ...values })
      : edit.mutateAsync({ fieldId: field.id, options, ...values })
  }
  return (
    <FormDrawer<Values>
      title={`${t(field === null ? 'orderForms.addTitle' : 'orderForms.editTitle')} · ${t(`orders.types.${type}`)}`}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
    >
      {(form) => (
        <>
          <Form.Item name="labelZh" label={t('orderForms.labelZh')}>
            <Input maxLength={60} autoComplete="off" />
          </Form.Item>
          <Form.Item name="labelEn" label={t('orderForms.labelEn')} extra={t('orderForms.labelHint')}>
            <Input maxLength={60} autoComplete="off" />
          </Form.Item>
          <Form.Item name="kind" label={t('orderForms.kind')}>
            <Select
              disabled={field !== null}
              options={orderFieldKinds.map((value) => ({ value, label: t(`orderForms.kinds.${value}`) }))}
            />
          </Form.Item>
          <Options form={form} />
          <Form.Item name="required" valuePropName="checked">
            <Checkbox>{t('orderForms.required')}</Checkbox>
          </Form.Item>
        </>
      )}
    </FormDrawer>
  )
}

function Options({ form }: { form: FormInstance<Values> }) {
  const { t } = useTranslation()
  if (Form.useWatch('kind', form) !== 'choice') return null
  return (
    <Form.Item label={t('orderForms.options')} extra={t('orderForms.optionHint')}>
      <Form.List name="options">
        {(rows, { add, remove }) => (
          <>
            {rows.map(({ key, name }, index) => (
              <div key={key} className="order-option">
                {(['labelZh', 'labelEn'] as const).map((label) => (
                  <Form.Item key={label} name={[name, label]} noStyle>
                    <Input
                      maxLength={60}
                      autoComplete="off"
                      placeholder={t(`orderForms.${label}`)}
                      aria-label={`${t(`orderForms.${label}`)} ${index + 1}`}
                    />
                  </Form.Item>
                ))}
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  disabled={rows.length === 1}
                  aria-label={`${t('orderForms.optionRemove')} ${index + 1}`}
                  onClick={() => remove(name)}
                />
              </div>
            ))}
            {rows.length < orderFieldLimits.options && (
              <Button icon={<PlusOutlined />} onClick={() => add(emptyOption)}>
                {t('orderForms.optionAdd')}
              </Button>
            )}
          </>
        )}
      </Form.List>
    </Form.Item>
  )
}
