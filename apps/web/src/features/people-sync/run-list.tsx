import { syncStates } from '@netward/contract/people-sync-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type Run, runList, stateTones, useEndText } from './sync.ts'
import { OfChannel, SyncList } from './sync-list.tsx'

export function PeopleSyncRuns() {
  return <OfChannel List={List} />
}

function List({ channelId }: { channelId: string }) {
  const { t } = useTranslation()
  const columns = useColumns(channelId)
  const fixed = useMemo(() => ({ channelId }), [channelId])
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'multi',
        name: 'state',
        label: t('peopleSync.state'),
        options: syncStates.map((value) => ({ value, label: t(`peopleSync.states.${value}`) })),
      },
    ],
    [t],
  )
  return (
    <SyncList
      channelId={channelId}
      name="people-sync-runs"
      title={t('shell.titles.peopleSyncRuns')}
      endpoint={runList}
      fixedInput={fixed}
      fields={fields}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ startedAt }) => startedAt}
      defaultSort="-startedAt"
      none={t('peopleSync.noRuns')}
      noneHint={t('peopleSync.noRunsHint')}
    />
  )
}

function useColumns(channelId: string): readonly ListColumn<Run>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const endText = useEndText()
  return useMemo(
    (): readonly ListColumn<Run>[] => [
      {
        key: 'startedAt',
        title: t('peopleSync.startedAt'),
        width: 180,
        sortable: true,
        render: ({ id, startedAt }) => (
          <RowLink to={paths.integrationSyncRun(channelId, id)}>{format.dateTime(startedAt)}</RowLink>
        ),
      },
      {
        key: 'state',
        title: t('peopleSync.state'),
        width: 170,
        phone: 'status',
        render: ({ state }) => (
          <StatusTag tone={stateTones[state]}>{t(`peopleSync.states.${state}`)}</StatusTag>
        ),
      },
      {
        key: 'cause',
        title: t('peopleSync.cause'),
        width: 180,
        phone: 'value',
        render: ({ cause, reading, dry }) =>
          [
            t(`peopleSync.causes.${cause}`),
            t(`peopleSync.readings.${reading}`),
            ...(dry ? [t('peopleSync.dryRun')] : []),
          ].join(' · '),
      },
      {
        key: 'read',
        title: t('peopleSync.read'),
        width: 200,
        phone: 'value',
        render: ({ people, departments }) => t('peopleSync.readCounts', { people, departments }),
      },
      {
        key: 'planned',
        title: t('peopleSync.counts'),
        width: 110,
        align: 'right',
        phone: 'value',
        render: ({ planned }) => format.number(planned),
      },
      {
        key: 'applied',
        title: t('peopleSync.changeStates.done'),
        width: 110,
        align: 'right',
        phone: 'value',
        render: ({ applied }) => format.number(applied),
      },
      {
        key: 'failed',
        title: t('peopleSync.changeStates.failed'),
        width: 100,
        align: 'right',
        phone: 'value',
        render: ({ failed }) => format.number(failed),
      },
      {
        key: 'why',
        title: t('peopleSync.reason'),
        width: 280,
        phone: 'long',
        render: (run) => endText(run) || '—',
      },
      {
        key: 'startedBy',
        title: t('peopleSync.startedBy'),
        width: 160,
        render: ({ confirmedBy, startedBy }) => (confirmedBy ?? startedBy) || '—',
      },
      {
        key: 'finishedAt',
        title: t('peopleSync.finishedAt'),
        width: 180,
        render: ({ finishedAt }) => (finishedAt === null ? '—' : format.dateTime(finishedAt)),
      },
    ],
    [t, format, endText, channelId],
  )
}
