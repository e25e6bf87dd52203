import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { orderCheckLimits } from '@netward/contract/order-form-values'
import { Button, Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'

export interface CheckPoint {
  text: string
  required: boolean
}

/** `checklist` of the form; `isShort`: only if it has points. */
export function ChecklistItem({ isShort = false }: { isShort?: boolean }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<{ checklist: CheckPoint[] }>()
  const points = Form.useWatch('checklist', form) ?? []
  return (
    // A list that is not in the form loses its value.
    <Form.Item label={t('orderForms.template.checklist')} hidden={isShort && points.length === 0}>
      <Form.List name="checklist">
        {(rows, { add, remove }) => (
          <>
            {rows.map(({ key, name }, index) => (
              <div key={key} className="order-option">
                <Form.Item
                  name={[name, 'text']}
                  rules={[{ required: true, whitespace: true, message: t('orderForms.template.pointEmpty') }]}
                >
                  <Input
                    maxLength={orderCheckLimits.text}
                    autoComplete="off"
                    aria-label={t('orderForms.template.point', { n: index + 1 })}
                  />
                </Form.Item>
                <Form.Item name={[name, 'required']} valuePropName="checked" noStyle>
                  <Checkbox>{t('orderForms.template.pointRequired')}</Checkbox>
                </Form.Item>
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('orderForms.template.pointRemove', { n: index + 1 })}
                  onClick={() => remove(name)}
                />
              </div>
            ))}
            {rows.length < orderCheckLimits.points && (
              <Button icon={<PlusOutlined />} onClick={() => add({ text: '', required: true })}>
                {t('orderForms.template.pointAdd')}
              </Button>
            )}
          </>
        )}
      </Form.List>
    </Form.Item>
  )
}
