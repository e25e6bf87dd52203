import { Select, type SelectProps } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../lib/use-api.ts'

/** A company below the current one: searched by the server, since there may be thousands. */
export function CompanySelect(field: Omit<SelectProps<string>, 'options' | 'showSearch' | 'loading'>) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useApi('POST /api/v1/auth/company/tenant/all', { search: wanted }, { keepPrevious: true })
  return (
    <Select
      placeholder={t('licences.search')}
      {...field}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={found.isFetching}
      options={(found.data ?? []).map((tenant) => ({
        value: tenant.companyId,
        label: `${tenant.name} (${tenant.code})`,
      }))}
    />
  )
}
