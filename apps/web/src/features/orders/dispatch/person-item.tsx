import { Form, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../lib/use-api.ts'

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
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const people = useApi(
    'GET /api/v1/work/order/assignees',
    { ...(orderId !== undefined && { orderId }), ...(wanted !== '' && { search: wanted }) },
    { enabled: open, keepPrevious: true },
  ).data
  return (
    <Form.Item name={name} label={label} rules={[{ required: true, message: missing }]}>
      <Select
        placeholder={t('common.pleaseSelect')}
        showSearch={{ filterOption: false, onSearch: setSearch }}
        options={(people ?? []).map(({ personId, name: person, companyName, openOrders }) => ({
          value: personId,
          label: `${person} · ${companyName} · ${t('orders.openOrders', { count: openOrders })}`,
        }))}
      />
    </Form.Item>
  )
}
