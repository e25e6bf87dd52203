import { lineColumns, lineEntity } from '@netward/contract/line-fields'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { entityColumns } from '../../ui/entity/entity-columns.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { ContractEnd, LineGateway } from './line-parts.tsx'
import type { LineRow } from './outlet.ts'

export function useLineColumns(withCompany: boolean): readonly ListColumn<LineRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => {
    const columns = lineColumns.filter(({ key }) => withCompany || key !== 'companyName')
    return entityColumns<typeof lineEntity, (typeof lineColumns)[number]['key'], LineRow>(
      t,
      lineEntity,
      columns,
      {
        outletName: (row) => <RowLink to={paths.outlet(row.outletId)}>{row.outletName}</RowLink>,
        companyName: (row) => row.companyName,
        isp: (row) => row.ispName || t(`outlets.isps.${row.isp}`),
        downMbps: (row) => t('outlets.line.bandwidthText', { down: row.downMbps, up: row.upMbps }),
        deviceId: (row) => <LineGateway line={row} />,
        ipAddress: (row) => row.ipAddress ?? t(`outlets.addressings.${row.addressing}`),
        contractEnd: (row) => <ContractEnd date={row.contractEnd} />,
        createdAt: (row) => format.dateTime(row.createdAt),
      },
    )
  }, [t, format, withCompany])
}
