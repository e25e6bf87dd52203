import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportKinds } from '@netward/contract/line-report-values'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { type ReportRow, reportList } from './line-report.ts'
import { ReportDrawer } from './report-drawer.tsx'

export function LineReportList() {
  return useMay('DMS_SERVER_LINE') ? <List /> : <NoPermissionState />
}

/** Reports on lines, which stay as they were made. */
function List() {
  const { t } = useTranslation()
  const format = useFormat()
  const { several } = useCompanyScope()
  const company = useCompanyField(several)
  const [open, setOpen] = useState(false)
  const columns = useMemo(
    (): readonly ListColumn<ReportRow>[] => [
      {
        key: 'title',
        title: t('lineReports.title'),
        width: 320,
        render: (row) => <RowLink to={paths.lineReport(row.id)}>{row.title}</RowLink>,
      },
      ...(several
        ? [
            {
              key: 'companyName',
              title: t('lineReports.company'),
              width: 150,
              phone: 'value',
              render: ({ companyName }: ReportRow) => companyName,
            } as const,
          ]
        : []),
      {
        key: 'kind',
        title: t('lineReports.kind'),
        width: 160,
        phone: 'status',
        render: (row) => t(`lineReports.kinds.${row.kind}`),
      },
      {
        key: 'period',
        title: t('lineReports.period'),
        width: 210,
        phone: 'value',
        render: (row) => `${format.date(row.from)} – ${format.date(row.to)}`,
      },
      {
        key: 'lines',
        title: t('lineReports.lineCount'),
        width: 90,
        phone: 'value',
        render: (row) => format.number(row.lines),
      },
      { key: 'author', title: t('lineReports.author'), width: 140, render: (row) => row.authorName },
      {
        key: 'createdAt',
        title: t('lineReports.createdAt'),
        width: 180,
        sortable: true,
        phone: 'value',
        render: (row) => format.dateTime(row.createdAt),
      },
    ],
    [t, several, format],
  )
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('lineReports.searchLabel'),
        placeholder: t('lineReports.search'),
      },
      {
        kind: 'multi',
        name: 'kind',
        label: t('lineReports.kind'),
        options: reportKinds.map((value) => ({ value, label: t(`lineReports.kinds.${value}`) })),
      },
      ...(several ? [company] : []),
    ],
    [t, several, company],
  )
  const create = (
    <Button type="primary" onClick={() => setOpen(true)}>
      {t('lineReports.create')}
    </Button>
  )
  return (
    <>
      <ListPage
        name="lineReports"
        title={t('shell.titles.lineReports')}
        endpoint={reportList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        defaultSort="-createdAt"
        actions={create}
        empty={<EmptyState title={t('lineReports.none')} hint={t('lineReports.noneHint')} action={create} />}
      />
      <ReportDrawer open={open} onClose={() => setOpen(false)} />
    </>
  )
}
