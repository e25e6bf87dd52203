import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { HealthTag } from './health-tag.tsx'
import { useHoursText } from './hours-text.ts'
import { type OutletRow, regionText } from './outlet.ts'

const dash = '—'

export function useOutletColumns(withCompany: boolean): readonly ListColumn<OutletRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const hours = useHoursText()
  return useMemo(() => {
    const company: ListColumn<OutletRow> = {
      key: 'companyName',
      title: t('outlets.company'),
      width: 150,
      phone: 'value',
      render: (row) => row.companyName,
    }
    return [
      {
        key: 'name',
        title: t('outlets.name'),
        width: 180,
        sortable: true,
        render: (row) => <RowLink to={paths.outlet(row.id)}>{row.name}</RowLink>,
      },
      {
        key: 'health',
        title: t('outlets.healthLabel'),
        width: 140,
        phone: 'status',
        render: (row) => <HealthTag outlet={row} />,
      },
      ...(withCompany ? [company] : []),
      {
        key: 'code',
        title: t('outlets.code'),
        width: 110,
        sortable: true,
        mono: true,
        render: (row) => row.code || dash,
      },
      {
        key: 'region',
        title: t('outlets.region'),
        width: 190,
        sortable: true,
        phone: 'value',
        render: (row) => regionText(row.region) || dash,
      },
      {
        key: 'lines',
        title: t('outlets.lines'),
        width: 72,
        phone: 'value',
        render: (row) => <RowLink to={`${paths.outlet(row.id)}?tab=lines`}>{row.lines}</RowLink>,
      },
      {
        key: 'devices',
        title: t('outlets.devices'),
        width: 84,
        phone: 'value',
        render: (row) => <RowLink to={`${paths.smartCpeList}?outletId=${row.id}`}>{row.devices}</RowLink>,
      },
      { key: 'address', title: t('outlets.address'), width: 200, render: (row) => row.address || dash },
      {
        key: 'contacts',
        title: t('outlets.contacts'),
        width: 170,
        render: ({ contacts: [first] }) =>
          first === undefined ? dash : `${first.name} ${first.phone}`.trim(),
      },
      {
        key: 'departmentName',
        title: t('outlets.department'),
        width: 130,
        render: (row) => row.departmentName ?? dash,
      },
      {
        key: 'businessHours',
        title: t('outlets.businessHours'),
        width: 260,
        hidden: true,
        render: (row) => hours(row.businessHours) || dash,
      },
      {
        key: 'timeZone',
        title: t('outlets.timeZone'),
        width: 140,
        hidden: true,
        render: (row) => row.timeZone,
      },
      {
        key: 'createdAt',
        title: t('outlets.createdAt'),
        width: 170,
        sortable: true,
        hidden: true,
        render: (row) => format.dateTime(row.createdAt),
      },
    ]
  }, [t, format, hours, withCompany])
}
