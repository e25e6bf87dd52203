import { useSearch } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActing, useSession } from '../../lib/session.ts'
import { useApi } from '../../lib/use-api.ts'
import type { SearchField } from '../../ui/list-search-form.tsx'

const companies = 'GET /api/v1/auth/audit/companies'

/**
 * The company whose log is shown: null if there is only the company's own. The server searches the others:
 * there may be thousands.
 */
export function useLogCompanyField(): SearchField | null {
  const { t } = useTranslation()
  const identity = useSession()?.identity
  const enabled = useActing() === null && (identity === 1 || identity === 2)
  const [search, setSearch] = useState('')
  const found = useApi(
    companies,
    { search: useDeferredValue(search.trim()) },
    { enabled, keepPrevious: true },
  ).data
  const address: { company?: unknown } = useSearch({ strict: false })
  const chosen = typeof address.company === 'string' ? address.company : ''
  // A company from the address or from an earlier search keeps its name.
  const isStranger = enabled && /^[1-9]\d{0,17}$/.test(chosen)
  const entries = useApi(
    'POST /api/v1/auth/audit/lists',
    { company: chosen, pageSize: 1 },
    { enabled: isStranger },
  )
  const itsName = entries.data?.items[0]?.companyName
  return useMemo(() => {
    if (!enabled) return null
    const offered = (found ?? []).map(({ id, name }) => ({ value: id, label: name }))
    const missing = itsName !== undefined && offered.every(({ value }) => value !== chosen)
    return {
      kind: 'select',
      name: 'company',
      label: t('audit.company'),
      placeholder: t('audit.companyPlaceholder'),
      options: [
        { value: 'all', label: t('audit.allCompanies') },
        ...offered,
        ...(missing ? [{ value: chosen, label: itsName }] : []),
      ],
      onSearch: setSearch,
    }
  }, [enabled, t, found, itsName, chosen])
}
