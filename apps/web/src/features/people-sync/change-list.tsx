import { changeStates, syncActs } from '@netward/contract/people-sync-values'
import { useParams } from '@tanstack/react-router'
import { App, Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { Facts } from '../../ui/detail-page.tsx'
import type { ListColumn } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { ErrorState, NoPermissionState } from '../../ui/states.tsx'
import { type StatusTone, StatusTag } from '../../ui/status-tag.tsx'
import { RunActs } from './run-acts.tsx'
import { RunCounts, RunStanding } from './run-standing.tsx'
import { actTones, type Change, changeList, runRead, stateTones, syncRead } from './sync.ts'
import { BackToSync, SyncList } from './sync-list.tsx'
import './people-sync.css'

export function PeopleSyncChanges() {
  const { channelId = '', runId = '' }: { channelId?: string; runId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_SYSTEM_THIRD_MANAGER') ? (
    <List key={runId} channelId={channelId} runId={runId} />
  ) : (
    <NoPermissionState />
  )
}

/** What a run changes, and why. */
function List({ channelId, runId }: { channelId: string; runId: string }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const fields = useFields()
  const rowActions = useRowActions()
  const fixed = useMemo(() => ({ channelId, runId }), [channelId, runId])
  const run = useApi(runRead, fixed, { refetchInterval: 10_000 })
  const sync = useApi(syncRead, { channelId })
  useLiveReads(runRead, ['people_sync.changed'])
  if (run.error !== null && run.data === undefined)
    return <ErrorState error={run.error} onRetry={() => void run.refetch()} />
  return (
    <SyncList
      channelId={channelId}
      name="people-sync-changes"
      title={t('shell.titles.peopleSyncRun')}
      endpoint={changeList}
      fixedInput={fixed}
      fields={fields}
      columns={columns}
      rowKey={({ n }) => String(n)}
      rowName={({ name }) => name}
      rowActions={rowActions}
      actionsWidth={90}
      defaultSort="n"
      exportCsv={{
        endpoint: 'POST /api/v1/integration/:channelId/sync/runs/:runId/changes/export',
        label: t('peopleSync.exportLabel'),
      }}
      summary={
        run.data !== undefined && (
          <div className="people-sync-parts people-sync-summary">
            <p className="people-sync-state">
              <StatusTag tone={stateTones[run.data.state]}>
                {t(`peopleSync.states.${run.data.state}`)}
              </StatusTag>
              <BackToSync channelId={channelId} />
            </p>
            <RunStanding run={run.data} />
            <RunCounts channelId={channelId} run={run.data} />
          </div>
        )
      }
      actions={
        run.data !== undefined &&
        sync.data !== undefined && <RunActs channelId={channelId} run={run.data} sync={sync.data} />
      }
      none={t('peopleSync.noChanges')}
      noneHint={t('peopleSync.noChangesHint')}
    />
  )
}

/** Everything that is known of a difference: the table shows as much as fits. */
function useRowActions() {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const handedText = useHandedText()
  return useCallback(
    ({ name, act, before, after, reason, failure, handed, subject }: Change) => (
      <Button
        type="link"
        size="small"
        aria-label={`${t('peopleSync.details')} ${name}`}
        onClick={() => {
          void modal.info({
            title: name,
            width: 560,
            icon: null,
            okText: t('common.close'),
            content: (
              <Facts
                facts={[
                  { label: t('peopleSync.act'), value: t(`peopleSync.acts.${act}`) },
                  { label: t('peopleSync.before'), value: before || '—' },
                  { label: t('peopleSync.after'), value: after || '—' },
                  {
                    label: t('peopleSync.reason'),
                    value: reason === null ? '—' : t(`peopleSync.reasons.${reason}`),
                  },
                  { label: t('peopleSync.failure'), value: failure ?? '—' },
                  { label: t('peopleSync.handed'), value: handedText(handed) || '—' },
                  { label: t('peopleSync.subject'), value: subject ?? '—' },
                ]}
              />
            ),
          })
        }}
      >
        {t('peopleSync.details')}
      </Button>
    ),
    [t, modal, handedText],
  )
}

function useFields(): readonly SearchField[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('peopleSync.searchLabel'),
        placeholder: t('peopleSync.searchHint'),
      },
      {
        kind: 'multi',
        name: 'act',
        label: t('peopleSync.act'),
        options: syncActs.map((value) => ({ value, label: t(`peopleSync.acts.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'state',
        label: t('peopleSync.result'),
        options: changeStates.map((value) => ({ value, label: t(`peopleSync.changeStates.${value}`) })),
      },
    ],
    [t],
  )
}

const tones: Record<Change['state'], StatusTone> = { planned: 'waiting', done: 'ok', failed: 'bad' }

/** What a leaver held, and to whom it went. */
function useHandedText(): (handed: Change['handed']) => string {
  const { t } = useTranslation()
  return useCallback(
    (handed) =>
      handed
        .map(({ kind, count, to }) => {
          const named = t(`offboarding.kinds.${kind}` as 'offboarding.kinds.orders')
          return to === null
            ? t('peopleSync.handedNobody', { kind: named, count })
            : t('peopleSync.handedTo', { kind: named, count, to })
        })
        .join(t('peopleSync.handedSeparator')),
    [t],
  )
}

function useColumns(): readonly ListColumn<Change>[] {
  const { t } = useTranslation()
  const handedText = useHandedText()
  return useMemo((): readonly ListColumn<Change>[] => {
    return [
      { key: 'name', title: t('peopleSync.name'), width: 180, render: ({ name }) => name },
      {
        key: 'act',
        title: t('peopleSync.act'),
        width: 150,
        phone: 'status',
        render: ({ act }) => <StatusTag tone={actTones[act]}>{t(`peopleSync.acts.${act}`)}</StatusTag>,
      },
      {
        key: 'before',
        title: t('peopleSync.before'),
        width: 160,
        phone: 'value',
        render: ({ before }) => before || '—',
      },
      {
        key: 'after',
        title: t('peopleSync.after'),
        width: 200,
        phone: 'value',
        render: ({ after }) => after || '—',
      },
      {
        key: 'reason',
        title: t('peopleSync.reason'),
        width: 220,
        phone: 'long',
        render: ({ reason }) => (reason === null ? '—' : t(`peopleSync.reasons.${reason}`)),
      },
      {
        key: 'state',
        title: t('peopleSync.result'),
        width: 130,
        phone: 'value',
        render: ({ state, act }) =>
          act === 'keep' || act === 'ask' ? (
            '—'
          ) : (
            <StatusTag tone={tones[state]}>{t(`peopleSync.changeStates.${state}`)}</StatusTag>
          ),
      },
      {
        key: 'failure',
        title: t('peopleSync.failure'),
        width: 240,
        render: ({ failure }) => failure ?? '—',
      },
      {
        key: 'handed',
        title: t('peopleSync.handed'),
        width: 260,
        render: ({ handed }) => handedText(handed) || '—',
      },
      {
        key: 'n',
        title: t('peopleSync.number'),
        width: 90,
        align: 'right',
        sortable: true,
        render: ({ n }) => n,
      },
      {
        key: 'subject',
        title: t('peopleSync.subject'),
        width: 220,
        mono: true,
        render: ({ subject }) => subject ?? '—',
      },
    ]
  }, [t, handedText])
}
