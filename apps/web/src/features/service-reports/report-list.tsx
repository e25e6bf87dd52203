import { PlusOutlined } from '@ant-design/icons'
import { servicePeriods, serviceReportStates } from '@netward/contract/service-report-values'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { MakeDrawer } from './make-drawer.tsx'
import { type ReportRow, reportList } from './service-report.ts'

export function ServiceReportList() {
  return useMay('DMS_SERVER_REPORT') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const company = useCompanyField(several)
  const [making, setMaking] = useState(false)
  const columns = useColumns(several)
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('serviceReports.searchLabel'),
        placeholder: t('serviceReports.search'),
      },
      {
        kind: 'multi',
        name: 'period',
        label: t('serviceReports.period'),
        options: servicePeriods.map((value) => ({ value, label: t(`serviceReports.periods.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'state',
        label: t('serviceReports.state'),
        options: serviceReportStates.map((value) => ({ value, label: t(`serviceReports.states.${value}`) })),
      },
      ...(several ? [company] : []),
    ],
    [t, several, company],
  )
  const create = (
    <Permission codes={['DMS_SERVER_REPORT_EDIT']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setMaking(true)}>
        {t('serviceReports.create')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="serviceReports"
        title={t('shell.titles.serviceReports')}
        endpoint={reportList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        defaultSort="-createdAt"
        actions={
          <>
            <Link to={paths.reportSchedules}>
              <Button>{t('serviceReports.schedules')}</Button>
            </Link>
            {create}
          </>
        }
        empty={
          <EmptyState title={t('serviceReports.none')} hint={t('serviceReports.noneHint')} action={create} />
        }
      />
      <MakeDrawer open={making} onClose={() => setMaking(false)} />
    </>
  )
}

function useColumns(several: boolean): readonly ListColumn<ReportRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<ReportRow>[] => [
      {
        key: 'title',
        title: t('serviceReports.title'),
        width: 280,
        render: (row) => <RowLink to={paths.serviceReport(row.id)}>{row.title}</RowLink>,
      },
      {
        key: 'state',
        title: t('serviceReports.state'),
        width: 110,
        phone: 'status',
        render: ({ state }) => (
          <StatusTag tone={state === 'issued' ? 'ok' : 'waiting'}>
            {t(`serviceReports.states.${state}`)}
          </StatusTag>
        ),
      },
      {
        key: 'range',
        title: t('serviceReports.range'),
        width: 210,
        phone: 'value',
        render: ({ from, to }) => `${from} – ${to}`,
      },
      {
        key: 'period',
        title: t('serviceReports.period'),
        width: 110,
        render: ({ period }) => t(`serviceReports.periods.${period}`),
      },
      ...(several
        ? [
            {
              key: 'companyName',
              title: t('serviceReports.company'),
              width: 150,
              phone: 'value',
              render: ({ companyName }: ReportRow) => companyName,
            } as const,
          ]
        : []),
      {
        key: 'maker',
        title: t('serviceReports.maker'),
        width: 150,
        phone: 'value',
        render: ({ makerName }) => makerName,
      },
      {
        key: 'author',
        title: t('serviceReports.author'),
        width: 120,
        render: ({ authorName }) => authorName,
      },
      {
        key: 'createdAt',
        title: t('serviceReports.createdAt'),
        width: 180,
        sortable: true,
        render: (row) => format.dateTime(row.createdAt),
      },
      {
        key: 'issuedAt',
        title: t('serviceReports.issuedAt'),
        width: 180,
        phone: 'value',
        render: ({ issuedAt }) => (issuedAt === null ? '—' : format.dateTime(issuedAt)),
      },
    ],
    [t, several, format],
  )
}
