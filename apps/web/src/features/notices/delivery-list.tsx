import { deliveryStates } from '@netward/contract/notice-values'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { usePageName } from '../../lib/page-names.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useRuleName } from '../../lib/use-rule-name.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, ErrorState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { deliveryList, type DeliveryRow, deliveryTones } from './notice.ts'
import { useReceiptText } from './use-receipt-text.ts'

export function DeliveryList() {
  return useMay('DMS_SERVER_SYSTEM_THIRD_MANAGER') ? <List /> : <NoPermissionState />
}

/** What one channel was asked to send, and what came of it. */
function List() {
  const { t } = useTranslation()
  const { channelId = '' }: { channelId?: string } = useParams({ strict: false })
  const channel = useApi('GET /api/v1/integration/:channelId', { channelId })
  const columns = useColumns()
  const title = t('notices.logTitle', { name: channel.data?.name ?? '' })
  usePageName(paths.integrationLog(channelId), channel.data === undefined ? undefined : title)
  const fixedInput = useMemo(() => ({ channelId }), [channelId])
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'select',
        name: 'state',
        label: t('notices.state'),
        options: deliveryStates.map((value) => ({ value, label: t(`notices.states.${value}`) })),
      },
    ],
    [t],
  )
  if (channel.error !== null)
    return <ErrorState error={channel.error} onRetry={() => void channel.refetch()} />
  return (
    <ListPage
      name="deliveries"
      title={title}
      endpoint={deliveryList}
      fixedInput={fixedInput}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      rowName={({ deviceName }) => deviceName}
      defaultSort="-createdAt"
      empty={
        <EmptyState
          title={t('notices.logNone')}
          hint={t('notices.logNoneHint')}
          action={
            <Permission codes={['DMS_SERVER_ALARM_RULE']}>
              <Link to={paths.noticeRules}>{t('shell.titles.noticeRoutes')}</Link>
            </Permission>
          }
        />
      }
    />
  )
}

function pageOf({ alarmId, work }: DeliveryRow): string {
  if (work?.kind === 'order') return paths.order(work.subjectId)
  if (work?.kind === 'approval') return paths.approval(work.subjectId)
  if (work?.kind === 'part') return `${paths.partStock}?short=yes&warehouseId=${work.subjectId}`
  if (work?.kind === 'assignment') return paths.sharedOrder(work.subjectId)
  if (work?.kind === 'report') return paths.serviceReport(work.subjectId)
  if (work?.kind === 'engineer') return paths.engineer(work.subjectId)
  return work?.kind === 'rota' ? paths.rota(work.subjectId) : paths.alarm(alarmId ?? '')
}

function useColumns(): readonly ListColumn<DeliveryRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const ruleText = useRuleName()
  const receiptText = useReceiptText()
  return useMemo(
    (): readonly ListColumn<DeliveryRow>[] => [
      {
        key: 'createdAt',
        title: t('notices.createdAt'),
        width: 160,
        sortable: true,
        render: (row) => format.dateTime(row.createdAt),
      },
      {
        key: 'alarm',
        title: t('notices.subject'),
        width: 240,
        phone: 'long',
        render: (row) => (
          <RowLink to={pageOf(row)}>
            {[
              row.companyName,
              row.outletName,
              row.work?.number == null ? row.deviceName : `#${row.work.number} ${row.deviceName}`,
              row.rule === null ? '' : ruleText(row.rule, row.ruleName),
              row.label,
            ]
              .filter(Boolean)
              .join(' · ')}
          </RowLink>
        ),
      },
      {
        key: 'event',
        title: t('notices.event'),
        width: 90,
        phone: 'value',
        render: ({ transition }) => t(`notices.events.${transition}`),
      },
      {
        key: 'severity',
        title: t('alarms.severity'),
        width: 80,
        render: ({ severity }) => t(`alarms.severities.${severity}`),
      },
      {
        key: 'recipient',
        title: t('notices.recipient'),
        width: 110,
        phone: 'value',
        render: ({ recipientName, byVoice }) =>
          byVoice
            ? t('notices.byVoiceOf', { name: recipientName ?? '' })
            : (recipientName ?? t('notices.group')),
      },
      {
        key: 'state',
        title: t('notices.state'),
        width: 110,
        phone: 'status',
        render: ({ state }) => (
          <StatusTag tone={deliveryTones[state]}>{t(`notices.states.${state}`)}</StatusTag>
        ),
      },
      {
        key: 'detail',
        title: t('notices.detail'),
        width: 320,
        phone: 'long',
        render: ({ state, droppedBecause, failure, attempts, nextAt, ...receipt }) =>
          droppedBecause !== null
            ? t(`notices.dropped.${droppedBecause}`)
            : [
                ...(state === 'unknown' ? [t('notices.unknownHint')] : []),
                ...receiptText(receipt),
                ...(failure === null || ['carrier', 'unanswered'].includes(failure.reason)
                  ? []
                  : [t(`integrations.failures.${failure.reason}`), failure.detail]),
                ...(attempts > 1 || failure !== null ? [t('notices.attempts', { count: attempts })] : []),
                ...(state === 'sending' && nextAt !== null
                  ? [t('notices.nextAt', { at: format.dateTime(nextAt) })]
                  : []),
              ]
                .filter((part) => part !== '')
                .join(' · ') || '—',
      },
      {
        key: 'sentAt',
        title: t('notices.sentAt'),
        width: 160,
        render: ({ sentAt }) => (sentAt === null ? '—' : format.dateTime(sentAt)),
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the names of shipped rules change with the language alone
    [t, format],
  )
}
