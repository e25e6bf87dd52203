import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from '@tanstack/react-router'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { type ListColumn, ListPage, type Selection } from '../../ui/list-page.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { WhyButton } from '../../ui/why-button.tsx'
import { snapshotList, type SnapshotRow } from './snapshot.ts'

export function SnapshotList() {
  return useMay('DMS_SERVER_DEVICE_VIEW') ? <List /> : <NoPermissionState />
}

/** Snapshots of the company acted in: each can be opened, and two compared. */
function List() {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const take = useAct('POST /monitor/api/v1/inventory/snapshot', { refresh: [snapshotList] })
  const columns = useMemo(
    (): readonly ListColumn<SnapshotRow>[] => [
      {
        key: 'at',
        title: t('inventory.snapshots.at'),
        width: 200,
        sortable: true,
        render: (row) => <RowLink to={paths.inventorySnapshot(row.id)}>{format.dateTime(row.at)}</RowLink>,
      },
      {
        key: 'devices',
        title: t('inventory.snapshots.devices'),
        width: 120,
        phone: 'value',
        render: (row) => format.number(row.devices),
      },
      {
        key: 'by',
        title: t('inventory.snapshots.by'),
        width: 160,
        phone: 'value',
        render: (row) => row.byName ?? t('inventory.snapshots.byClock'),
      },
    ],
    [t, format],
  )
  const batchActions = useCallback(
    ({ rows }: Selection<SnapshotRow>) => {
      const [older, newer] = rows.toSorted((a, b) => Number(a.id) - Number(b.id))
      const isPair = rows.length === 2 && older !== undefined && newer !== undefined
      return (
        <WhyButton
          type="primary"
          size="small"
          reason={isPair ? null : t('configurations.chooseTwo')}
          onClick={() => {
            if (isPair)
              void navigate({ to: paths.inventoryComparison, search: { from: older.id, to: newer.id } })
          }}
        >
          {t('inventory.snapshots.compare')}
        </WhyButton>
      )
    },
    [t, navigate],
  )
  const takeButton = (
    <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
      <Button
        type="primary"
        loading={take.isPending}
        onClick={() => take.mutate({}, { onSuccess: () => notify.success(t('inventory.snapshots.taken')) })}
      >
        {t('inventory.snapshots.take')}
      </Button>
    </Permission>
  )
  return (
    <ListPage
      name="inventorySnapshots"
      title={t('shell.titles.inventorySnapshots')}
      endpoint={snapshotList}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ at }) => format.dateTime(at)}
      defaultSort="-at"
      actions={takeButton}
      batchActions={batchActions}
      empty={
        <EmptyState
          title={t('inventory.snapshots.none')}
          hint={t('inventory.snapshots.noneHint')}
          action={takeButton}
        />
      }
    />
  )
}
