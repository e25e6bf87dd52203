import { partSerialStates } from '@netward/contract/part-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { serialList, type SerialRow } from './part.ts'
import { SerialState, Warranty } from './serial-state.tsx'
import { useWarehouseField } from './use-warehouse-field.ts'

export function PartSerialList() {
  return useMay('DMS_SERVER_PART') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  const warehouse = useWarehouseField()
  useLiveReads(serialList, ['part.changed'])
  const fields = useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('parts.searchLabel'), placeholder: t('parts.serialSearch') },
      {
        kind: 'multi',
        name: 'state',
        label: t('parts.state'),
        options: partSerialStates.map((value) => ({ value, label: t(`parts.states.${value}`) })),
      },
      warehouse,
      {
        kind: 'select',
        name: 'defective',
        label: t('parts.condition'),
        options: [
          { value: 'no', label: t('parts.isGood') },
          { value: 'yes', label: t('parts.isDefective') },
        ],
      },
      {
        kind: 'select',
        name: 'warrantyDays',
        label: t('parts.warrantyDays'),
        options: ([30, 60, 90] as const).map((days) => ({
          value: String(days),
          label: t('parts.withinDays', { count: days }),
        })),
      },
    ],
    [t, warehouse],
  )
  return (
    <ListPage
      name="partSerials"
      title={t('shell.titles.partSerials')}
      endpoint={serialList}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      rowName={({ serial }) => serial}
      defaultSort="-movedAt"
      exportCsv={{ endpoint: 'POST /api/v1/work/part/serial/export', label: t('shell.titles.partSerials') }}
      empty={
        <EmptyState
          title={t('parts.serialsNone')}
          hint={t('parts.serialsNoneHint')}
          action={<RowLink to={paths.partStock}>{t('parts.receive')}</RowLink>}
        />
      }
    />
  )
}

function useColumns(): readonly ListColumn<SerialRow>[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly ListColumn<SerialRow>[] => [
      {
        key: 'serial',
        title: t('parts.serial'),
        width: 220,
        sortable: true,
        render: ({ id, serial }) => (
          <RowLink to={paths.partSerial(id)}>
            <span className="mono">{serial}</span>
          </RowLink>
        ),
      },
      {
        key: 'model',
        title: t('parts.model'),
        width: 200,
        phone: 'value',
        render: ({ brand, modelName }) => `${brand} ${modelName}`.trim(),
      },
      {
        key: 'state',
        title: t('parts.state'),
        width: 200,
        phone: 'status',
        render: (row) => <SerialState serial={row} />,
      },
      {
        key: 'warehouse',
        title: t('parts.warehouse'),
        width: 160,
        phone: 'value',
        render: ({ warehouseName }) => warehouseName ?? '—',
      },
      {
        key: 'warrantyUntil',
        title: t('parts.warrantyUntil'),
        width: 170,
        sortable: true,
        phone: 'value',
        render: ({ warrantyUntil }) => <Warranty until={warrantyUntil} />,
      },
      {
        key: 'movedAt',
        title: t('parts.movedAt'),
        width: 130,
        sortable: true,
        render: ({ movedAt }) => <RelativeTime at={movedAt} />,
      },
      {
        key: 'purchasedOn',
        title: t('parts.purchasedOn'),
        width: 120,
        hidden: true,
        render: ({ purchasedOn }) => purchasedOn ?? '—',
      },
      {
        key: 'supplier',
        title: t('parts.supplier'),
        width: 140,
        hidden: true,
        render: ({ supplier }) => supplier || '—',
      },
    ],
    [t],
  )
}
