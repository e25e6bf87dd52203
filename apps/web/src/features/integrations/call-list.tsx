import { type SendFailureReason, sendFailures } from '@netward/contract/integration-values'
import { callOutcomes, isSignOnRefusal } from '@netward/contract/sign-on-values'
import type { EndpointOutput } from '@netward/contract'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { usePageName } from '../../lib/page-names.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState, ErrorState, NoPermissionState } from '../../ui/states.tsx'
import { type StatusTone, StatusTag } from '../../ui/status-tag.tsx'
import { channelRead } from './channel.ts'

const list = 'POST /api/v1/integration/:channelId/calls/lists'
type Row = EndpointOutput<typeof list>['items'][number]

const tones: Record<Row['outcome'], StatusTone> = { done: 'ok', failed: 'bad', refused: 'waiting' }

export function CallList() {
  return useMay('DMS_SERVER_SYSTEM_THIRD_MANAGER') ? <List /> : <NoPermissionState />
}

/** What one channel did at its service within 30 days. */
function List() {
  const { t } = useTranslation()
  const { channelId = '' }: { channelId?: string } = useParams({ strict: false })
  const channel = useApi(channelRead, { channelId })
  const columns = useColumns()
  const title = t('signOn.callsTitle', { name: channel.data?.name ?? '' })
  usePageName(paths.integrationCalls(channelId), channel.data === undefined ? undefined : title)
  const fixedInput = useMemo(() => ({ channelId }), [channelId])
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'select',
        name: 'outcome',
        label: t('signOn.outcome'),
        options: callOutcomes.map((value) => ({ value, label: t(`signOn.outcomes.${value}`) })),
      },
    ],
    [t],
  )
  if (channel.error !== null)
    return <ErrorState error={channel.error} onRetry={() => void channel.refetch()} />
  return (
    <ListPage
      name="integration-calls"
      title={title}
      endpoint={list}
      fixedInput={fixedInput}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      rowName={({ at }) => at}
      defaultSort="-at"
      empty={
        <EmptyState
          title={t('signOn.callsNone')}
          hint={t('signOn.callsNoneHint')}
          action={<Link to={paths.integrations}>{t('shell.titles.dockingManagement')}</Link>}
        />
      }
    />
  )
}

const isFailure = (value: string): value is SendFailureReason => sendFailures.some((one) => one === value)

function useColumns(): readonly ListColumn<Row>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo((): readonly ListColumn<Row>[] => {
    const why = (reason: string) =>
      isFailure(reason)
        ? t(`integrations.failures.${reason}`)
        : isSignOnRefusal(reason)
          ? t(`signOn.refusals.${reason}`)
          : reason
    return [
      {
        key: 'at',
        title: t('signOn.at'),
        width: 170,
        sortable: true,
        render: ({ at }) => format.dateTime(at),
      },
      {
        key: 'act',
        title: t('signOn.act'),
        width: 110,
        phone: 'value',
        render: ({ act }) => t(`signOn.acts.${act}`),
      },
      {
        key: 'outcome',
        title: t('signOn.outcome'),
        width: 110,
        phone: 'status',
        render: ({ outcome }) => (
          <StatusTag tone={tones[outcome]}>{t(`signOn.outcomes.${outcome}`)}</StatusTag>
        ),
      },
      {
        key: 'reason',
        title: t('signOn.why'),
        width: 380,
        phone: 'long',
        render: ({ reason, detail }) =>
          reason === null
            ? detail || '—'
            : detail === ''
              ? why(reason)
              : t('integrations.said', { reason: why(reason), detail }),
      },
      { key: 'subject', title: t('signOn.subject'), width: 220, render: ({ subject }) => subject },
      {
        key: 'milliseconds',
        title: t('signOn.took'),
        width: 110,
        render: ({ milliseconds }) => t('signOn.milliseconds', { count: milliseconds }),
      },
    ]
  }, [t, format])
}
