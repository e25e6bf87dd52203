import { Select, type SelectProps } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { typedFirst } from '../../ui/typed-first.ts'

/**
 * Any names; offers those of gateways of the company and the companies below it. Names may contain spaces.
 */
export function ModelsInput(props: SelectProps<string[]>) {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const offered = useApi('GET /api/v1/device/models', wanted === '' ? {} : { search: wanted }, {
    enabled: useMay('DMS_SERVER_DEVICE_VIEW'),
    keepPrevious: true,
  }).data
  return (
    <Select
      {...props}
      mode="tags"
      maxCount={50}
      tokenSeparators={[',', '，', ';']}
      showSearch={{ filterOption: false, filterSort: typedFirst, onSearch: setSearch }}
      options={(offered ?? []).map((value) => ({ value, label: value }))}
    />
  )
}
