import { alarmSeverities } from '@netward/contract/alarm-values'
import { alarmComparisons } from '@netward/contract/inbound-alarm-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { useOutletField } from '../../ui/use-outlet-field.ts'
import { sourceList } from './external-alarm.ts'

export function useExternalFields(): readonly SearchField[] {
  const { t } = useTranslation()
  const outlet = useOutletField()
  const sources = useApi(sourceList, {}).data
  return useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('externalAlarms.searchLabel'),
        placeholder: t('externalAlarms.search'),
      },
      {
        kind: 'select',
        name: 'comparison',
        label: t('externalAlarms.comparison'),
        options: alarmComparisons.map((value) => ({
          value,
          label: t(`externalAlarms.comparisons.${value}`),
        })),
      },
      {
        kind: 'multi',
        name: 'sourceId',
        label: t('externalAlarms.source'),
        options: (sources ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        kind: 'multi',
        name: 'severity',
        label: t('externalAlarms.severity'),
        options: alarmSeverities.map((value) => ({ value, label: t(`alarms.severities.${value}`) })),
      },
      {
        kind: 'select',
        name: 'state',
        label: t('externalAlarms.state'),
        options: (['active', 'cleared'] as const).map((value) => ({
          value,
          label: t(`externalAlarms.states.${value}`),
        })),
      },
      {
        kind: 'select',
        name: 'matched',
        label: t('externalAlarms.matched'),
        options: (['yes', 'no'] as const).map((value) => ({
          value,
          label: t(`externalAlarms.matchedOf.${value}`),
        })),
      },
      ...outlet,
      { kind: 'moment', name: 'from', label: t('externalAlarms.from') },
      { kind: 'moment', name: 'to', label: t('externalAlarms.to') },
    ],
    [t, outlet, sources],
  )
}
