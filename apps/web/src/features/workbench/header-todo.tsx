import { CheckSquareOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Badge, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { todoList, useTaskNews } from './task.tsx'

const rereadMs = 120_000

/** How many lines the list of what waits has. */
export function HeaderTodo() {
  const { t } = useTranslation()
  const badge =
    useApi(todoList, { pageSize: 1 }, { keepPrevious: true, refetchInterval: rereadMs }).data?.badge ?? 0
  useTaskNews()
  const text = t('workbench.tasks.headerCount', { count: badge })
  return (
    <Tooltip title={text}>
      <Link to={paths.taskTodo} className="header-alarms" aria-label={text}>
        <Badge count={badge} overflowCount={999} size="small" color="var(--accent)">
          <CheckSquareOutlined aria-hidden="true" />
        </Badge>
      </Link>
    </Tooltip>
  )
}
