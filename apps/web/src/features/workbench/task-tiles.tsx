import type { EndpointOutput } from '@netward/contract'
import { taskKinds } from '@netward/contract/task-values'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { SummaryChip } from '../../ui/summary-chip.tsx'
import { isDate, lastDay, type todoList } from './task.tsx'
import '../../ui/devices.css'

type Kinds = EndpointOutput<typeof todoList>['kinds']

/** How much waits of each kind, and since when or until when. Each filters the list. */
export function TaskTiles({ kinds }: { kinds: Kinds }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(30_000)
  if (kinds.length === 0) return null
  const byKind = kinds.toSorted((a, b) => taskKinds.indexOf(a.kind) - taskKinds.indexOf(b.kind))
  const all = kinds.reduce((sum, { count }) => sum + count, 0)
  return (
    <nav className="device-summary" aria-label={t('workbench.tasks.byKind')}>
      <SummaryChip to={paths.taskTodo} label={t('workbench.tasks.all')} count={all} search={{}} />
      {byKind.map(({ kind, count, oldest, firstDue }) => (
        <SummaryChip
          key={kind}
          to={paths.taskTodo}
          label={
            <span className="task-tile">
              {t(`workbench.tasks.kinds.${kind}`)}
              <small>
                {isDate(kind) && firstDue !== null
                  ? t('workbench.tasks.firstDue', {
                      time: format.date(lastDay(firstDue)),
                    })
                  : t('workbench.tasks.oldest', {
                      time: format.relative(oldest, now) ?? t('common.justNow'),
                    })}
              </small>
            </span>
          }
          count={count}
          search={{ kind }}
        />
      ))}
    </nav>
  )
}
