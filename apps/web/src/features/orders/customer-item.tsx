import { Form, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActing, useSession } from '../../lib/session.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'

/** Whether the reader makes orders for several companies: those that they may act in, and their own. */
export function useAsksCustomer(): boolean {
  const session = useSession()
  return useActing() === null && (session?.tenants ?? []).length > 0
}

/** The company of a new order. Its sites, fields, templates and free orders follow from it. */
export function CustomerItem({ open, onChoose }: { open: boolean; onChoose: (companyId: string) => void }) {
  const { t } = useTranslation()
  const own = useCompanyScope()
  const form = Form.useFormInstance()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useApi(
    'POST /api/v1/auth/company/tenant/all',
    { search: wanted },
    { enabled: open, keepPrevious: true },
  )
  const customers = (found.data ?? []).filter(
    ({ companyId, status }) => companyId !== own.companyId && status === 'active',
  )
  return (
    <Form.Item
      name="customerId"
      label={t('orders.customer')}
      rules={[{ required: true, message: t('orders.customerEmpty') }]}
    >
      <Select
        placeholder={t('common.pleaseSelect')}
        showSearch={{ filterOption: false, onSearch: setSearch }}
        loading={found.isFetching}
        onChange={(companyId: string) => {
          form.setFieldsValue({ outletId: undefined, assign: undefined, custom: {}, price: null })
          onChoose(companyId)
        }}
        options={[
          ...customers.map(({ companyId, name, code }) => ({ value: companyId, label: `${name} · ${code}` })),
          { value: own.companyId, label: t('orders.customerOwn', { company: own.companyName }) },
        ]}
      />
    </Form.Item>
  )
}
