import { noRegion } from '@netward/contract/outlet-region'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../lib/permissions.ts'
import { useApi } from '../lib/use-api.ts'
import type { SearchField } from './list-search-form.tsx'

/** Region and department of the outlet, where the address has them: links of charts set them. */
export function usePlaceFields(): readonly SearchField[] {
  const { t } = useTranslation()
  const { region, departmentId }: { region?: unknown; departmentId?: unknown } = useSearch({ strict: false })
  const named = useApi(
    'GET /api/v1/outlet/values',
    {},
    { enabled: useMay('DMS_SERVER_OUTLET_VIEW') && departmentId !== undefined, keepPrevious: true },
  ).data
  return useMemo(
    (): readonly SearchField[] => [
      ...(typeof region === 'string'
        ? [
            {
              kind: 'select' as const,
              name: 'region',
              label: t('panels.listFields.region'),
              options: [{ value: region, label: region === noRegion ? t('panels.noRegion') : region }],
            },
          ]
        : []),
      ...(typeof departmentId === 'string'
        ? [
            {
              kind: 'select' as const,
              name: 'departmentId',
              label: t('panels.listFields.departmentId'),
              options: (named?.departments ?? []).map(({ id, name }) => ({ value: id, label: name })),
            },
          ]
        : []),
    ],
    [t, region, departmentId, named],
  )
}
