import type { EndpointOutput } from '@netward/contract'
import { healthBands } from '@netward/contract/outlet-health-values'
import { Button } from 'antd'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { actIn } from '../../lib/act-in.ts'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { HealthScore } from '../../ui/health-score.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState } from '../../ui/states.tsx'

const list = 'POST /api/v1/chart/overview/customers/lists'
type Customer = EndpointOutput<typeof list>['items'][number]

const dash = '—'
const dayMs = 86_400_000
const soonDays = 30
const nearly = 0.8
/** A date is near by days. */
const stepMs = 3_600_000

/** Customers, the worst first; one click acts inside. */
export function CustomerList({ summary }: { summary: ReactNode }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('overview.customer'),
        placeholder: t('overview.customerSearch'),
      },
      {
        kind: 'multi',
        name: 'band',
        label: t('overview.worstScore'),
        options: healthBands.map((value) => ({ value, label: t(`outlets.band.${value}`) })),
      },
    ],
    [t],
  )
  const rowActions = useCallback(
    ({ id: companyId, name, status }: Customer) => (
      <Button
        type="link"
        size="small"
        disabled={status === 'deactivated'}
        aria-label={`${t('tenants.actIn')} ${name}`}
        onClick={() => actIn({ companyId, name }, paths.overviewNetwork)}
      >
        {t('tenants.actIn')}
      </Button>
    ),
    [t],
  )
  return (
    <ListPage
      name="overview-customers"
      title={t('shell.titles.overviewGlobal')}
      endpoint={list}
      summary={summary}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      defaultSort="score"
      defaultPageSize={50}
      rowActions={rowActions}
      actionsWidth={96}
      empty={
        <EmptyState
          title={t('overview.customersNone')}
          hint={t('overview.customersNoneHint')}
          action={<Button href={`#${paths.tenants}`}>{t('shell.titles.tenants')}</Button>}
        />
      }
    />
  )
}

function useColumns(): readonly ListColumn<Customer>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const soon = useNow(stepMs) + soonDays * dayMs
  return useMemo((): readonly ListColumn<Customer>[] => {
    const number = (value: number | null, to: string, bad: boolean) =>
      value === null ? (
        dash
      ) : value === 0 ? (
        <span className="quiet">0</span>
      ) : (
        <span className={bad ? 'overview-bad' : undefined}>
          <RowLink to={to}>{format.number(value)}</RowLink>
        </span>
      )
    return [
      {
        key: 'name',
        title: t('overview.customer'),
        width: 220,
        sortable: true,
        render: ({ id, name }) => <RowLink to={paths.tenant(id)}>{name}</RowLink>,
      },
      {
        key: 'score',
        title: t('overview.worstScore'),
        width: 110,
        sortable: true,
        phone: 'status',
        render: (row) => <HealthScore outlet={row} />,
      },
      {
        key: 'offline',
        title: t('overview.offlineOutlets'),
        width: 120,
        sortable: true,
        align: 'right',
        phone: 'value',
        render: ({ id, offline, outlets }) => (
          <>
            {number(offline, `${paths.outlets}?companyId=${id}&band=poor`, true)}
            <span className="quiet"> / {format.number(outlets)}</span>
          </>
        ),
      },
      {
        key: 'critical',
        title: t('overview.criticalAlarms'),
        width: 110,
        sortable: true,
        align: 'right',
        phone: 'value',
        render: ({ id, critical }) =>
          number(critical, `${paths.alarms}?companyId=${id}&severity=critical`, true),
      },
      {
        key: 'overdue',
        title: t('overview.overdueOrders'),
        width: 110,
        sortable: true,
        align: 'right',
        phone: 'value',
        render: ({ id, overdue }) => number(overdue, `${paths.orders}?companyId=${id}&overdue=yes`, true),
      },
      {
        key: 'quota',
        title: t('overview.quota'),
        width: 150,
        sortable: true,
        align: 'right',
        phone: 'value',
        render: ({ quota, quotaKind }) =>
          quota === null || quotaKind === null ? (
            dash
          ) : (
            <span className={quota >= 1 ? 'overview-bad' : quota >= nearly ? 'overview-warn' : undefined}>
              {`${Math.round(quota * 100)} % `}
              <span className="quiet">{t(`licences.kinds.${quotaKind}`)}</span>
            </span>
          ),
      },
      {
        key: 'endsAt',
        title: t('overview.endsAt'),
        width: 120,
        sortable: true,
        phone: 'value',
        render: ({ endsAt }) =>
          endsAt === null ? (
            dash
          ) : (
            <span className={Date.parse(endsAt) < soon ? 'overview-warn' : undefined}>
              {format.date(endsAt)}
            </span>
          ),
      },
    ]
  }, [t, format, soon])
}
