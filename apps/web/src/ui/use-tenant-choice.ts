import type { SelectProps } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../lib/use-api.ts'
import { useCompanyScope } from '../lib/use-company-scope.ts'

/** A Select of active tenants below the company, searched by the server, and last the company itself as `own` names it. */
export function useTenantChoice(
  open: boolean,
  own: string,
): Pick<SelectProps<string>, 'placeholder' | 'showSearch' | 'loading' | 'options'> {
  const { t } = useTranslation()
  const scope = useCompanyScope()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useApi(
    'POST /api/v1/auth/company/tenant/all',
    { search: wanted },
    { enabled: open, keepPrevious: true },
  )
  const tenants = (found.data ?? []).filter(
    ({ companyId, status }) => companyId !== scope.companyId && status === 'active',
  )
  return {
    placeholder: t('common.pleaseSelect'),
    showSearch: { filterOption: false, onSearch: setSearch },
    loading: found.isFetching,
    options: [
      ...tenants.map(({ companyId, name, code }) => ({ value: companyId, label: `${name} · ${code}` })),
      { value: scope.companyId, label: own },
    ],
  }
}
