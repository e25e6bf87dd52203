import type { EndpointOutput } from '@netward/contract'
import { Drawer } from 'antd'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from '../../../ui/detail-page.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { ListPaging } from '../../../ui/list-paging.tsx'
import { ListSearchForm, type SearchField } from '../../../ui/list-search-form.tsx'
import { nextSort } from '../../../ui/list-state.ts'
import { useMonitoringParts } from '../../../ui/monitoring-parts.ts'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx'
import { useChosenRows } from '../../../ui/use-chosen-rows.ts'
import { useDrawer } from '../../../ui/use-drawer.ts'
import { useListRows } from '../../../ui/use-list-rows.ts'
import { useListState } from '../../../ui/use-list-state.ts'
import { useFormat } from '../../../lib/format.ts'
import { useMay } from '../../../lib/permissions.ts'
import { NeighbourLink, useInterfaceColumns } from './interface-columns.tsx'
import { InterfaceMarks } from './interface-marks.tsx'
import '../../../ui/list-page.css'
import './detail.css'

const endpoint = 'POST /monitor/api/v1/device/:deviceId/interfaces'
export type InterfaceRow = EndpointOutput<typeof endpoint>['items'][number]
const keyOf = ({ key }: InterfaceRow): string => key

const states = ['up', 'down', 'disabled'] as const
const defaults = { pageSize: 50, sort: 'index' } as const
const sortable = ['index', 'name', 'inRate', 'outRate', 'use', 'errors']

/** The interfaces of a device; each opens its charts. */
export function InterfaceTable({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('monitoring.list.searchLabel'),
        placeholder: t('monitoring.interfaces.search'),
      },
      {
        kind: 'multi',
        name: 'state',
        label: t('monitoring.interfaces.state'),
        options: states.map((value) => ({ value, label: t(`monitoring.interfaces.states.${value}`) })),
      },
      {
        kind: 'select',
        name: 'important',
        label: t('monitoring.interfaces.important'),
        options: (['yes', 'no'] as const).map((value) => ({
          value,
          label: t(`monitoring.interfaces.isImportant.${value}`),
        })),
      },
    ],
    [t],
  )
  const [state, change] = useListState(fields, sortable, defaults)
  const fixed = useMemo(() => ({ deviceId }), [deviceId])
  const rows = useListRows(endpoint, state, fixed)
  const drawer = useDrawer<InterfaceRow>()
  const columns = useInterfaceColumns(drawer.show)
  const { keys: chosen, select, clear } = useChosenRows(keyOf)
  const mayMark = useMay('DMS_SERVER_DEVICE_EDIT')
  const search = useCallback(
    (filters: typeof state.filters) => {
      clear()
      change({ filters, page: 1 })
    },
    [change, clear],
  )
  const filtered = Object.keys(state.filters).length > 0
  return (
    <section className="interface-card" aria-label={t('monitoring.detail.interfaces')}>
      <ListSearchForm fields={fields} filters={state.filters} onSearch={search} />
      {chosen.size > 0 && <InterfaceMarks deviceId={deviceId} keys={chosen} onClear={clear} />}
      {rows.error !== null ? (
        <ErrorState error={rows.error} onRetry={() => void rows.refetch()} />
      ) : rows.loading ? (
        <LoadingState rows={10} />
      ) : rows.count === 0 ? (
        <EmptyState
          title={t('monitoring.interfaces.none')}
          hint={t('monitoring.interfaces.noneHint')}
          onClear={filtered ? () => search({}) : undefined}
        />
      ) : (
        <DataTable<InterfaceRow>
          label={t('monitoring.detail.interfaces')}
          columns={columns}
          count={rows.count}
          rowAt={rows.rowAt}
          rowKey={keyOf}
          rowName={({ name }) => name}
          density="default"
          sort={state.sort}
          onSort={(column) => change({ sort: nextSort(state.sort, column, defaults.sort), page: 1 })}
          {...(mayMark && { selected: chosen, onSelect: select })}
          {...(rows.onRange !== undefined && { onRange: rows.onRange })}
          busy={rows.refreshing}
        />
      )}
      {rows.error === null && !rows.loading && (
        <ListPaging
          page={state.page}
          pageSize={state.pageSize}
          shown={rows.count}
          total={rows.total}
          totalCapped={rows.totalCapped}
          onChange={change}
        />
      )}
      <Drawer
        title={t('monitoring.interfaces.chartsOf', { name: drawer.about?.name ?? '' })}
        open={drawer.open}
        onClose={drawer.close}
        size={920}
        className="form-drawer"
        destroyOnHidden
      >
        {drawer.about !== null && <InterfacePage deviceId={deviceId} row={drawer.about} />}
      </Drawer>
    </section>
  )
}

/** One interface: what it is, and its charts. */
function InterfacePage({ deviceId, row }: { deviceId: string; row: InterfaceRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { InterfaceCharts } = useMonitoringParts()
  const { alias, mac, addresses, since, taggedVlans, neighbour } = row
  const dash = '—'
  return (
    <>
      <div className="interface-facts">
        <Facts
          facts={[
            { label: t('monitoring.interfaces.alias'), value: alias || dash },
            {
              label: t('monitoring.interfaces.state'),
              value: `${t(`monitoring.interfaces.states.${row.state}`)}${since === null ? '' : ` · ${t('monitoring.interfaces.since', { time: format.dateTime(since) })}`}`,
            },
            { label: t('monitoring.interfaces.mac'), value: mac ?? dash },
            { label: t('monitoring.interfaces.addresses'), value: addresses.join(', ') || dash },
            {
              label: t('monitoring.interfaces.vlan'),
              value: [row.vlan, ...taggedVlans].filter((vlan) => vlan !== null).join(', ') || dash,
            },
            {
              label: t('monitoring.interfaces.neighbour'),
              value: neighbour === null ? dash : <NeighbourLink neighbour={neighbour} />,
            },
          ]}
        />
      </div>
      <h2 className="visually-hidden">{t('monitoring.groups.traffic')}</h2>
      <InterfaceCharts deviceId={deviceId} instance={row.key} speed={row.speed} />
    </>
  )
}
