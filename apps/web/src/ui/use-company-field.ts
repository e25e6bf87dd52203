import { useSearch } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../lib/session.ts'
import { useApi } from '../lib/use-api.ts'
import type { Option, SearchField } from './list-search-form.tsx'

const name = 'companyId'
const none: readonly Option[] = []

/**
 * The filter by tenant. The session knows the first of them, the server finds the others: there may be thousands. One
 * that came with the address alone is named by its devices.
 */
export function useCompanyField(enabled: boolean): SearchField {
  const { t } = useTranslation()
  const tenants = useSession()?.tenants
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useApi(
    'POST /api/v1/auth/company/tenant/all',
    { search: wanted },
    { enabled: enabled && wanted !== '', keepPrevious: true },
  ).data
  const address: { companyId?: unknown } = useSearch({ strict: false })
  const chosen = typeof address.companyId === 'string' ? address.companyId : ''
  // What was chosen from a search keeps its name when the search is over.
  const [named, setNamed] = useState<ReadonlyMap<string, string>>(new Map())
  const known = useMemo(
    () => new Map([...(tenants ?? []).map((one) => [one.companyId, one.name] as const), ...named]),
    [tenants, named],
  )
  const isStranger = enabled && /^[1-9]\d{0,17}$/.test(chosen) && !known.has(chosen)
  const itsDevices = useApi(
    'POST /api/v1/device/lists',
    { companyId: chosen, pageSize: 1 },
    { enabled: isStranger },
  )
  const itsName = isStranger ? itsDevices.data?.items[0]?.companyName : undefined

  const offered = useMemo(() => {
    const from = wanted === '' ? tenants : found
    return (from ?? []).map((one) => ({ value: one.companyId, label: one.name }))
  }, [wanted, tenants, found])
  const chosenOption = useMemo((): readonly Option[] => {
    const label = known.get(chosen) ?? itsName
    return label === undefined ? none : [{ value: chosen, label }]
  }, [known, chosen, itsName])

  return useMemo(
    () => ({
      kind: 'select',
      name,
      label: t('devices.company'),
      // Also while it is not among those offered: the field and its chip say its name.
      options: [
        ...offered,
        ...chosenOption.filter(({ value }) => offered.every((one) => one.value !== value)),
      ],
      onSearch: (text: string) => {
        setSearch(text)
        // The list closes over a search that is emptied: what it found is remembered for the one that was chosen.
        if (text === '' && found !== undefined) {
          setNamed(
            (before) => new Map([...before, ...found.map((one) => [one.companyId, one.name] as const)]),
          )
        }
      },
    }),
    [t, offered, chosenOption, found],
  )
}
