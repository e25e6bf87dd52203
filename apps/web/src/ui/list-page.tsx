import { DownloadOutlined } from '@ant-design/icons'
import type { EndpointInput } from '@netward/contract'
import type { FailedItem } from '@netward/contract/errors'
import { Button } from 'antd'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiDownload } from '../lib/api-client.ts'
import { useFormat } from '../lib/format.ts'
import { notify } from '../lib/notify.ts'
import { DataTable } from './data-table.tsx'
import type { Column } from './data-table-column.ts'
import { FilterChips, ListSearchForm, type SearchField } from './list-search-form.tsx'
import { ListPaging } from './list-paging.tsx'
import { type ListDefaults, type ListState, nextSort, type PageSize } from './list-state.ts'
import { ListViewOptions, useViewOptions } from './list-view-options.tsx'
import { EmptyState, ErrorState, LoadingState } from './states.tsx'
import { listInput, type ListKey, type RowOf, useListRows } from './use-list-rows.ts'
import { useChosenRows } from './use-chosen-rows.ts'
import { useListState } from './use-list-state.ts'
import './list-page.css'

type ExportKey = Parameters<typeof apiDownload>[0]

export interface ListColumn<Row> extends Column<Row> {
  /** Hidden until the user selects it. */
  readonly hidden?: boolean
}

/** The selected rows, for the batch buttons. */
export interface Selection<Row> {
  readonly ids: readonly string[]
  readonly rows: readonly Row[]
  readonly clear: () => void
  /** Keeps selected the rows that a batch refused: they still need attention. */
  readonly keep: (refused: readonly FailedItem[]) => void
}

export interface ListPageProps<K extends ListKey> {
  /** Key under which column choice and density are stored. */
  readonly name: string
  readonly title: string
  readonly endpoint: K
  /** Input fixed by the screen, such as the device that the list is about. */
  readonly fixedInput?: Partial<EndpointInput<K>>
  readonly fields?: readonly SearchField[]
  /**
   * Keep them stable between renders (`useMemo`), or every row renders on every scroll. The first column is
   * sticky.
   */
  readonly columns: readonly ListColumn<RowOf<K>>[]
  readonly rowKey: (row: RowOf<K>) => string
  /** Label of a row for screen readers. */
  readonly rowName?: (row: RowOf<K>) => string
  /** Key of the row that somebody comes back to. */
  readonly marked?: string | undefined
  readonly rowActions?: (row: RowOf<K>) => ReactNode
  readonly actionsWidth?: number
  readonly defaultSort?: string
  readonly defaultPageSize?: PageSize
  readonly exportCsv?: { endpoint: ExportKey; label: string }
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  /** Between the title and the search form, e.g. counts that link to this list with a filter. */
  readonly summary?: ReactNode
  /** Buttons for the selected rows; without them rows are not selectable. */
  readonly batchActions?: (selection: Selection<RowOf<K>>) => ReactNode
  /** Shown when the unfiltered list is empty. */
  readonly empty?: ReactNode
}

const noFields: readonly SearchField[] = []
const nothingFixed = {}

/** A list: search form, table and paging, with its whole state in the address. */
export function ListPage<K extends ListKey>(props: ListPageProps<K>) {
  type Row = RowOf<K>
  const { t } = useTranslation()
  const { fields = noFields, columns, endpoint, rowKey } = props
  const fixed = (props.fixedInput ?? nothingFixed) as Partial<EndpointInput<K>>
  const defaults: ListDefaults = { pageSize: props.defaultPageSize ?? 50, sort: props.defaultSort }
  const sortable = columns.filter((column) => column.sortable === true).map(({ key }) => key)
  const [state, change] = useListState(fields, sortable, defaults)
  const rows = useListRows(endpoint, state, fixed)
  const view = useViewOptions(
    props.name,
    columns.filter((column) => column.hidden === true).map(({ key }) => key),
  )
  const { chosen, keys: chosenKeys, select, clear, keep } = useChosenRows(rowKey)
  const question = JSON.stringify([state.filters, fixed])
  useEffect(clear, [question, clear])
  const shown = useMemo(
    () => columns.filter(({ key }, index) => index === 0 || !view.hidden.includes(key)),
    [columns, view.hidden],
  )
  const search = useCallback((filters: ListState['filters']) => change({ filters, page: 1 }), [change])
  const filtered = Object.keys(state.filters).length > 0

  return (
    <section className="list-page">
      <header className="list-head">
        <h1>{props.title}</h1>
        <div className="list-actions">{props.actions}</div>
      </header>
      {props.summary}
      <div className="list-card">
        {fields.length > 0 && <ListSearchForm fields={fields} filters={state.filters} onSearch={search} />}
        <div className="list-tools">
          {chosen.size > 0 && props.batchActions !== undefined ? (
            <div className="list-batch">
              <strong>{t('common.selected', { count: chosen.size })}</strong>
              {props.batchActions({
                ids: [...chosen.keys()],
                rows: [...chosen.values()],
                clear,
                keep: (refused) => keep((key) => refused.some(({ id }) => id === key)),
              })}
              <Button type="link" onClick={clear}>
                {t('common.clearSelection')}
              </Button>
            </div>
          ) : (
            <FilterChips fields={fields} filters={state.filters} onSearch={search} />
          )}
          <div className="list-view">
            {props.exportCsv !== undefined && (
              <ExportButton {...props.exportCsv} input={listInput(state, fixed, 1, 50)} />
            )}
            <ListViewOptions
              columns={columns.map(({ key, title }, index) => ({ key, title, fixed: index === 0 }))}
              view={view}
              refreshing={rows.refreshing}
              onRefresh={() => void rows.refetch()}
            />
          </div>
        </div>
        {rows.error !== null ? (
          <ErrorState error={rows.error} onRetry={() => void rows.refetch()} />
        ) : rows.loading ? (
          <LoadingState rows={10} />
        ) : rows.count === 0 ? (
          filtered ? (
            <EmptyState onClear={() => search({})} />
          ) : (
            (props.empty ?? <EmptyState />)
          )
        ) : (
          <DataTable<Row>
            label={props.title}
            columns={shown}
            count={rows.count}
            rowAt={rows.rowAt}
            rowKey={rowKey}
            rowName={props.rowName}
            density={view.density}
            sort={state.sort}
            onSort={(column) => change({ sort: nextSort(state.sort, column, defaults.sort), page: 1 })}
            marked={props.marked}
            rowActions={props.rowActions}
            {...(props.actionsWidth !== undefined && { actionsWidth: props.actionsWidth })}
            {...(props.batchActions !== undefined && { selected: chosenKeys, onSelect: select })}
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
      </div>
    </section>
  )
}

function ExportButton({
  endpoint,
  label,
  input,
}: {
  endpoint: ExportKey
  label: string
  input: Record<string, unknown>
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const cutAt = await apiDownload(endpoint, input as EndpointInput<ExportKey>, label)
      if (cutAt !== null) notify.info(t('common.exportCut', { rows: format.number(cutAt) }))
    } catch {
      // The client has reported it.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button type="text" icon={<DownloadOutlined />} loading={busy} onClick={() => void save()}>
      {busy ? t('common.exporting') : t('common.export')}
    </Button>
  )
}
