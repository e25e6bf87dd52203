import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useTenantChoice } from '../../ui/use-tenant-choice.ts'

/** Whether a claim has to name the tenant: the platform sees every unknown gateway and stands in none of the tenants. */
export function useNamesTenant(): boolean {
  const { several } = useCompanyScope()
  return useSession()?.identity === 1 && several
}

/** The tenant that gateways are claimed for; the platform itself is the last choice. */
export function TenantItem({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const scope = useCompanyScope()
  const form = Form.useFormInstance()
  const choice = useTenantChoice(open, t('devices.pool.claimOwn', { company: scope.companyName }))
  return (
    <Form.Item
      name="companyId"
      label={t('devices.pool.claimTenant')}
      extra={t('devices.pool.claimTenantHint')}
      rules={[{ required: true, message: t('devices.pool.claimTenantEmpty') }]}
    >
      <Select
        {...choice}
        // An outlet belongs to its tenant.
        onChange={() => form.setFieldValue('outletId', undefined)}
      />
    </Form.Item>
  )
}

/** The outlet field of a claim follows the tenant that was chosen. */
export function useChosenTenant(): string {
  const scope = useCompanyScope()
  const chosen: unknown = Form.useWatch('companyId')
  return typeof chosen === 'string' && chosen !== '' ? chosen : scope.companyId
}
