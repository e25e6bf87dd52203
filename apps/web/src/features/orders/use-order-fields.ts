import { orderStates } from '@netward/contract/states/work-order'
import { orderCategories, orderTypes } from '@netward/contract/work-order-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { useCustomFilters } from './fields/use-custom-list.ts'
import { usePlanFilter } from './plans/use-plan-filter.ts'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { useOpenedFields } from '../../ui/use-opened-fields.ts'
import { useOutletField } from '../../ui/use-outlet-field.ts'
import { usePlaceFields } from '../../ui/use-place-fields.ts'

export function useOrderFields(withCompany: boolean): readonly SearchField[] {
  const { t } = useTranslation()
  const company = useCompanyField(withCompany)
  const outlet = useOutletField()
  const place = usePlaceFields()
  const custom = useCustomFilters()
  const plan = usePlanFilter(withCompany)
  const opened = useOpenedFields(
    useMemo(
      (): readonly SearchField[] => [
        { kind: 'moment', name: 'resolvedFrom', label: t('panels.listFields.resolvedFrom') },
        { kind: 'moment', name: 'resolvedTo', label: t('panels.listFields.resolvedTo') },
        { kind: 'moment', name: 'dueFrom', label: t('panels.listFields.dueFrom') },
        { kind: 'moment', name: 'dueTo', label: t('panels.listFields.dueTo') },
        {
          kind: 'select',
          name: 'inTime',
          label: t('panels.listFields.inTime'),
          options: (['yes', 'no'] as const).map((value) => ({
            value,
            label: t(`panels.listFields.inTimeOf.${value}`),
          })),
        },
        { kind: 'moment', name: 'respondDueFrom', label: t('panels.listFields.respondDueFrom') },
        { kind: 'moment', name: 'respondDueTo', label: t('panels.listFields.respondDueTo') },
        {
          kind: 'select',
          name: 'respondedInTime',
          label: t('panels.listFields.respondedInTime'),
          options: (['yes', 'no'] as const).map((value) => ({
            value,
            label: t(`panels.listFields.inTimeOf.${value}`),
          })),
        },
        {
          kind: 'select',
          name: 'rated',
          label: t('panels.listFields.rated'),
          options: [{ value: 'yes', label: t('panels.listFields.ratedYes') }],
        },
      ],
      [t],
    ),
  )
  return useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('orders.searchLabel'), placeholder: t('orders.search') },
      {
        kind: 'multi',
        name: 'state',
        label: t('orders.state'),
        options: orderStates.map((value) => ({ value, label: t(`orders.states.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'priority',
        label: t('orders.priority'),
        options: ['1', '2', '3', '4'].map((value) => ({ value, label: `P${value}` })),
      },
      {
        kind: 'select',
        name: 'assignee',
        label: t('orders.assignee'),
        options: [
          { value: 'me', label: t('orders.assigneeMe') },
          { value: 'nobody', label: t('orders.assigneeNobody') },
        ],
      },
      {
        kind: 'select',
        name: 'pool',
        label: t('fieldWork.poolFilter'),
        options: (['any', 'mine'] as const).map((value) => ({ value, label: t(`fieldWork.pools.${value}`) })),
      },
      {
        kind: 'select',
        name: 'scoreUpTo',
        label: t('fieldWork.rating'),
        options: (['1', '2', '3', '4'] as const).map((value) => ({
          value,
          label: t('fieldWork.scoreUpTo', { count: Number(value) }),
        })),
      },
      { kind: 'text', name: 'region', label: t('fieldWork.region'), placeholder: t('fieldWork.region') },
      {
        kind: 'select',
        name: 'overdue',
        label: t('orders.overdue'),
        options: [{ value: 'yes', label: t('orders.overdueYes') }],
      },
      {
        kind: 'select',
        name: 'standing',
        label: t('orders.standing'),
        // As the list is without a choice.
        placeholder: t('orders.standings.open'),
        options: [
          { value: 'ended', label: t('orders.standings.ended') },
          { value: 'all', label: t('panels.listFields.all') },
        ],
      },
      {
        kind: 'multi',
        name: 'type',
        label: t('orders.type'),
        options: orderTypes.map((value) => ({ value, label: t(`orders.types.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'category',
        label: t('orders.category'),
        options: orderCategories.map((value) => ({ value, label: t(`orders.categories.${value}`) })),
      },
      {
        kind: 'select',
        name: 'watched',
        label: t('orders.watched'),
        options: [{ value: 'yes', label: t('orders.watchedYes') }],
      },
      ...(withCompany ? [company] : []),
      ...outlet,
      // A region has its field above.
      ...place.filter(({ name }) => name === 'departmentId'),
      { kind: 'text', name: 'tag', label: t('orders.tags'), placeholder: t('orders.tags') },
      { kind: 'moment', name: 'from', label: t('orders.createdFrom') },
      { kind: 'moment', name: 'to', label: t('orders.createdTo') },
      ...opened,
      ...plan,
      ...custom,
    ],
    [t, company, outlet, place, withCompany, custom, plan, opened],
  )
}
