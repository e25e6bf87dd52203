import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'

interface Props {
  id?: string
  value?: string
  onChange?: (companyId: string) => void
}

/** A company below the current one: searched by the server, since there may be thousands. */
export function CompanySelect({ id, value, onChange }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useApi('POST /api/v1/auth/company/tenant/all', { search: wanted }, { keepPrevious: true })
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(value !== undefined && { value })}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={found.isFetching}
      placeholder={t('licences.search')}
      options={(found.data ?? []).map((tenant) => ({
        value: tenant.companyId,
        label: `${tenant.name} (${tenant.code})`,
      }))}
      {...(onChange !== undefined && { onChange })}
    />
  )
}
