import { Link } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api-client.ts'
import { actIn } from '../../lib/act-in.ts'
import { paths } from '../../lib/paths.ts'
import { useAct } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useRuleName } from '../../lib/use-rule-name.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { afterRead, type OwnNotice, ownNotices, severityTones } from './notice.ts'

/** The user's notices, newest first. Opening one marks it as read. */
export function NoticePanel({ unread, onLeave }: { unread: number; onLeave: () => void }) {
  const { t } = useTranslation()
  const read = useAct('POST /api/v1/notice/own/read', { refresh: afterRead, errors: 'caller' })
  const pages = useInfiniteQuery({
    queryKey: [ownNotices],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api(ownNotices, pageParam === undefined ? {} : { before: pageParam }, { signal, errors: 'caller' }),
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
  })
  useLiveReads(ownNotices, ['notice.changed'])
  if (pages.error !== null) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  if (pages.data === undefined) return <LoadingState rows={6} />
  const items = pages.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <EmptyState title={t('notices.bellNone')} hint={t('notices.bellNoneHint')} />
  const open = ({ id, readAt }: OwnNotice) => {
    onLeave()
    return readAt === null ? read.mutateAsync({ ids: [id] }).catch(() => undefined) : undefined
  }
  return (
    <>
      {unread > 0 && (
        <Button size="small" loading={read.isPending} onClick={() => read.mutate({})}>
          {t('notices.readAll')}
        </Button>
      )}
      <ul className="notice-list">
        {items.map((item) => (
          <li key={item.id} className={item.readAt === null ? 'notice-unread' : undefined}>
            <NoticeItem item={item} onOpen={() => open(item)} />
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button block loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('notices.more')}
        </Button>
      )}
    </>
  )
}

function NoticeItem({ item, onOpen }: { item: OwnNotice; onOpen: () => Promise<unknown> | undefined }) {
  const { t } = useTranslation()
  const ruleText = useRuleName()
  const { transition, severity, rule, ruleName, label, deviceName, outletName, sentAt, readAt } = item
  const elsewhere = useElsewhere(item)
  const isCleared = transition === 'cleared'
  return (
    <>
      <div className="notice-head">
        <StatusTag tone={isCleared ? 'ok' : severityTones[severity]}>
          {isCleared ? t('notices.events.cleared') : t(`alarms.severities.${severity}`)}
        </StatusTag>
        <span className="notice-time">
          {readAt === null && <span className="visually-hidden">{t('notices.unread')} </span>}
          <RelativeTime at={sentAt} />
        </span>
      </div>
      <Link
        to={paths.alarm(item.alarmId)}
        onClick={(event) => {
          const read = onOpen()
          if (elsewhere === null) return
          event.preventDefault()
          void Promise.resolve(read).then(elsewhere)
        }}
      >
        {[deviceName, ruleText(rule, ruleName), label].filter((part) => part !== '').join(' · ')}
      </Link>
      {(item.companyName !== null || outletName !== null) && (
        <div className="notice-place">
          {[item.companyName, outletName].filter((part) => part !== null).join(' · ')}
        </div>
      )}
    </>
  )
}

/** Opens the alarm in its company; null: it is in sight where the user is. */
function useElsewhere({ alarmId, companyId, companyName }: OwnNotice): (() => void) | null {
  const { several, companyId: here } = useCompanyScope()
  const page = paths.alarm(alarmId)
  if (several || companyId === here) return null
  if (companyName === null) return () => actIn(null, page)
  return () => actIn({ companyId, name: companyName }, page)
}
