import { useDeferredValue, useMemo, useState } from 'react'
import { useApi } from '../../lib/use-api.ts'
import type { Option } from '../../ui/list-search-form.tsx'
import { tenantsEndpoint } from './tenant.ts'

/** The MSPs below the current company, searched by the server. */
export function useParentOptions(enabled = true): {
  options: readonly Option[]
  onSearch: (text: string) => void
} {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const { data } = useApi(
    tenantsEndpoint,
    { kind: ['middleman'], search: wanted, pageSize: 50 },
    { enabled, keepPrevious: true },
  )
  const options = useMemo(
    () => (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
    [data],
  )
  return { options, onSearch: setSearch }
}
