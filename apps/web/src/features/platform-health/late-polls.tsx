import type { EndpointOutput } from '@netward/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { useCompanySearch } from './use-company-search.ts'

const list = 'POST /api/v1/platform/health/late/lists'
type Row = EndpointOutput<typeof list>['items'][number]

export function LatePolls() {
  return useMay('DMS_SERVER_SYSTEM_PLATFORM_HEALTH') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const format = useFormat()
  const fields = useCompanySearch()
  const columns = useMemo(
    (): readonly ListColumn<Row>[] => [
      {
        key: 'companyName',
        title: t('platformHealth.company'),
        width: 240,
        sortable: true,
        render: ({ companyId, companyName }) => <RowLink to={paths.tenant(companyId)}>{companyName}</RowLink>,
      },
      {
        key: 'askedBy',
        title: t('platformHealth.askedBy'),
        width: 260,
        phone: 'value',
        render: ({ probeId, askedBy }) =>
          probeId !== null && askedBy !== null ? (
            <RowLink to={paths.probe(probeId)}>{askedBy}</RowLink>
          ) : askedBy === null ? (
            t('platformHealth.noPoller')
          ) : (
            t('platformHealth.poller', { name: askedBy })
          ),
      },
      {
        key: 'devices',
        title: t('platformHealth.devices'),
        width: 110,
        sortable: true,
        align: 'right',
        phone: 'value',
        render: ({ companyId, devices }) => (
          <RowLink to={`${paths.deviceList}?companyId=${companyId}`}>{format.number(devices)}</RowLink>
        ),
      },
      {
        key: 'oldestAt',
        title: t('platformHealth.oldestRound'),
        width: 160,
        sortable: true,
        phone: 'value',
        render: ({ oldestAt }) => <RelativeTime at={oldestAt} />,
      },
    ],
    [t, format],
  )
  return (
    <ListPage
      name="late-polls"
      title={t('shell.titles.latePolls')}
      endpoint={list}
      columns={columns}
      fields={fields}
      rowKey={({ companyId, probeId, askedBy }) => `${companyId} ${probeId ?? ''} ${askedBy ?? ''}`}
      rowName={({ companyName }) => companyName}
      defaultSort="oldestAt"
      empty={<EmptyState title={t('platformHealth.lateNone')} hint={t('platformHealth.lateNoneHint')} />}
    />
  )
}
