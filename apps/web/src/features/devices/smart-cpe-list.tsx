import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { ListPage, type ListColumn } from '../../ui/list-page.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import type { RowOf } from '../../ui/use-list-rows.ts'

type Row = RowOf<'POST /api/v1/device/lists'>

const presenceTone: Record<Row['presence'], StatusTone> = { online: 'ok', offline: 'bad', unknown: 'unknown' }

export function SmartCpeList() {
  const { t } = useTranslation()
  const format = useFormat()
  const offered = useApi('GET /api/v1/device/summary', {}).data
  const asOptions = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }))

  const columns = useMemo<ListColumn<Row>[]>(
    () => [
      {
        key: 'name',
        title: t('devices.name'),
        width: 190,
        sortable: true,
        render: (row) => <Link to={paths.smartCpe(row.id)}>{row.name}</Link>,
      },
      {
        key: 'presence',
        title: t('devices.presenceLabel'),
        width: 112,
        render: (row) => (
          <StatusTag tone={presenceTone[row.presence]}>{t(`devices.presence.${row.presence}`)}</StatusTag>
        ),
      },
      {
        key: 'serialNumber',
        title: t('devices.serialNumber'),
        width: 170,
        sortable: true,
        render: (row) => <span className="mono">{row.serialNumber}</span>,
      },
      {
        key: 'modelName',
        title: t('devices.modelName'),
        width: 130,
        sortable: true,
        render: (row) => row.modelName,
      },
      {
        key: 'ipAddress',
        title: t('devices.ipAddress'),
        width: 130,
        render: (row) => <span className="mono">{row.ipAddress ?? '—'}</span>,
      },
      {
        key: 'macAddress',
        title: t('devices.macAddress'),
        width: 150,
        render: (row) => <span className="mono">{row.macAddress ?? '—'}</span>,
      },
      {
        key: 'softwareVersion',
        title: t('devices.softwareVersion'),
        width: 120,
        render: (row) => row.softwareVersion,
      },
      {
        key: 'lastInformAt',
        title: t('devices.lastInformAt'),
        width: 165,
        sortable: true,
        render: (row) => format.dateTime(row.lastInformAt),
      },
      { key: 'companyName', title: t('devices.company'), width: 150, render: (row) => row.companyName },
      {
        key: 'manufacturer',
        title: t('devices.manufacturer'),
        width: 130,
        hidden: true,
        render: (row) => row.manufacturer,
      },
      {
        key: 'claimedAt',
        title: t('devices.claimedAt'),
        width: 165,
        sortable: true,
        hidden: true,
        render: (row) => format.dateTime(row.claimedAt),
      },
    ],
    [t, format],
  )

  return (
    <ListPage
      name="smartCpe"
      title={t('shell.titles.smartCpe')}
      endpoint="POST /api/v1/device/lists"
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      defaultSort="name"
      exportCsv={{ endpoint: 'POST /api/v1/device/export', label: t('devices.exportLabel') }}
      fields={[
        {
          kind: 'text',
          name: 'search',
          label: t('devices.searchLabel'),
          placeholder: t('devices.searchHint'),
        },
        {
          kind: 'multi',
          name: 'presence',
          label: t('devices.presenceLabel'),
          options: (['online', 'offline', 'unknown'] as const).map((value) => ({
            value,
            label: t(`devices.presence.${value}`),
          })),
        },
        {
          kind: 'select',
          name: 'modelName',
          label: t('devices.modelName'),
          options: asOptions(offered?.models),
        },
        { kind: 'multi', name: 'tag', label: t('devices.tags'), options: asOptions(offered?.tags) },
      ]}
    />
  )
}
