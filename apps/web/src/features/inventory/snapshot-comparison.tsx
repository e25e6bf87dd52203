import { useLocation } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { parseSearch } from '../../lib/search.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type SnapshotChange, snapshotComparison } from './snapshot.ts'
import { useSnapshotColumns } from './use-snapshot-columns.tsx'

const tones = { new: 'ok', gone: 'bad', changed: 'warn' } as const

export function SnapshotComparison() {
  return useMay('DMS_SERVER_DEVICE_VIEW') ? <Comparison /> : <NoPermissionState />
}

/** What is new, gone or changed between two snapshots. */
function Comparison() {
  const { t } = useTranslation()
  const searchStr = useLocation({ select: (location) => location.searchStr })
  // Kept: the address changes before a page that is left goes.
  const [pair] = useState(() => {
    const { from, to } = parseSearch(searchStr)
    return { from: String(from), to: String(to) }
  })
  const columns = useColumns()
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('inventory.snapshots.searchLabel'),
        placeholder: t('inventory.snapshots.search'),
      },
      {
        kind: 'multi',
        name: 'change',
        label: t('inventory.snapshots.change'),
        options: (['new', 'gone', 'changed'] as const).map((value) => ({
          value,
          label: t(`inventory.snapshots.changes.${value}`),
        })),
      },
    ],
    [t],
  )
  return (
    <ListPage
      name="inventoryComparison"
      title={t('shell.titles.inventoryComparison')}
      endpoint={snapshotComparison}
      fixedInput={pair}
      columns={columns}
      fields={fields}
      rowKey={({ deviceId }) => deviceId}
      rowName={({ name }) => name}
      defaultSort="name"
      exportCsv={{
        endpoint: 'POST /monitor/api/v1/inventory/snapshot/compare/export',
        label: t('inventory.snapshots.exportComparison'),
      }}
      empty={
        <EmptyState
          title={t('inventory.snapshots.noChanges')}
          action={
            <Button href={`#${paths.inventorySnapshots}`}>{t('shell.titles.inventorySnapshots')}</Button>
          }
        />
      }
    />
  )
}

function useColumns(): readonly ListColumn<SnapshotChange>[] {
  const { t } = useTranslation()
  const facts = useSnapshotColumns<SnapshotChange>()
  return useMemo(() => {
    const [name, ...others] = facts
    const labels = {
      name: t('equipment.name'),
      modelName: t('equipment.modelName'),
      softwareVersion: t('equipment.softwareVersion'),
      serialNumber: t('equipment.serialNumber'),
      outletName: t('equipment.outlet'),
    }
    const changed = (row: SnapshotChange) =>
      (Object.keys(labels) as (keyof typeof labels)[])
        .filter((field) => row.before !== null && row.before[field] !== row[field])
        .map((field) =>
          t('inventory.snapshots.changedFrom', {
            label: labels[field],
            value: row.before?.[field] || t('inventory.snapshots.empty'),
          }),
        )
    return [
      ...(name === undefined ? [] : [name]),
      {
        key: 'change',
        title: t('inventory.snapshots.change'),
        width: 260,
        phone: 'status',
        render: (row) => (
          <>
            <StatusTag tone={tones[row.change]}>{t(`inventory.snapshots.changes.${row.change}`)}</StatusTag>{' '}
            <span className="quiet">{changed(row).join(' · ')}</span>
          </>
        ),
      },
      ...others,
    ]
  }, [t, facts])
}
