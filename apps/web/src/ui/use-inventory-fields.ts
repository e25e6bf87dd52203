import { deviceTypes } from '@netward/contract/device-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../lib/use-api.ts'
import type { SearchField } from './list-search-form.tsx'
import { useCompanyField } from './use-company-field.ts'
import { useOutletField } from './use-outlet-field.ts'

export function useInventoryFields(withCompany: boolean): readonly SearchField[] {
  const { t } = useTranslation()
  const offered = useApi('GET /monitor/api/v1/device/summary', {}, { keepPrevious: true }).data
  const company = useCompanyField(withCompany)
  const outlet = useOutletField()
  return useMemo((): readonly SearchField[] => {
    const asOptions = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }))
    return [
      {
        kind: 'text',
        name: 'search',
        label: t('inventory.searchLabel'),
        placeholder: t('inventory.search'),
      },
      {
        kind: 'multi',
        name: 'type',
        label: t('equipment.type'),
        options: deviceTypes.map((value) => ({ value, label: t(`equipment.types.${value}`) })),
      },
      { kind: 'multi', name: 'brand', label: t('equipment.brand'), options: asOptions(offered?.brands) },
      {
        kind: 'select',
        name: 'modelName',
        label: t('equipment.modelName'),
        options: asOptions(offered?.models),
      },
      { kind: 'text', name: 'softwareVersion', label: t('equipment.softwareVersion') },
      ...(withCompany ? [company] : []),
      ...outlet,
      { kind: 'moment', name: 'firstSeenFrom', label: t('inventory.firstSeenFrom') },
      { kind: 'moment', name: 'firstSeenTo', label: t('inventory.firstSeenTo') },
    ]
  }, [t, offered, company, outlet, withCompany])
}
