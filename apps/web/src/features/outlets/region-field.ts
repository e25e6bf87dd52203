import { noRegion } from '@netward/contract/outlet-region'
import type { TFunction } from 'i18next'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { regionText } from './outlet.ts'

/**
 * Filters by region including subregions. The one in the address keeps its name even if it is not among the
 * options.
 */
export function regionField(t: TFunction, regions: readonly string[] = [], chosen: unknown): SearchField {
  const isStranger = typeof chosen === 'string' && chosen !== noRegion && !regions.includes(chosen)
  return {
    kind: 'select',
    name: 'region',
    label: t('outlets.region'),
    options: [
      ...regions.map((value) => ({ value, label: regionText(value) })),
      ...(isStranger ? [{ value: chosen, label: regionText(chosen) }] : []),
      { value: noRegion, label: t('outlets.regions.none') },
    ],
  }
}
