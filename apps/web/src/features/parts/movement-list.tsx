import { partMovementKinds } from '@netward/contract/part-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { movementList, type MovementRow } from './part.ts'
import { useOpenedModel } from './use-opened-model.ts'
import { useWarehouseField } from './use-warehouse-field.ts'

export function PartMovementList() {
  return useMay('DMS_SERVER_PART') ? <List /> : <NoPermissionState />
}

/** The ledger. */
function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  const warehouse = useWarehouseField()
  const model = useOpenedModel()
  useLiveReads(movementList, ['part.changed'])
  const fields = useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('parts.searchLabel'), placeholder: t('parts.movementSearch') },
      {
        kind: 'multi',
        name: 'kind',
        label: t('parts.kind'),
        options: partMovementKinds.map((value) => ({ value, label: t(`parts.kinds.${value}`) })),
      },
      warehouse,
      {
        kind: 'select',
        name: 'actor',
        label: t('panels.listFields.actor'),
        options: [{ value: 'me', label: t('panels.listFields.actorMe') }],
      },
      ...model,
      { kind: 'moment', name: 'from', label: t('parts.from') },
      { kind: 'moment', name: 'to', label: t('parts.to') },
    ],
    [t, warehouse, model],
  )
  return (
    <ListPage
      name="partMovements"
      title={t('shell.titles.partMovements')}
      endpoint={movementList}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      defaultSort="-at"
      exportCsv={{
        endpoint: 'POST /api/v1/work/part/movement/export',
        label: t('shell.titles.partMovements'),
      }}
      empty={
        <EmptyState
          title={t('parts.movementsNone')}
          hint={t('parts.movementsNoneHint')}
          action={<RowLink to={paths.partStock}>{t('parts.receive')}</RowLink>}
        />
      }
    />
  )
}

const signed = (count: number) => (count > 0 ? `+${count}` : String(count))

function useColumns(): readonly ListColumn<MovementRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<MovementRow>[] => [
      {
        key: 'at',
        title: t('parts.at'),
        width: 170,
        sortable: true,
        render: ({ at }) => format.dateTime(at),
      },
      {
        key: 'kind',
        title: t('parts.kind'),
        width: 110,
        phone: 'value',
        render: ({ kind }) => t(`parts.kinds.${kind}`),
      },
      {
        key: 'model',
        title: t('parts.model'),
        width: 200,
        phone: 'value',
        render: ({ modelName }) => modelName,
      },
      {
        key: 'change',
        title: t('parts.change'),
        width: 200,
        phone: 'value',
        render: (row) =>
          (['onHand', 'reserved', 'defective'] as const)
            .filter((key) => row[key] !== 0)
            .map((key) => `${t(`parts.${key}`)} ${signed(row[key])}`)
            .join(', '),
      },
      {
        key: 'warehouse',
        title: t('parts.warehouse'),
        width: 150,
        phone: 'value',
        render: ({ warehouseName }) => warehouseName,
      },
      {
        key: 'serial',
        title: t('parts.serial'),
        width: 190,
        phone: 'value',
        render: ({ serialId, serial }) =>
          serialId === null ? (
            '—'
          ) : (
            <RowLink to={paths.partSerial(serialId)}>
              <span className="mono">{serial}</span>
            </RowLink>
          ),
      },
      {
        key: 'note',
        title: t('parts.note'),
        width: 220,
        render: ({ orderNumber, supplier, reference, note }) =>
          [orderNumber !== null && t('parts.orderOf', { number: orderNumber }), supplier, reference, note]
            .filter(Boolean)
            .join(' · ') || '—',
      },
      {
        key: 'actor',
        title: t('parts.actor'),
        width: 120,
        render: ({ actorName }) => actorName || t('parts.bySystem'),
      },
    ],
    [t, format],
  )
}
