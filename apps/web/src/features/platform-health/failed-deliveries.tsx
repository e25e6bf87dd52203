import type { EndpointOutput } from '@netward/contract'
import { channelForms } from '@netward/contract/integration-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { useCompanySearch } from './use-company-search.ts'

const list = 'POST /api/v1/platform/health/deliveries/lists'
type Row = EndpointOutput<typeof list>['items'][number]

export function FailedDeliveries() {
  return useMay('DMS_SERVER_SYSTEM_PLATFORM_HEALTH') ? <List /> : <NoPermissionState />
}

/** Without what they say and to whom: that is the company's. */
function List() {
  const { t } = useTranslation()
  const format = useFormat()
  const fields = useCompanySearch()
  const columns = useMemo(
    (): readonly ListColumn<Row>[] => [
      {
        key: 'createdAt',
        title: t('platformHealth.failedAt'),
        width: 160,
        sortable: true,
        render: ({ createdAt }) => format.dateTime(createdAt),
      },
      {
        key: 'companyName',
        title: t('platformHealth.company'),
        width: 220,
        phone: 'value',
        render: ({ companyId, companyName }) => <RowLink to={paths.tenant(companyId)}>{companyName}</RowLink>,
      },
      {
        key: 'kind',
        title: t('platformHealth.kind'),
        width: 110,
        phone: 'value',
        render: ({ kind }) =>
          kind === null ? t('platformHealth.bell') : t(`integrations.kinds.${channelForms[kind]}`),
      },
      {
        key: 'channelName',
        title: t('platformHealth.channel'),
        width: 180,
        phone: 'value',
        render: ({ channelName }) => channelName ?? '—',
      },
      {
        key: 'reason',
        title: t('platformHealth.reason'),
        width: 360,
        phone: 'value',
        render: ({ reason }) =>
          reason === null ? t('platformHealth.reasonUnknown') : t(`integrations.failures.${reason}`),
      },
      {
        key: 'attempts',
        title: t('platformHealth.attempts'),
        width: 100,
        align: 'right',
        render: ({ attempts }) => format.number(attempts),
      },
    ],
    [t, format],
  )
  return (
    <ListPage
      name="failed-deliveries"
      title={t('shell.titles.failedDeliveries')}
      endpoint={list}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      rowName={({ companyName }) => companyName}
      defaultSort="-createdAt"
      empty={
        <EmptyState
          title={t('platformHealth.deliveriesNone')}
          hint={t('platformHealth.deliveriesNoneHint')}
        />
      }
    />
  )
}
