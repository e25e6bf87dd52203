import { useSearch } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../lib/session.ts'
import { useApi } from '../lib/use-api.ts'
import type { Option, SearchField } from './list-search-form.tsx'

const name = 'companyId'
const none: readonly Option[] = []

/**
 * The tenant filter. The session holds the first tenants, the server finds the others: there may be
 * thousands. One known only from the address is named by its devices.
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
  // A choice made from a search keeps its name after the search.
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
      // Also while it is not among the options: the field and its chip show its name.
      options: [
        ...offered,
        ...chosenOption.filter(({ value }) => offered.every((one) => one.value !== value)),
      ],
      onSearch: (text: string) => {
        setSearch(text)
        // Closing the list clears the search: its results are remembered for the chosen one.
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
