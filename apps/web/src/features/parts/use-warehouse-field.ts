import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { warehouseChoices } from './part.ts'

/** The warehouse as a filter of a list. */
export function useWarehouseField(): SearchField {
  const { t } = useTranslation()
  const found = useApi(warehouseChoices, {}).data
  return useMemo(
    () => ({
      kind: 'select',
      name: 'warehouseId',
      label: t('parts.warehouse'),
      options: (found ?? []).map(({ id, name }) => ({ value: id, label: name })),
    }),
    [t, found],
  )
}
