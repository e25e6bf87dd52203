import { statementKinds } from '@netward/contract/statement-values'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { lastMonths, type StatementRow, statementList } from './statement.ts'

export function StatementList() {
  return useMay('DMS_SERVER_REPORT') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const columns = useColumns()
  const [opened] = useState(() => new Date())
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'select',
        name: 'month',
        label: t('statements.month'),
        options: lastMonths(opened).map((value) => ({ value, label: value.slice(0, 7) })),
      },
      ...(several
        ? ([
            {
              kind: 'text',
              name: 'search',
              label: t('statements.searchLabel'),
              placeholder: t('statements.search'),
            },
            {
              kind: 'multi',
              name: 'kind',
              label: t('statements.kind'),
              options: statementKinds.map((value) => ({ value, label: t(`statements.kinds.${value}`) })),
            },
          ] as const)
        : []),
    ],
    [t, several, opened],
  )
  return (
    <ListPage
      name="statements"
      title={t('shell.titles.statements')}
      endpoint={statementList}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      rowName={({ companyName, month }) => `${companyName} ${month.slice(0, 7)}`}
      defaultSort="-month"
      empty={<EmptyState title={t('statements.none')} hint={t('statements.noneHint')} />}
    />
  )
}

function useColumns(): readonly ListColumn<StatementRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo((): readonly ListColumn<StatementRow>[] => {
    const figure = (key: 'outlets' | 'devices' | 'orders' | 'beyond' | 'sms'): ListColumn<StatementRow> => ({
      key,
      title: t(`statements.${key}`),
      width: 120,
      align: 'right',
      phone: 'value',
      render: (row) => (row[key] === null ? '—' : format.number(row[key])),
    })
    return [
      {
        key: 'company',
        title: t('statements.company'),
        width: 240,
        render: ({ id, companyName }) => <RowLink to={paths.statement(id)}>{companyName}</RowLink>,
      },
      {
        key: 'month',
        title: t('statements.month'),
        width: 120,
        sortable: true,
        phone: 'value',
        render: ({ month }) => month.slice(0, 7),
      },
      {
        key: 'kind',
        title: t('statements.kind'),
        width: 110,
        render: ({ kind }) => t(`statements.kinds.${kind}`),
      },
      figure('outlets'),
      figure('devices'),
      figure('orders'),
      figure('beyond'),
      figure('sms'),
      {
        key: 'corrected',
        title: t('statements.note'),
        width: 140,
        phone: 'status',
        render: ({ corrected }) =>
          corrected ? <StatusTag tone="warn">{t('statements.corrected')}</StatusTag> : '—',
      },
      {
        key: 'madeAt',
        title: t('statements.madeAt'),
        width: 180,
        render: ({ madeAt }) => format.dateTime(madeAt),
      },
    ]
  }, [t, format])
}
