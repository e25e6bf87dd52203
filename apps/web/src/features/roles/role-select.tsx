import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { rolesEndpoint } from './role.ts'

interface Props {
  /** A role that is excluded. */
  readonly but?: string
  /** The name of the selected role, if it is not among the first results. */
  readonly name?: string
  /** Passed by the form. */
  readonly id?: string
  readonly value?: string
  readonly onChange?: (role: string) => void
}

/** One of the company's roles, searched by the server during typing. */
export function RoleSelect({ but, name, id, value, onChange }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const { data } = useApi(rolesEndpoint, { search: wanted, pageSize: 50 }, { keepPrevious: true })
  const found = (data?.items ?? [])
    .filter(({ role }) => role !== but)
    .map((one) => ({ value: one.role, label: one.name }))
  const missing = value !== undefined && name !== undefined && found.every((one) => one.value !== value)
  return (
    <Select
      {...(id !== undefined && { id })}
      placeholder={t('common.pleaseSelect')}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      options={missing ? [...found, { value, label: name }] : found}
      {...(value !== undefined && { value })}
      {...(onChange !== undefined && { onChange })}
    />
  )
}
