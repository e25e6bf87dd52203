import { deviceTypes } from '@netward/contract/device-values'
import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { type SnapshotDevice, snapshotDevices } from './snapshot.ts'
import { useSnapshotColumns } from './use-snapshot-columns.tsx'

export function SnapshotContents() {
  const { snapshotId = '' }: { snapshotId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_DEVICE_VIEW') ? (
    <Contents key={snapshotId} snapshotId={snapshotId} />
  ) : (
    <NoPermissionState />
  )
}

/** Devices as they were when the snapshot was taken. */
function Contents({ snapshotId }: { snapshotId: string }) {
  const { t } = useTranslation()
  const columns = useSnapshotColumns<SnapshotDevice>()
  const fixed = useMemo(() => ({ snapshotId }), [snapshotId])
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
        name: 'type',
        label: t('equipment.type'),
        options: deviceTypes.map((value) => ({ value, label: t(`equipment.types.${value}`) })),
      },
    ],
    [t],
  )
  return (
    <ListPage
      name="inventorySnapshot"
      title={t('shell.titles.inventorySnapshot')}
      endpoint={snapshotDevices}
      fixedInput={fixed}
      columns={columns}
      fields={fields}
      rowKey={({ deviceId }) => deviceId}
      rowName={({ name }) => name}
      defaultSort="name"
      exportCsv={{
        endpoint: 'POST /monitor/api/v1/inventory/snapshot/device/export',
        label: t('inventory.snapshots.exportContents'),
      }}
      empty={
        <EmptyState
          title={t('inventory.snapshots.noDevices')}
          action={
            <Button href={`#${paths.inventorySnapshots}`}>{t('shell.titles.inventorySnapshots')}</Button>
          }
        />
      }
    />
  )
}
