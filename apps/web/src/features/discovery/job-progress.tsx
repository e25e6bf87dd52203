import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type JobRow, stateTones } from './discovery.ts'

export function JobState({ job: { state } }: { job: JobRow }) {
  const { t } = useTranslation()
  return <StatusTag tone={stateTones[state]}>{t(`discovery.states.${state}`)}</StatusTag>
}

/** How far the last run is. */
export function JobProgress({ job }: { job: JobRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (job.total === null) return <>—</>
  const text = t('discovery.checked', {
    checked: format.number(job.checked),
    total: format.number(job.total),
  })
  const percent = job.total === 0 ? 100 : Math.floor((100 * job.checked) / job.total)
  return (
    <span className="discovery-progress">
      <Progress percent={percent} size="small" showInfo={false} aria-label={text} />
      <small>{text}</small>
    </span>
  )
}
