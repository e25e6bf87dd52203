import { PlusOutlined } from '@ant-design/icons'
import { partCategories } from '@netward/contract/part-values'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { MinimumDrawer } from './minimum-drawer.tsx'
import { MoveDrawer } from './move-drawer.tsx'
import { stockList, type StockRow } from './part.ts'
import { ReceiveDrawer } from './receive-drawer.tsx'
import { ReceiveImport } from './receive-import.tsx'
import { useOpenedModel } from './use-opened-model.ts'
import { useWarehouseField } from './use-warehouse-field.ts'

export function PartStockList() {
  return useMay('DMS_SERVER_PART') ? <List /> : <NoPermissionState />
}

/** Stock by model and warehouse: what is under its minimum first. */
function List() {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_PART_EDIT')
  const columns = useColumns()
  const warehouse = useWarehouseField()
  const model = useOpenedModel()
  const [open, setOpen] = useState<'receive' | 'import' | 'move' | 'minimum' | null>(null)
  const [row, setRow] = useState<StockRow | null>(null)
  useLiveReads(stockList, ['part.changed'])
  const fields = useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('parts.searchLabel'), placeholder: t('parts.stockSearch') },
      warehouse,
      ...model,
      {
        kind: 'select',
        name: 'short',
        label: t('parts.minimum'),
        options: [{ value: 'yes', label: t('parts.shortYes') }],
      },
      {
        kind: 'multi',
        name: 'category',
        label: t('parts.category'),
        options: partCategories.map((value) => ({ value, label: t(`parts.categories.${value}`) })),
      },
    ],
    [t, warehouse, model],
  )
  const rowActions = useCallback(
    (chosen: StockRow) => (
      <Button
        type="link"
        size="small"
        aria-label={`${t('parts.setMinimum')} ${chosen.modelName} ${chosen.warehouseName}`}
        onClick={() => {
          setRow(chosen)
          setOpen('minimum')
        }}
      >
        {t('parts.setMinimum')}
      </Button>
    ),
    [t],
  )
  const close = () => setOpen(null)
  const receive = (
    <Permission codes={['DMS_SERVER_PART_EDIT']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('receive')}>
        {t('parts.receive')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="partStock"
        title={t('shell.titles.partStock')}
        endpoint={stockList}
        columns={columns}
        fields={fields}
        rowKey={({ warehouseId, modelId }) => `${warehouseId} ${modelId}`}
        rowName={({ modelName, warehouseName }) => `${modelName} ${warehouseName}`}
        {...(mayEdit && { rowActions, actionsWidth: 120 })}
        defaultSort="short"
        exportCsv={{ endpoint: 'POST /api/v1/work/part/stock/export', label: t('shell.titles.partStock') }}
        actions={
          <Permission codes={['DMS_SERVER_PART_EDIT']}>
            <Button
              onClick={() => {
                setRow(null)
                setOpen('minimum')
              }}
            >
              {t('parts.setMinimum')}
            </Button>
            <Button onClick={() => setOpen('move')}>{t('parts.move')}</Button>
            <Button onClick={() => setOpen('import')}>{t('parts.importReceipts')}</Button>
            {receive}
          </Permission>
        }
        empty={<EmptyState title={t('parts.stockNone')} hint={t('parts.stockNoneHint')} action={receive} />}
      />
      <ReceiveDrawer open={open === 'receive'} onClose={close} />
      <ReceiveImport open={open === 'import'} onClose={close} />
      <MoveDrawer open={open === 'move'} onClose={close} />
      <MinimumDrawer row={row} open={open === 'minimum'} onClose={close} />
    </>
  )
}

function useColumns(): readonly ListColumn<StockRow>[] {
  const { t } = useTranslation()
  return useMemo((): readonly ListColumn<StockRow>[] => {
    const figure = (key: 'onHand' | 'reserved' | 'defective' | 'inTransit' | 'inRepair' | 'minimum') => ({
      key,
      title: t(`parts.${key}`),
      width: 90,
      render: (row: StockRow) => row[key],
    })
    return [
      {
        key: 'model',
        title: t('parts.model'),
        width: 240,
        render: ({ brand, modelName }) => `${brand} ${modelName}`.trim(),
      },
      {
        key: 'warehouse',
        title: t('parts.warehouse'),
        width: 160,
        phone: 'value',
        render: ({ warehouseName }) => warehouseName,
      },
      {
        key: 'short',
        title: t('parts.available'),
        width: 150,
        sortable: true,
        phone: 'status',
        render: ({ available, short }) =>
          short === 0 ? (
            available
          ) : (
            <StatusTag tone={available === 0 ? 'bad' : 'warn'}>
              {available} · {t('parts.shortBy', { count: short })}
            </StatusTag>
          ),
      },
      { ...figure('minimum'), phone: 'value' },
      { ...figure('onHand'), phone: 'value' },
      { ...figure('reserved'), phone: 'value' },
      figure('defective'),
      figure('inTransit'),
      figure('inRepair'),
      {
        key: 'category',
        title: t('parts.category'),
        width: 110,
        render: ({ category }) => t(`parts.categories.${category}`),
      },
    ]
  }, [t])
}
