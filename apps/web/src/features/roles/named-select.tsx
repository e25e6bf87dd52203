import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useApi } from '../../lib/use-api.ts'

export interface Named {
  readonly id: string
  readonly name: string
}

interface Props {
  readonly endpoint: 'POST /api/v1/auth/role/outlets' | 'POST /api/v1/auth/role/companies'
  readonly placeholder: string
  /** Passed by the form. */
  readonly id?: string
  readonly value?: readonly Named[]
  readonly onChange?: (chosen: Named[]) => void
}

/** Several items by name, searched by the server during typing. */
export function NamedSelect({ endpoint, placeholder, id, value = [], onChange }: Props) {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const { data = [], isFetching } = useApi(endpoint, { search: wanted }, { keepPrevious: true })
  const known = new Map([...data, ...value].map((one) => [one.id, one]))
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      placeholder={placeholder}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={isFetching}
      maxTagCount="responsive"
      value={value.map((one) => one.id)}
      options={[...known.values()].map((one) => ({ value: one.id, label: one.name }))}
      onChange={(ids: string[]) => onChange?.(ids.flatMap((one) => known.get(one) ?? []))}
    />
  )
}
