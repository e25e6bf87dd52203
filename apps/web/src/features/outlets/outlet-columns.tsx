import { outletColumns, outletEntity } from '@netward/contract/outlet-fields'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { entityColumns } from '../../ui/entity/entity-columns.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { HealthScore } from '../../ui/health-score.tsx'
import { HealthTag } from './health-tag.tsx'
import { useHoursText } from './hours-text.ts'
import { type OutletRow, regionText } from './outlet.ts'

const dash = '—'

export function useOutletColumns(withCompany: boolean): readonly ListColumn<OutletRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const hours = useHoursText()
  return useMemo(() => {
    const columns = outletColumns.filter(({ key }) => withCompany || key !== 'companyName')
    return entityColumns<typeof outletEntity, (typeof outletColumns)[number]['key'], OutletRow>(
      t,
      outletEntity,
      columns,
      {
        name: (row) => <RowLink to={paths.outlet(row.id)}>{row.name}</RowLink>,
        score: (row) => <HealthScore outlet={row} />,
        health: (row) => <HealthTag outlet={row} />,
        companyName: (row) => row.companyName,
        region: (row) => regionText(row.region) || dash,
        lines: (row) => <RowLink to={`${paths.outlet(row.id)}?tab=lines`}>{row.lines}</RowLink>,
        devices: (row) => <RowLink to={`${paths.smartCpeList}?outletId=${row.id}`}>{row.devices}</RowLink>,
        contacts: ({ contacts: [first] }) =>
          first === undefined ? dash : `${first.name} ${first.phone}`.trim(),
        departmentId: (row) => row.departmentName ?? dash,
        businessHours: (row) => hours(row.businessHours) || dash,
        timeZone: (row) => row.timeZone,
        createdAt: (row) => format.dateTime(row.createdAt),
      },
    )
  }, [t, format, hours, withCompany])
}
