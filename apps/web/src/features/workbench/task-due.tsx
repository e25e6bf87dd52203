import { dateSteps } from '@netward/contract/task-values'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { daysUntil, isDate, lastDay, type TodoRow } from './task.tsx'

const [, soon, urgent] = dateSteps

/** A deadline, or the days that are left of a contract; what has passed stands out as it passes. */
export function TaskDue({ task: { kind, due } }: { task: TodoRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(30_000)
  if (due === null) return <>—</>
  if (!isDate(kind)) {
    const at = format.dateTime(due)
    return Date.parse(due) < now ? (
      <StatusTag tone="bad">
        {t('workbench.tasks.overdue')} · {at}
      </StatusTag>
    ) : (
      <>{at}</>
    )
  }
  const days = daysUntil(due, now)
  const tone: StatusTone = days < 0 ? 'bad' : days <= urgent ? 'warn' : days <= soon ? 'waiting' : 'off'
  return (
    <>
      <StatusTag tone={tone}>
        {days < 0
          ? t('workbench.tasks.ended', { days: -days })
          : days === 0
            ? t('workbench.tasks.dueToday')
            : t('workbench.tasks.daysLeft', { days })}
      </StatusTag>{' '}
      <span className="quiet">{format.date(lastDay(due))}</span>
    </>
  )
}
