import { noRegion } from '@netward/contract/outlet-region'
import type { PanelFilter } from '@netward/contract/panels/panel'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** What its company and its department are called. */
type FilterNames = Partial<Record<'companyId' | 'departmentId', string | null>>

/** By what a wall screen is narrowed, in words; of a company or department without a name only that it is. */
export function useFilterText(): (
  filters: Partial<Record<PanelFilter, string | string[] | undefined>>,
  names?: FilterNames,
) => string {
  const { t } = useTranslation()
  return useCallback(
    (filters, names = {}) => {
      const named = (name: PanelFilter, value: string) =>
        name === 'type'
          ? t(`equipment.types.${value}` as 'equipment.types.switch')
          : name === 'isp'
            ? t(`outlets.isps.${value}` as 'outlets.isps.telecom')
            : value === noRegion
              ? t('panels.noRegion')
              : value
      const parts = (Object.entries(filters) as [PanelFilter, string | string[] | undefined][]).flatMap(
        ([name, value]) => {
          if (value === undefined || value.length === 0) return []
          const label = t(`panels.filters.${name}`)
          if (name === 'companyId' || name === 'departmentId') {
            const known = names[name] ?? null
            return [known === null ? label : `${label}: ${known}`]
          }
          const values = (Array.isArray(value) ? value : [value]).map((one) => named(name, one))
          return [`${label}: ${values.join(', ')}`]
        },
      )
      return parts.length === 0 ? t('walls.scopeAll') : parts.join(' · ')
    },
    [t],
  )
}
