import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAssignees } from './use-assignees.ts'

/** Who can carry out orders of the company acted in, or a given order. */
export function PersonItem(props: {
  name: string
  label: string
  missing: string
  open: boolean
  orderId?: string
}) {
  const { t } = useTranslation()
  const { name, label, missing, open, orderId } = props
  const { people, onSearch } = useAssignees({ orderId, enabled: open })
  return (
    <Form.Item name={name} label={label} rules={[{ required: true, message: missing }]}>
      <Select
        placeholder={t('common.pleaseSelect')}
        showSearch={{ filterOption: false, onSearch }}
        options={people.map(({ personId, name: person, companyName, openOrders }) => ({
          value: personId,
          label: `${person} · ${companyName} · ${t('orders.openOrders', { count: openOrders })}`,
        }))}
      />
    </Form.Item>
  )
}
