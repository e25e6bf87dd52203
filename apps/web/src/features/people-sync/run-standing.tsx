import { syncActs } from '@netward/contract/people-sync-values'
import { Link } from '@tanstack/react-router'
import { Alert, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { actTones, type Run, useEndText } from './sync.ts'

/** How far a run is, or how it ended. */
export function RunStanding({ run }: { run: Run }) {
  const { t } = useTranslation()
  const endText = useEndText()
  const { state, people, departments, applied, planned, failed, waits } = run
  if (state === 'reading' || state === 'applying')
    return (
      <div className="people-sync-progress" aria-live="polite">
        {state === 'applying' && (
          <Progress
            percent={Math.floor((100 * (applied + failed)) / Math.max(1, planned))}
            aria-label={t('peopleSync.states.applying')}
          />
        )}
        <p>
          {state === 'reading'
            ? t('peopleSync.progress.reading', { people, departments })
            : t('peopleSync.progress.applying', { applied: applied + failed, planned })}
        </p>
        <p className="quiet">{t('peopleSync.leave')}</p>
      </div>
    )
  if (state === 'waiting')
    return (
      <Alert
        type={waits === 'limit' ? 'warning' : 'info'}
        showIcon
        title={t(`peopleSync.waits.${waits ?? 'dry'}`)}
      />
    )
  if (state === 'failed') return <Alert type="error" showIcon title={endText(run)} />
  if (state === 'stopped') return <Alert type="warning" showIcon title={endText(run)} />
  return failed > 0 ? (
    <Alert type="warning" showIcon title={t('peopleSync.failedCount', { count: failed })} />
  ) : null
}

/** Differences by what they are; each leads to its rows. */
export function RunCounts({ channelId, run }: { channelId: string; run: Run }) {
  const { t } = useTranslation()
  const format = useFormat()
  const acts = syncActs.filter((act) => (run.counts[act] ?? 0) > 0)
  if (acts.length === 0) return null
  return (
    <ul className="people-sync-counts">
      {acts.map((act) => (
        <li key={act}>
          <Link to={paths.integrationSyncRun(channelId, run.id)} search={{ act: [act] }}>
            <StatusTag tone={actTones[act]}>{t(`peopleSync.acts.${act}`)}</StatusTag>
            <strong>{format.number(run.counts[act] ?? 0)}</strong>
          </Link>
        </li>
      ))}
    </ul>
  )
}
