import type { EndpointOutput } from '@netward/contract'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { SeriesLimitDrawer } from './series-limit-drawer.tsx'
import { useCompanySearch } from './use-company-search.ts'
import './platform-health.css'

const list = 'POST /api/v1/platform/health/series/lists'
export type SeriesRow = EndpointOutput<typeof list>['items'][number]
const dash = '—'

export function CompanySeries() {
  return useMay('DMS_SERVER_SYSTEM_PLATFORM_HEALTH') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  const companyField = useCompanySearch()
  const [chosen, setChosen] = useState<SeriesRow | null>(null)
  const fields = useMemo(
    (): readonly SearchField[] => [
      ...companyField,
      {
        kind: 'select',
        name: 'refusing',
        label: t('platformHealth.refusingOnly'),
        options: [{ value: 'yes', label: t('platformHealth.refusingYes') }],
      },
    ],
    [companyField, t],
  )
  const rowActions = useCallback(
    (row: SeriesRow) => (
      <Button
        type="link"
        size="small"
        aria-label={`${t('platformHealth.setLimit')} ${row.companyName}`}
        onClick={() => setChosen(row)}
      >
        {t('platformHealth.setLimit')}
      </Button>
    ),
    [t],
  )
  return (
    <>
      <ListPage
        name="company-series"
        title={t('shell.titles.companySeries')}
        endpoint={list}
        columns={columns}
        fields={fields}
        rowKey={({ companyId }) => companyId}
        rowName={({ companyName }) => companyName}
        defaultSort="-samples"
        rowActions={rowActions}
        actionsWidth={110}
        empty={
          <EmptyState title={t('platformHealth.seriesNone')} hint={t('platformHealth.seriesNoneHint')} />
        }
      />
      <SeriesLimitDrawer of={chosen} onClose={() => setChosen(null)} />
    </>
  )
}

function useColumns(): readonly ListColumn<SeriesRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<SeriesRow>[] => [
      {
        key: 'companyName',
        title: t('platformHealth.company'),
        width: 180,
        sortable: true,
        render: ({ companyId, companyName }) => <RowLink to={paths.tenant(companyId)}>{companyName}</RowLink>,
      },
      {
        key: 'series',
        title: t('platformHealth.series'),
        width: 110,
        sortable: true,
        align: 'right',
        phone: 'value',
        render: ({ series }) => format.number(series),
      },
      {
        key: 'limit',
        title: t('platformHealth.limit'),
        width: 130,
        align: 'right',
        phone: 'value',
        render: ({ limit, ownLimit }) => (
          <>
            {ownLimit && <span className="quiet">{t('platformHealth.ownLimit')} </span>}
            {format.number(limit)}
          </>
        ),
      },
      {
        key: 'used',
        title: t('platformHealth.used'),
        width: 90,
        sortable: true,
        align: 'right',
        phone: 'value',
        render: ({ series, limit }) => (
          <span className={series >= limit ? 'platform-bad' : undefined}>
            {`${Math.floor((100 * series) / limit)} %`}
          </span>
        ),
      },
      {
        key: 'samples',
        title: t('platformHealth.samples'),
        width: 120,
        sortable: true,
        align: 'right',
        phone: 'value',
        render: ({ samples }) => (samples === null ? dash : format.number(samples)),
      },
      {
        key: 'bytes',
        title: t('platformHealth.bytes'),
        width: 120,
        sortable: true,
        align: 'right',
        phone: 'value',
        render: ({ bytes, sampleBytes, measured }) =>
          bytes === null ? (
            dash
          ) : (
            <span
              title={t(measured ? 'platformHealth.bytesHint' : 'platformHealth.bytesAssumed', {
                size: format.number(Math.round(sampleBytes * 100) / 100),
              })}
            >
              {format.bytes(bytes)}
            </span>
          ),
      },
      {
        key: 'refused',
        title: t('platformHealth.refused'),
        width: 100,
        sortable: true,
        align: 'right',
        phone: 'value',
        render: ({ refused }) => (
          <span className={refused === 0 ? 'quiet' : 'platform-bad'} title={t('platformHealth.refusedHint')}>
            {format.number(refused)}
          </span>
        ),
      },
    ],
    [t, format],
  )
}
