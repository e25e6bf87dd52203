import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type Licence, licenceTones } from './licence.ts'

export function useLicenceColumns(): readonly ListColumn<Licence>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      {
        key: 'companyName',
        title: t('licences.company'),
        width: 150,
        sortable: true,
        render: (row) => row.companyName,
      },
      {
        key: 'kind',
        title: t('licences.kind'),
        width: 134,
        phone: 'value',
        render: (row) => t(`licences.kinds.${row.kind}`),
      },
      {
        key: 'state',
        title: t('licences.state'),
        width: 108,
        phone: 'status',
        render: ({ state }) => (
          <StatusTag tone={licenceTones[state]}>{t(`licences.states.${state}`)}</StatusTag>
        ),
      },
      {
        key: 'purpose',
        title: t('licences.purpose'),
        width: 84,
        render: (row) => t(`licences.purposes.${row.purpose}`),
      },
      {
        key: 'quantity',
        title: t('licences.quantity'),
        width: 106,
        align: 'right',
        sortable: true,
        phone: 'value',
        render: (row) => format.number(row.quantity),
      },
      {
        key: 'remaining',
        title: t('licences.remaining'),
        width: 96,
        align: 'right',
        phone: 'value',
        render: (row) => format.number(row.remaining),
      },
      {
        key: 'startsAt',
        title: t('licences.startsAt'),
        width: 112,
        hidden: true,
        sortable: true,
        render: (row) => format.date(row.startsAt),
      },
      {
        key: 'endsAt',
        title: t('licences.endsAt'),
        width: 112,
        sortable: true,
        phone: 'value',
        render: (row) => (row.endsAt === null ? t('licences.permanent') : format.date(row.endsAt)),
      },
      {
        key: 'issuerName',
        title: t('licences.issuer'),
        width: 150,
        hidden: true,
        render: (row) => row.issuerName,
      },
      {
        key: 'source',
        title: t('licences.source'),
        width: 150,
        hidden: true,
        render: (row) =>
          row.fileSerial === null
            ? t(row.fromPool ? 'licences.sources.pool' : 'licences.sources.console')
            : t('licences.sources.file', { serial: row.fileSerial }),
      },
      { key: 'note', title: t('licences.note'), width: 180, hidden: true, render: (row) => row.note },
      {
        key: 'createdAt',
        title: t('licences.createdAt'),
        width: 170,
        sortable: true,
        hidden: true,
        render: (row) => format.dateTime(row.createdAt),
      },
    ],
    [t, format],
  )
}
