import { useSearch } from '@tanstack/react-router'
import { shippedRules } from '@netward/contract/shipped-rules'
import { alarmSeverities } from '@netward/contract/alarm-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { useOutletField } from '../../ui/use-outlet-field.ts'
import { usePlaceFields } from '../../ui/use-place-fields.ts'

export function useAlarmFields(withCompany: boolean): readonly SearchField[] {
  const { t } = useTranslation()
  const company = useCompanyField(withCompany)
  const outlet = useOutletField()
  const place = usePlaceFields()
  const { groupId }: { groupId?: unknown } = useSearch({ strict: false })
  return useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('alarms.searchLabel'), placeholder: t('alarms.search') },
      {
        kind: 'multi',
        name: 'severity',
        label: t('alarms.severity'),
        options: alarmSeverities.map((value) => ({ value, label: t(`alarms.severities.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'rule',
        label: t('alarms.rule'),
        options: shippedRules.map(({ code }) => ({ value: code, label: t(`alarms.rules.names.${code}`) })),
      },
      {
        kind: 'select',
        name: 'state',
        label: t('alarms.state'),
        placeholder: t('alarms.states.active'),
        options: [
          ...(['active', 'cleared'] as const).map((value) => ({
            value,
            label: t(`alarms.states.${value}`),
          })),
          { value: 'all', label: t('panels.listFields.all') },
        ],
      },
      {
        kind: 'select',
        name: 'acknowledged',
        label: t('alarms.acknowledged'),
        options: [
          { value: 'no', label: t('alarms.acknowledgedNo') },
          { value: 'yes', label: t('alarms.acknowledgedYes') },
        ],
      },
      {
        kind: 'select',
        name: 'maintenance',
        label: t('alarms.maintenanceField'),
        options: [
          { value: 'no', label: t('alarms.maintenanceNo') },
          { value: 'yes', label: t('alarms.maintenanceYes') },
        ],
      },
      {
        kind: 'select',
        name: 'suppressed',
        label: t('alarms.suppressedField'),
        // As the list is without a choice.
        placeholder: t('alarms.suppressedOf.no'),
        options: (['yes', 'all'] as const).map((value) => ({
          value,
          label: t(`alarms.suppressedOf.${value}`),
        })),
      },
      {
        kind: 'select',
        name: 'assignee',
        label: t('alarms.assignee'),
        options: [
          { value: 'me', label: t('alarms.assigneeMe') },
          { value: 'nobody', label: t('alarms.assigneeNobody') },
        ],
      },
      {
        kind: 'select',
        name: 'followed',
        label: t('alarms.followed'),
        options: [{ value: 'yes', label: t('alarms.followedYes') }],
      },
      {
        kind: 'select',
        name: 'group',
        label: t('alarms.groupField'),
        placeholder: t('alarms.groupEach'),
        options: [{ value: 'worst', label: t('alarms.groupWorst') }],
      },
      // Chosen by the link of a row.
      ...(typeof groupId === 'string'
        ? [
            {
              kind: 'select' as const,
              name: 'groupId',
              label: t('alarms.group'),
              options: [{ value: groupId, label: t('alarms.groupOf', { id: groupId }) }],
            },
          ]
        : []),
      ...(withCompany ? [company] : []),
      ...outlet,
      ...place,
      { kind: 'moment', name: 'from', label: t('alarms.raisedFrom') },
      { kind: 'moment', name: 'to', label: t('alarms.raisedTo') },
    ],
    [t, company, outlet, place, withCompany, groupId],
  )
}
