import type { SettingField, SettingList } from '@netward/contract/gateway-setting-values'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListPaging } from '../../ui/list-paging.tsx'
import { nextSort } from '../../ui/list-state.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useListRows } from '../../ui/use-list-rows.ts'
import { useListState } from '../../ui/use-list-state.ts'
import type { DeviceDetail } from '../../lib/device-row.ts'
import { InstanceActs } from './instance-card.tsx'
import { type Change, fieldOf, type Instance, isWritable, listRead, pendingOf } from './setting.ts'
import { LaterText, RawLink, SettingValueText } from './setting-value-text.tsx'
import { type SettingWords, useSettingWords } from './use-setting-words.ts'
import '../../ui/list-page.css'
import '../../ui/plain-table.css'

/** The columns, in order of importance; those empty in all rows are omitted. */
const columnsOf: Record<SettingList, readonly SettingField[]> = {
  static_lease: ['ipAddress', 'macAddress', 'enabled'],
  host: ['name', 'ipAddress', 'macAddress', 'connectedBy', 'active', 'leaseLeft'],
  wifi_client: [
    'name',
    'macAddress',
    'ipAddress',
    'network',
    'band',
    'signal',
    'downlinkRate',
    'uplinkRate',
    'active',
  ],
  port_mapping: [
    'name',
    'enabled',
    'protocol',
    'externalPort',
    'internalClient',
    'internalPort',
    'remoteHost',
    'state',
  ],
}
const defaults = { pageSize: 50, sort: undefined } as const
const searchFields = [{ name: 'search', kind: 'text' }] as const

interface Props {
  readonly device: DeviceDetail
  readonly list: SettingList
  readonly change: Change | null
  readonly empty: React.ReactNode
  readonly onEdit: (instance: Instance) => void
  readonly onRemove: (instance: Instance) => void
}

/** Hosts, clients, static leases or port mappings: paged, searched and sorted by the server. */
export function InstanceTable(props: Props) {
  const { t } = useTranslation()
  const words = useSettingWords()
  const { device, list } = props
  const all = columnsOf[list]
  const [state, change] = useListState(searchFields, all, defaults)
  const rows = useListRows(listRead, state, { deviceId: device.id, list })
  const search = state.filters['search']
  const searching = typeof search === 'string' && search !== ''
  if (rows.error !== null) return <ErrorState error={rows.error} onRetry={() => void rows.refetch()} />
  if (rows.loading) return <LoadingState />
  if (rows.total === 0 && !searching) return props.empty

  const instances = Array.from({ length: rows.count }, (_, index) => rows.rowAt(index)).filter(
    (one) => one !== undefined,
  )
  const columns = all.filter((key) => instances.some((one) => fieldOf(one, key) !== undefined))
  const acts = instances.some((one) => one.removable || one.fields.some(isWritable))
  return (
    <>
      <search className="setting-search">
        <Input.Search
          key={searching ? search : ''}
          defaultValue={searching ? search : ''}
          aria-label={t('gatewaySettings.search')}
          placeholder={t('gatewaySettings.searchHint')}
          maxLength={100}
          allowClear
          onSearch={(text) => change({ filters: text.trim() === '' ? {} : { search: text.trim() }, page: 1 })}
        />
      </search>
      {rows.count === 0 ? (
        <EmptyState onClear={() => change({ filters: {}, page: 1 })} />
      ) : (
        <div className="plain-table-frame">
          <table className="plain-table" aria-label={t(`gatewaySettings.sections.${list}`)}>
            <thead>
              <tr>
                {columns.map((key) => (
                  <SortHead
                    key={key}
                    words={words}
                    field={key}
                    sort={state.sort}
                    onSort={() => change({ sort: nextSort(state.sort, key, defaults.sort), page: 1 })}
                  />
                ))}
                {acts && <th>{t('common.actions')}</th>}
              </tr>
            </thead>
            <tbody>
              {instances.map((instance) => (
                <Row key={instance.instance} {...props} instance={instance} columns={columns} acts={acts} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ListPaging
        page={state.page}
        pageSize={state.pageSize}
        shown={rows.count}
        total={rows.total}
        totalCapped={rows.totalCapped}
        onChange={change}
      />
    </>
  )
}

function Row(props: Props & { instance: Instance; columns: readonly SettingField[]; acts: boolean }) {
  const { t } = useTranslation()
  const words = useSettingWords()
  const { device, instance, columns } = props
  const pending = pendingOf(props.change, instance.instance).size > 0
  const title = instance.label === '' ? instance.instance : instance.label
  return (
    <tr>
      {columns.map((key, place) => {
        const field = fieldOf(instance, key)
        return (
          <td key={key} data-label={words.field(key)}>
            <span className="setting-cell">
              {field === undefined ? (
                <span className="device-quiet">{t('gatewaySettings.notReported')}</span>
              ) : (
                <>
                  {key === 'externalPort' ? (
                    <PortsText instance={instance} />
                  ) : (
                    <SettingValueText field={field} brief />
                  )}
                  <RawLink deviceId={device.id} path={field.path} />
                  {!pending && <LaterText field={field} />}
                </>
              )}
              {place === 0 && pending && (
                <StatusTag tone="busy">{t('gatewaySettings.change.pending')}</StatusTag>
              )}
            </span>
          </td>
        )
      })}
      {props.acts && (
        <td>
          <InstanceActs
            device={device}
            instance={instance}
            title={title}
            onEdit={() => props.onEdit(instance)}
            onRemove={() => props.onRemove(instance)}
          />
        </td>
      )}
    </tr>
  )
}

/** One port, or the first and last of a range. */
function PortsText({ instance }: { instance: Instance }) {
  const { t } = useTranslation()
  const first = fieldOf(instance, 'externalPort')?.value
  const last = fieldOf(instance, 'externalPortEnd')?.value
  const range = typeof first === 'number' && typeof last === 'number' && last > first
  return (
    <span className="mono">
      {range ? t('gatewaySettings.ports', { first, last }) : first === null ? '—' : String(first)}
    </span>
  )
}

function SortHead(props: {
  words: SettingWords
  field: SettingField
  sort: string | undefined
  onSort: () => void
}) {
  const { t } = useTranslation()
  const { field, sort } = props
  const title = props.words.field(field)
  const direction = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none'
  const arrow = { ascending: '↑', descending: '↓', none: '' }[direction]
  return (
    <th aria-sort={direction} aria-label={title}>
      <button
        type="button"
        className="setting-sort"
        title={t('common.sortBy', { column: title })}
        onClick={props.onSort}
      >
        {title} {arrow}
      </button>
    </th>
  )
}
