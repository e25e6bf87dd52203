import { useDeferredValue, useState } from 'react'
import { useApi } from '../lib/use-api.ts'
import { SearchSelect, type SearchSelectProps } from './search-select.tsx'

/** Selects several sites of the company acted in. */
export function OutletsSelect({
  enabled,
  ...field
}: Omit<SearchSelectProps, 'found' | 'onFind'> & { enabled: boolean }) {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useApi('GET /api/v1/outlet/choices', wanted === '' ? {} : { search: wanted }, {
    enabled,
    keepPrevious: true,
  }).data
  return (
    <SearchSelect
      {...field}
      found={(found ?? []).map(({ id, name, code }) => ({
        value: id,
        label: code === '' ? name : `${name} · ${code}`,
      }))}
      onFind={setSearch}
    />
  )
}
