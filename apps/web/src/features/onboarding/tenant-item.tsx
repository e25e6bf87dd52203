import { Form, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'

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
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useApi(
    'POST /api/v1/auth/company/tenant/all',
    { search: wanted },
    { enabled: open, keepPrevious: true },
  ).data
  return (
    <Form.Item
      name="companyId"
      label={t('devices.pool.claimTenant')}
      extra={t('devices.pool.claimTenantHint')}
      rules={[{ required: true, message: t('devices.pool.claimTenantEmpty') }]}
    >
      <Select
        placeholder={t('common.pleaseSelect')}
        // An outlet belongs to its tenant.
        onChange={() => form.setFieldValue('outletId', undefined)}
        showSearch={{ filterOption: false, onSearch: setSearch }}
        options={[
          ...(found ?? [])
            .filter(({ companyId, status }) => companyId !== scope.companyId && status === 'active')
            .map(({ companyId, name, code }) => ({ value: companyId, label: `${name} · ${code}` })),
          { value: scope.companyId, label: t('devices.pool.claimOwn', { company: scope.companyName }) },
        ]}
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
