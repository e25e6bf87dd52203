import { devicePath } from '../lib/paths.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import { CopyText } from './copy-text.tsx'
import { PresenceTag } from './device-tags.tsx'
import type { ListColumn } from './list-page.tsx'
import { RelativeTime } from './relative-time.tsx'
import { RowLink } from './row-link.tsx'
import { AdvisorySeverityTag } from './severity-tag.tsx'
import type { InventoryRow } from './inventory-row.ts'

const dash = '—'

export function useInventoryColumns(withCompany: boolean): readonly ListColumn<InventoryRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<InventoryRow>[] => [
      {
        key: 'name',
        title: t('equipment.name'),
        width: 180,
        sortable: true,
        render: (row) => <RowLink to={devicePath(row.id, row.type)}>{row.name}</RowLink>,
      },
      ...(withCompany
        ? [
            {
              key: 'companyName',
              title: t('equipment.company'),
              width: 140,
              phone: 'value' as const,
              render: (row: InventoryRow) => row.companyName,
            },
          ]
        : []),
      { key: 'outlet', title: t('equipment.outlet'), width: 140, render: (row) => row.outletName ?? dash },
      {
        key: 'type',
        title: t('equipment.type'),
        width: 100,
        render: (row) => t(`equipment.types.${row.type}`),
      },
      {
        key: 'brand',
        title: t('equipment.brand'),
        width: 100,
        sortable: true,
        render: (row) => row.brand || dash,
      },
      {
        key: 'modelName',
        title: t('equipment.modelName'),
        width: 150,
        sortable: true,
        phone: 'value',
        render: (row) => row.modelName || dash,
      },
      {
        key: 'softwareVersion',
        title: t('equipment.softwareVersion'),
        width: 170,
        mono: true,
        phone: 'value',
        render: (row) => row.softwareVersion || dash,
      },
      {
        key: 'serialNumber',
        title: t('equipment.serialNumber'),
        width: 160,
        sortable: true,
        mono: true,
        phone: 'value',
        render: (row) => row.serialNumber || dash,
      },
      {
        key: 'advisories',
        title: t('advisories.mark'),
        width: 110,
        render: ({ advisories }) =>
          advisories === null ? (
            dash
          ) : (
            <AdvisorySeverityTag severity={advisories.worst} count={advisories.count} />
          ),
      },
      {
        key: 'firstSeenAt',
        title: t('inventory.firstSeen'),
        width: 130,
        sortable: true,
        render: (row) => <span title={format.dateTime(row.firstSeenAt)}>{format.date(row.firstSeenAt)}</span>,
      },
      {
        key: 'lastSeenAt',
        title: t('inventory.lastSeen'),
        width: 140,
        sortable: true,
        render: (row) => <RelativeTime at={row.lastSeenAt} />,
      },
      {
        key: 'presence',
        title: t('equipment.presence'),
        width: 100,
        phone: 'status',
        hidden: true,
        render: (row) => <PresenceTag presence={row.presence} />,
      },
      {
        key: 'hardwareVersion',
        title: t('inventory.hardwareVersion'),
        width: 130,
        mono: true,
        hidden: true,
        render: (row) => row.hardwareVersion || dash,
      },
      {
        key: 'macAddress',
        title: t('equipment.macAddress'),
        width: 160,
        mono: true,
        hidden: true,
        render: (row) => (row.macAddress === null ? dash : <CopyText text={row.macAddress} />),
      },
      {
        key: 'ipAddress',
        title: t('equipment.ipAddress'),
        width: 140,
        mono: true,
        hidden: true,
        render: (row) => row.ipAddress ?? dash,
      },
    ],
    [t, format, withCompany],
  )
}
