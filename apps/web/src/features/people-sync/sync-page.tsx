import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { DetailPage, type Fact, Panel } from '../../ui/detail-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { RunActs, StartActs } from './run-acts.tsx'
import { RunCounts, RunStanding } from './run-standing.tsx'
import { stateTones, type Sync, syncRead, useEndText } from './sync.ts'
import { SyncForm } from './sync-form.tsx'
import './people-sync.css'

export function PeopleSync() {
  const { channelId = '' }: { channelId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_SYSTEM_THIRD_MANAGER') ? (
    <Page key={channelId} channelId={channelId} />
  ) : (
    <NoPermissionState />
  )
}

/** How a channel keeps members in step with its directory. */
function Page({ channelId }: { channelId: string }) {
  const { t } = useTranslation()
  const read = useApi(syncRead, { channelId }, { refetchInterval: 10_000 })
  useLiveReads(syncRead, ['people_sync.changed'])
  const sync = read.data
  const facts = useFacts(channelId, sync)
  return (
    <DetailPage
      title={
        sync === undefined ? t('shell.titles.peopleSync') : t('peopleSync.title', { name: sync.channelName })
      }
      path={paths.integrationSync(channelId)}
      back={paths.integrations}
      loading={sync === undefined}
      error={sync === undefined ? read.error : null}
      onRetry={() => void read.refetch()}
      subtitle={t('peopleSync.intro')}
      tabs={
        sync === undefined
          ? []
          : [{ key: 'settings', label: '', content: <Content channelId={channelId} sync={sync} /> }]
      }
      {...(sync !== undefined && {
        facts,
        actions: <StartActs channelId={channelId} sync={sync} />,
      })}
    />
  )
}

function useFacts(channelId: string, sync: Sync | undefined): readonly Fact[] {
  const { t } = useTranslation()
  const format = useFormat()
  const endText = useEndText()
  if (sync === undefined) return []
  const { members, questions, confirmedAt, confirmedBy, nextAt, events } = sync
  return [
    { label: t('peopleSync.members'), value: format.number(members) },
    {
      label: t('peopleSync.tabs.questions'),
      value: (
        <RowLink
          to={paths.integrationSyncQuestions(channelId)}
          label={`${format.number(questions)} ${t('shell.titles.peopleSyncQuestions')}`}
        >
          {format.number(questions)}
        </RowLink>
      ),
    },
    {
      label: t('peopleSync.confirmed'),
      value:
        confirmedAt === null
          ? t('peopleSync.notConfirmed')
          : t('peopleSync.confirmedText', { name: confirmedBy ?? '', at: format.dateTime(confirmedAt) }),
    },
    { label: t('peopleSync.nextAt'), value: nextAt === null ? '—' : format.dateTime(nextAt) },
    {
      label: t('peopleSync.events'),
      value:
        events.failure === null
          ? t(`peopleSync.eventStates.${events.state}`, {
              until: events.until === null ? '' : format.dateTime(events.until),
            })
          : t('peopleSync.eventStates.failing', {
              reason: endText({ why: events.failure.reason, detail: events.failure.detail }),
            }),
    },
  ]
}

function Content({ channelId, sync }: { channelId: string; sync: Sync }) {
  const { t } = useTranslation()
  const { lastRun } = sync
  return (
    <div className="people-sync-parts">
      <Panel
        title={t('peopleSync.lastRun')}
        actions={
          <div className="people-sync-acts">
            {lastRun !== null && <RunActs channelId={channelId} run={lastRun} sync={sync} />}
          </div>
        }
      >
        {lastRun === null ? (
          <p className="quiet">{t('peopleSync.noRunsHint')}</p>
        ) : (
          <>
            <p className="people-sync-state">
              <StatusTag tone={stateTones[lastRun.state]}>
                {t(`peopleSync.states.${lastRun.state}`)}
              </StatusTag>
              <RowLink to={paths.integrationSyncRun(channelId, lastRun.id)}>
                {t('peopleSync.openRun')}
              </RowLink>
              <RowLink to={paths.integrationSyncRuns(channelId)}>{t('peopleSync.tabs.history')}</RowLink>
            </p>
            <RunStanding run={lastRun} />
            <RunCounts channelId={channelId} run={lastRun} />
          </>
        )}
      </Panel>
      <Panel title={t('peopleSync.tabs.settings')}>
        <SyncForm channelId={channelId} sync={sync} />
      </Panel>
    </div>
  )
}
