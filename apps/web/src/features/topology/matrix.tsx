import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { ListPaging } from '../../ui/list-paging.tsx'
import { ListSearchForm, type SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState, ErrorState, LoadingState, NoPermissionState } from '../../ui/states.tsx'
import { useListState } from '../../ui/use-list-state.ts'
import { liveKinds, type MatrixCell, matrixList } from './topology.ts'
import '../../ui/list-page.css'
import './topology.css'

const defaults = { pageSize: 100, sort: undefined } as const

export function TopologyMatrix() {
  return useMay('DMS_SERVER_DEVICE_VIEW') ? <Matrix /> : <NoPermissionState />
}

/** All outlets in sight, as cells: which one to open. */
function Matrix() {
  const { t } = useTranslation()
  const fields = useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('topology.searchLabel'), placeholder: t('topology.search') },
    ],
    [t],
  )
  const [state, change] = useListState(fields, [], defaults)
  const pageSize = state.pageSize === 'all' ? 200 : state.pageSize
  const { search } = state.filters
  const read = useApi(
    matrixList,
    { page: state.page, pageSize, ...(typeof search === 'string' ? { search } : {}) },
    { keepPrevious: true },
  )
  useLiveReads(matrixList, liveKinds)
  return (
    <div className="list-page">
      <div className="list-head">
        <h1>{t('shell.titles.topology')}</h1>
      </div>
      <div className="list-card">
        <ListSearchForm
          fields={fields}
          filters={state.filters}
          onSearch={(filters) => change({ filters, page: 1 })}
        />
        <div className="topology-matrix">
          {read.data === undefined ? (
            read.error === null ? (
              <LoadingState rows={6} />
            ) : (
              <ErrorState error={read.error} onRetry={() => void read.refetch()} />
            )
          ) : read.data.items.length === 0 ? (
            <EmptyState
              title={t('topology.none')}
              hint={t('topology.noneHint')}
              action={<Button href={`#${paths.outlets}`}>{t('shell.titles.outlets')}</Button>}
            />
          ) : (
            <ul>
              {read.data.items.map((cell) => (
                <Cell key={cell.outletId} cell={cell} />
              ))}
            </ul>
          )}
        </div>
        {read.data !== undefined && (
          <ListPaging
            page={state.page}
            pageSize={pageSize}
            shown={read.data.items.length}
            total={read.data.total}
            totalCapped={read.data.totalCapped}
            onChange={change}
          />
        )}
      </div>
    </div>
  )
}

/** The worst of its devices decides the colour; words say the same. */
function toneOf({ health, critical, warning, devices }: MatrixCell): 'ok' | 'warn' | 'bad' | 'off' {
  if (devices === 0 || health === 'unknown') return 'off'
  if (health === 'offline' || critical > 0) return 'bad'
  return health === 'online' && warning === 0 ? 'ok' : 'warn'
}

function Cell({ cell }: { cell: MatrixCell }) {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const {
    outletId,
    outletName,
    companyName,
    health,
    devices,
    online,
    critical,
    warning,
    strangers,
    changes,
  } = cell
  const beyond = critical + warning
  return (
    <li>
      <Link to={paths.outletTopology(outletId)} className={`topology-cell topology-cell-${toneOf(cell)}`}>
        <strong>{outletName}</strong>
        {several && <small>{companyName}</small>}
        <span>
          {t(`outlets.health.${health}`)}
          {devices > 0 && ` ${online} / ${devices}`}
        </span>
        {beyond > 0 && (
          <span>
            {t('topology.beyond')} {beyond}
          </span>
        )}
        {(strangers ?? 0) > 0 && (
          <span className="quiet">
            {t('topology.strangers')} {strangers}
          </span>
        )}
        {changes > 0 && (
          <span>
            {t('topology.changesToday')} {changes}
          </span>
        )}
      </Link>
    </li>
  )
}
