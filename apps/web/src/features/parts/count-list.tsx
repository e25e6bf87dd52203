import { PlusOutlined } from '@ant-design/icons'
import { partCountStates } from '@netward/contract/part-values'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { CountState } from './count-state.tsx'
import { afterCount, countList, type CountRow } from './part.ts'
import { useWarehouseField } from './use-warehouse-field.ts'
import { WarehouseItem } from './warehouse-item.tsx'

export function PartCountList() {
  return useMay('DMS_SERVER_PART') ? <List /> : <NoPermissionState />
}

/** Stocktakings: those that run first. */
function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  const warehouse = useWarehouseField()
  const [starting, setStarting] = useState(false)
  useLiveReads(countList, ['part.changed'])
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'select',
        name: 'state',
        label: t('parts.countState'),
        options: partCountStates.map((value) => ({ value, label: t(`parts.countStates.${value}`) })),
      },
      warehouse,
    ],
    [t, warehouse],
  )
  const start = (
    <Permission codes={['DMS_SERVER_PART_EDIT']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setStarting(true)}>
        {t('parts.count')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="partCounts"
        title={t('shell.titles.partCounts')}
        endpoint={countList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ warehouseName }) => warehouseName}
        defaultSort="state"
        exportCsv={{ endpoint: 'POST /api/v1/work/part/count/export', label: t('shell.titles.partCounts') }}
        actions={start}
        empty={<EmptyState title={t('parts.countsNone')} hint={t('parts.countsNoneHint')} action={start} />}
      />
      <StartDrawer open={starting} onClose={() => setStarting(false)} />
    </>
  )
}

interface Values {
  warehouseId?: string
}
const initialValues: Values = {}

function StartDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const start = useAct('POST /api/v1/work/part/count', { errors: 'caller', refresh: afterCount })
  return (
    <FormDrawer<Values>
      title={t('parts.countTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      submitText={t('parts.count')}
      onSubmit={async ({ warehouseId = '' }) => {
        const { id } = await start.mutateAsync({ warehouseId })
        await navigate({ to: paths.partCount(id) })
      }}
    >
      <p className="quiet">{t('parts.countHint')}</p>
      <WarehouseItem open={open} />
    </FormDrawer>
  )
}

function useColumns(): readonly ListColumn<CountRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<CountRow>[] => [
      {
        key: 'warehouse',
        title: t('parts.warehouse'),
        width: 200,
        render: ({ id, warehouseName }) => <RowLink to={paths.partCount(id)}>{warehouseName}</RowLink>,
      },
      {
        key: 'state',
        title: t('parts.countState'),
        width: 120,
        sortable: true,
        phone: 'status',
        render: ({ state }) => <CountState state={state} />,
      },
      {
        key: 'startedAt',
        title: t('parts.countStarted'),
        width: 220,
        sortable: true,
        phone: 'value',
        render: ({ startedAt, startedBy }) => `${format.dateTime(startedAt)} ${startedBy}`,
      },
      {
        key: 'endedAt',
        title: t('parts.countEnded'),
        width: 220,
        phone: 'value',
        render: ({ endedAt, endedBy }) =>
          endedAt === null ? '—' : `${format.dateTime(endedAt)} ${endedBy ?? ''}`,
      },
      {
        key: 'result',
        title: t('parts.countModels'),
        width: 180,
        phone: 'value',
        render: ({ state, found, lost }) =>
          state === 'confirmed' ? t('parts.countResult', { found, lost }) : '—',
      },
      { key: 'reason', title: t('parts.reason'), width: 240, render: ({ reason }) => reason || '—' },
    ],
    [t, format],
  )
}
