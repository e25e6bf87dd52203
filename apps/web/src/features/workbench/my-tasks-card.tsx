import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TaskTiles } from './task-tiles.tsx'
import { TaskDue } from './task-due.tsx'
import { TaskName, todoList, useTaskNews } from './task.tsx'

const shown = 5

/** Orders, alarms and dates of the person, those due first; nothing where there are none. */
export function MyTasksCard() {
  const { t } = useTranslation()
  const tasks = useApi(todoList, { pageSize: shown }, { keepPrevious: true }).data
  useTaskNews()
  if (tasks === undefined || tasks.items.length === 0) return null
  return (
    <section className="workbench-card" aria-labelledby="workbench-tasks">
      <header>
        <h2 id="workbench-tasks">{t('shell.titles.taskTodo')}</h2>
        <Link to={paths.taskTodo}>{t('orders.more', { count: tasks.total })}</Link>
      </header>
      <div className="workbench-kinds">
        <TaskTiles kinds={tasks.kinds} />
      </div>
      <ul className="workbench-tasks">
        {tasks.items.map((task) => (
          <li key={`${task.kind} ${task.id}`}>
            <span>
              <TaskName task={task} />
            </span>
            <span className="quiet">{task.companyName}</span>
            <span className="quiet">
              {task.due === null ? <RelativeTime at={task.since} /> : <TaskDue task={task} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
