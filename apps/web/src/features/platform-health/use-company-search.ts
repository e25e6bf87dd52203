import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchField } from '../../ui/list-search-form.tsx'

/** Every list here is searched by the company. */
export function useCompanySearch(): readonly SearchField[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        kind: 'text',
        name: 'search',
        label: t('platformHealth.company'),
        placeholder: t('platformHealth.companySearch'),
      },
    ],
    [t],
  )
}
