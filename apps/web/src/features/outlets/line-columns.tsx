import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { ContractEnd, LineGateway } from './line-parts.tsx'
import type { LineRow } from './outlet.ts'

const dash = '—'

export function useLineColumns(withCompany: boolean): readonly ListColumn<LineRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => {
    const company: ListColumn<LineRow> = {
      key: 'companyName',
      title: t('outlets.company'),
      width: 150,
      phone: 'value',
      render: (row) => row.companyName,
    }
    return [
      { key: 'name', title: t('outlets.line.name'), width: 170, sortable: true, render: (row) => row.name },
      {
        key: 'outletName',
        title: t('outlets.line.outlet'),
        width: 160,
        phone: 'value',
        render: (row) => <RowLink to={paths.outlet(row.outletId)}>{row.outletName}</RowLink>,
      },
      ...(withCompany ? [company] : []),
      {
        key: 'isp',
        title: t('outlets.line.isp'),
        width: 110,
        phone: 'value',
        render: (row) => row.ispName || t(`outlets.isps.${row.isp}`),
      },
      {
        key: 'type',
        title: t('outlets.line.type'),
        width: 92,
        render: (row) => t(`outlets.lineTypes.${row.type}`),
      },
      {
        key: 'downMbps',
        title: t('outlets.line.bandwidth'),
        width: 150,
        sortable: true,
        phone: 'value',
        render: (row) => t('outlets.line.bandwidthText', { down: row.downMbps, up: row.upMbps }),
      },
      {
        key: 'gateway',
        title: t('outlets.line.gateway'),
        width: 190,
        phone: 'value',
        render: (row) => <LineGateway line={row} />,
      },
      {
        key: 'account',
        title: t('outlets.line.account'),
        width: 150,
        mono: true,
        render: (row) => row.account || dash,
      },
      {
        key: 'ipAddress',
        title: t('outlets.line.ipAddress'),
        width: 150,
        render: (row) => row.ipAddress ?? t(`outlets.addressings.${row.addressing}`),
      },
      {
        key: 'contractEnd',
        title: t('outlets.line.contractEnd'),
        width: 130,
        sortable: true,
        render: (row) => <ContractEnd date={row.contractEnd} />,
      },
      {
        key: 'monthlyPrice',
        title: t('outlets.line.monthlyPrice'),
        width: 110,
        align: 'right',
        hidden: true,
        render: (row) => row.monthlyPrice ?? dash,
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
  }, [t, format, withCompany])
}
