import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useActing, useSession } from '../../lib/session.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useTenantChoice } from '../../ui/use-tenant-choice.ts'

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
  const choice = useTenantChoice(open, t('orders.customerOwn', { company: own.companyName }))
  return (
    <Form.Item
      name="customerId"
      label={t('orders.customer')}
      rules={[{ required: true, message: t('orders.customerEmpty') }]}
    >
      <Select
        {...choice}
        onChange={(companyId: string) => {
          form.setFieldsValue({ outletId: undefined, assign: undefined, custom: {}, price: null })
          onChoose(companyId)
        }}
      />
    </Form.Item>
  )
}
