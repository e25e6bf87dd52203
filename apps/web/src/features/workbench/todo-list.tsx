import { taskKinds } from '@netward/contract/task-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TaskDue } from './task-due.tsx'
import { TaskTiles } from './task-tiles.tsx'
import { TaskName, type TodoRow, todoList, useTaskFields, useTaskNews } from './task.tsx'
import { WaitingLine } from './waiting-card.tsx'
import { inOrder } from './waiting-items.ts'
import './workbench.css'

const nothing = { groups: [], kinds: [] }

/** All that waits for the person: counts and decisions by kind, then what is due first at the top. */
export function TodoList() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const columns = useColumns(several)
  const fields = useTaskFields(taskKinds)
  useTaskNews()
  const { groups, kinds } = useApi(todoList, { pageSize: 1 }, { keepPrevious: true }).data ?? nothing
  return (
    <ListPage
      name="todo"
      title={t('shell.titles.taskTodo')}
      endpoint={todoList}
      columns={columns}
      fields={fields}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      rowName={({ title }) => title}
      defaultSort="due"
      summary={
        <>
          <TaskTiles kinds={kinds} />
          {groups.length > 0 && (
            <ul className="workbench-card workbench-waiting" aria-label={t('workbench.tasks.decisions')}>
              {inOrder(groups).map((group) => (
                <WaitingLine key={group.kind} {...group} />
              ))}
            </ul>
          )}
        </>
      }
      empty={<EmptyState title={t('workbench.tasks.none')} hint={t('workbench.tasks.noneHint')} />}
    />
  )
}

function useColumns(withCompany: boolean): readonly ListColumn<TodoRow>[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly ListColumn<TodoRow>[] => [
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
        key: 'state',
        title: t('orders.state'),
        width: 120,
        phone: 'status',
        render: ({ state }) => (state === null ? '—' : t(`orders.states.${state}`)),
      },
      {
        key: 'since',
        title: t('workbench.tasks.since'),
        width: 140,
        sortable: true,
        phone: 'value',
        render: ({ since }) => <RelativeTime at={since} />,
      },
      {
        key: 'due',
        title: t('orders.due'),
        width: 210,
        sortable: true,
        phone: 'value',
        render: (row) => <TaskDue task={row} />,
      },
      ...(withCompany
        ? [
            {
              key: 'companyName',
              title: t('orders.company'),
              width: 150,
              phone: 'value' as const,
              render: (row: TodoRow) => row.companyName,
            },
          ]
        : []),
    ],
    [t, withCompany],
  )
}
