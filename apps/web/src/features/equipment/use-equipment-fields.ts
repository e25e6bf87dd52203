import { deviceDrivers, deviceTypes, firmwareStandings } from '@netward/contract/device-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { useOpenedFields } from '../../ui/use-opened-fields.ts'
import { useOutletField } from '../../ui/use-outlet-field.ts'
import { usePlaceFields } from '../../ui/use-place-fields.ts'
import { pollingStates } from './equipment.ts'

const presences = ['online', 'overdue', 'offline', 'unknown'] as const
const levels = ['critical', 'warning'] as const

/** The filters of the list; `softwareVersion` comes with links from elsewhere. */
export function useEquipmentFields(withCompany: boolean): readonly SearchField[] {
  const { t } = useTranslation()
  const offered = useApi('GET /monitor/api/v1/device/summary', {}, { keepPrevious: true }).data
  const tags = useApi('GET /api/v1/device/tags', {}, { keepPrevious: true }).data
  const company = useCompanyField(withCompany)
  const outlet = useOutletField()
  const place = usePlaceFields()
  const opened = useOpenedFields(
    useMemo(
      (): readonly SearchField[] => [
        {
          kind: 'multi',
          name: 'firmware',
          label: t('panels.listFields.firmware'),
          options: firmwareStandings.map((value) => ({
            value,
            label: t(`panels.listFields.firmwareOf.${value}`),
          })),
        },
      ],
      [t],
    ),
  )
  return useMemo((): readonly SearchField[] => {
    const asOptions = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }))
    return [
      {
        kind: 'text',
        name: 'search',
        label: t('monitoring.list.searchLabel'),
        placeholder: t('monitoring.list.search'),
      },
      {
        kind: 'multi',
        name: 'type',
        label: t('equipment.type'),
        options: deviceTypes.map((value) => ({ value, label: t(`equipment.types.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'presence',
        label: t('equipment.presence'),
        options: presences.map((value) => ({ value, label: t(`devices.presence.${value}`) })),
      },
      {
        kind: 'select',
        name: 'level',
        label: t('monitoring.list.level'),
        options: levels.map((value) => ({ value, label: t(`monitoring.levels.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'polling',
        label: t('monitoring.list.polling'),
        options: pollingStates.map((value) => ({ value, label: t(`monitoring.polling.states.${value}`) })),
      },
      ...(withCompany ? [company] : []),
      ...outlet,
      ...place,
      { kind: 'multi', name: 'brand', label: t('equipment.brand'), options: asOptions(offered?.brands) },
      {
        kind: 'select',
        name: 'modelName',
        label: t('equipment.modelName'),
        options: asOptions(offered?.models),
      },
      { kind: 'text', name: 'softwareVersion', label: t('equipment.softwareVersion') },
      { kind: 'multi', name: 'tag', label: t('equipment.tags'), options: asOptions(tags) },
      {
        kind: 'multi',
        name: 'driver',
        label: t('equipment.driver'),
        options: deviceDrivers.map((value) => ({ value, label: t(`equipment.drivers.${value}`) })),
      },
      ...opened,
    ]
  }, [t, offered, tags, company, outlet, place, opened, withCompany])
}
