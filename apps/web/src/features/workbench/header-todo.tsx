import { CheckSquareOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { CountBadge } from '../../ui/count-badge.tsx'
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
        <CountBadge count={badge} most={999} color="var(--accent)">
          <CheckSquareOutlined aria-hidden="true" />
        </CountBadge>
      </Link>
    </Tooltip>
  )
}
