import { useDeferredValue, useState } from 'react'
import { useApi } from '../lib/use-api.ts'
import { SearchSelect, type SearchSelectProps } from './search-select.tsx'

/** Endpoints that find devices by name: each asks for the permission of its screen. */
type DeviceChoices = 'GET /monitor/api/v1/alarm/maintenance/devices' | 'GET /api/v1/work/device/choices'

/** Selects devices of the company acted in. */
export function DeviceSelect({
  endpoint,
  enabled,
  ...field
}: Omit<SearchSelectProps, 'found' | 'onFind'> & { endpoint: DeviceChoices; enabled: boolean }) {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useApi(endpoint, wanted === '' ? {} : { search: wanted }, {
    enabled,
    keepPrevious: true,
  }).data
  return (
    <SearchSelect
      {...field}
      found={(found ?? []).map(({ id, name, outletName }) => ({
        value: id,
        label: outletName === null ? name : `${name} · ${outletName}`,
      }))}
      onFind={setSearch}
    />
  )
}
