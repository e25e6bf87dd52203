import { doneKinds } from '@netward/contract/task-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { doneList, type DoneRow, TaskName, useTaskFields } from './task.tsx'

/** What the person finished, the last 30 days without a range. */
export function DoneList() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const columns = useColumns(several)
  const common = useTaskFields(doneKinds)
  const fields = useMemo(
    (): readonly SearchField[] => [
      ...common,
      { kind: 'moment', name: 'from', label: t('workbench.tasks.from') },
      { kind: 'moment', name: 'to', label: t('workbench.tasks.to') },
    ],
    [t, common],
  )
  return (
    <ListPage
      name="done"
      title={t('shell.titles.taskDone')}
      endpoint={doneList}
      columns={columns}
      fields={fields}
      rowKey={({ kind, id, act, finishedAt }) => `${kind} ${id} ${act} ${finishedAt}`}
      rowName={({ title }) => title}
      defaultSort="-finishedAt"
      exportCsv={{ endpoint: 'POST /api/v1/task/done/export', label: t('shell.titles.taskDone') }}
      summary={<p className="quiet">{t('workbench.tasks.doneHint')}</p>}
      empty={<EmptyState title={t('workbench.tasks.doneNone')} hint={t('workbench.tasks.doneHint')} />}
    />
  )
}

function useColumns(withCompany: boolean): readonly ListColumn<DoneRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<DoneRow>[] => [
      {
        key: 'title',
        title: t('workbench.tasks.title'),
        width: 300,
        render: (row) => <TaskName task={row} />,
      },
      {
        key: 'kind',
        title: t('workbench.tasks.kind'),
        width: 100,
        phone: 'value',
        render: ({ kind }) => t(`workbench.tasks.kinds.${kind}`),
      },
      {
        key: 'act',
        title: t('workbench.tasks.act'),
        width: 120,
        phone: 'status',
        render: ({ act }) => t(`workbench.tasks.acts.${act}`),
      },
      {
        key: 'finishedAt',
        title: t('workbench.tasks.finishedAt'),
        width: 180,
        sortable: true,
        phone: 'value',
        render: ({ finishedAt }) => format.dateTime(finishedAt),
      },
      ...(withCompany
        ? [
            {
              key: 'companyName',
              title: t('orders.company'),
              width: 150,
              phone: 'value' as const,
              render: (row: DoneRow) => row.companyName,
            },
          ]
        : []),
    ],
    [t, format, withCompany],
  )
}
