import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../lib/use-api.ts'
import type { SearchField } from '../../../ui/list-search-form.tsx'
import { planList } from '../order.ts'

/** Orders that a plan made; nothing where the company has none. */
export function usePlanFilter(several: boolean): readonly SearchField[] {
  const { t } = useTranslation()
  const plans = useApi(planList, { pageSize: 200, sort: 'name' }, { enabled: !several }).data?.items
  return useMemo(
    () =>
      plans === undefined || plans.length === 0
        ? []
        : [
            {
              kind: 'select',
              name: 'planId',
              label: t('shell.titles.orderPlan'),
              options: plans.map(({ id, name }) => ({ value: id, label: name })),
            },
          ],
    [t, plans],
  )
}
