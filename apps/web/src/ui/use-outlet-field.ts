import { useSearch } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../lib/permissions.ts'
import { useApi } from '../lib/use-api.ts'
import type { SearchField } from './list-search-form.tsx'

/**
 * The outlet filter, for users who may see outlets: the server searches them. The first choice is "in none".
 */
export function useOutletField(): readonly SearchField[] {
  const { t } = useTranslation()
  const enabled = useMay('DMS_SERVER_OUTLET_VIEW')
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useApi('GET /api/v1/outlet/choices', wanted === '' ? {} : { search: wanted }, {
    enabled,
    keepPrevious: true,
  }).data
  const address: { outletId?: unknown } = useSearch({ strict: false })
  const chosen =
    typeof address.outletId === 'string' && /^[1-9]\d{0,17}$/.test(address.outletId) ? address.outletId : ''
  // The selected outlet keeps its name when it is not among the options.
  const named = useApi(
    'GET /api/v1/outlet/choices',
    { outletId: chosen },
    { enabled: enabled && chosen !== '' },
  ).data
  return useMemo(() => {
    if (!enabled) return []
    const offered = [...(found ?? []), ...(named ?? [])]
    const options = new Map(offered.map(({ id, name }) => [id, name]))
    return [
      {
        kind: 'select',
        name: 'outletId',
        label: t('devices.outlet'),
        options: [
          { value: '0', label: t('outlets.place.none') },
          ...Array.from(options, ([value, label]) => ({ value, label })),
        ],
        onSearch: setSearch,
      },
    ]
  }, [t, enabled, found, named])
}
