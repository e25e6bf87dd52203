import { PlusOutlined } from '@ant-design/icons'
import { warehouseKinds } from '@netward/contract/part-values'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RowActs } from '../../ui/row-acts.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { afterWarehouse, type Warehouse, warehouseList } from './part.ts'
import { WarehouseDrawer } from './warehouse-drawer.tsx'

export function WarehouseList() {
  return useMay('DMS_SERVER_PART') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  const [editing, setEditing] = useState<Warehouse | 'new' | null>(null)
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('parts.searchLabel'),
        placeholder: t('parts.warehouseSearch'),
      },
      {
        kind: 'select',
        name: 'kind',
        label: t('parts.warehouseKind'),
        options: warehouseKinds.map((value) => ({ value, label: t(`parts.warehouseKinds.${value}`) })),
      },
    ],
    [t],
  )
  const rowActions = useCallback(
    (warehouse: Warehouse) => <Acts warehouse={warehouse} onEdit={() => setEditing(warehouse)} />,
    [],
  )
  const add = (
    <Permission codes={['DMS_SERVER_PART_EDIT']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
        {t('parts.addWarehouse')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="warehouses"
        title={t('shell.titles.warehouses')}
        endpoint={warehouseList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={rowActions}
        actionsWidth={140}
        defaultSort="name"
        exportCsv={{
          endpoint: 'POST /api/v1/work/part/warehouse/export',
          label: t('shell.titles.warehouses'),
        }}
        actions={add}
        empty={
          <EmptyState title={t('parts.warehousesNone')} hint={t('parts.warehousesNoneHint')} action={add} />
        }
      />
      <WarehouseDrawer
        warehouse={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
    </>
  )
}

function Acts({
  warehouse: { id: warehouseId, name },
  onEdit,
}: {
  warehouse: Warehouse
  onEdit: () => void
}) {
  const { t } = useTranslation()
  const remove = useAct('DELETE /api/v1/work/part/warehouse/:warehouseId', { refresh: afterWarehouse })
  return (
    <Permission codes={['DMS_SERVER_PART_EDIT']}>
      <RowActs
        name={name}
        onEdit={onEdit}
        removal={{
          title: t('parts.deleteWarehouseTitle', { name }),
          text: t('parts.deleteWarehouseText'),
          act: () => remove.mutateAsync({ warehouseId }),
        }}
      />
    </Permission>
  )
}

function useColumns(): readonly ListColumn<Warehouse>[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly ListColumn<Warehouse>[] => [
      { key: 'name', title: t('parts.warehouse'), width: 200, sortable: true, render: ({ name }) => name },
      {
        key: 'kind',
        title: t('parts.warehouseKind'),
        width: 110,
        phone: 'value',
        render: ({ kind }) => t(`parts.warehouseKinds.${kind}`),
      },
      {
        key: 'pieces',
        title: t('parts.pieces'),
        width: 170,
        phone: 'value',
        render: ({ models, pieces }) => t('parts.piecesOf', { models, pieces }),
      },
      {
        key: 'short',
        title: t('parts.shortModels'),
        width: 150,
        phone: 'status',
        render: ({ short }) =>
          short === 0 ? '—' : <StatusTag tone="warn">{t('parts.shortOf', { count: short })}</StatusTag>,
      },
      {
        key: 'keeper',
        title: t('parts.keeper'),
        width: 130,
        phone: 'value',
        render: ({ keeperName }) => keeperName ?? '—',
      },
      {
        key: 'outlet',
        title: t('parts.outlet'),
        width: 160,
        render: ({ outletName }) => outletName ?? '—',
      },
      { key: 'address', title: t('parts.address'), width: 220, render: ({ address }) => address || '—' },
      { key: 'note', title: t('parts.note'), width: 200, render: ({ note }) => note || '—' },
    ],
    [t],
  )
}
