import { Link } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
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
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import {
  afterRead,
  type AlarmNotice,
  type OwnNotice,
  ownNotices,
  severityTones,
  type WorkNotice,
  workTones,
} from './notice.ts'

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
            {item.kind === 'alarm' ? (
              <AlarmItem item={item} onOpen={() => open(item)} />
            ) : (
              <WorkItem item={item} onOpen={() => open(item)} />
            )}
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

interface ItemProps<Item> {
  item: Item
  onOpen: () => Promise<unknown> | undefined
}

function AlarmItem({ item, onOpen }: ItemProps<AlarmNotice>) {
  const { t } = useTranslation()
  const ruleText = useRuleName()
  const { transition, severity, rule, ruleName, label, deviceName, outletName } = item
  const page = paths.alarm(item.alarmId)
  const isCleared = transition === 'cleared'
  return (
    <>
      <Head item={item} tone={isCleared ? 'ok' : severityTones[severity]}>
        {isCleared ? t('notices.events.cleared') : t(`alarms.severities.${severity}`)}
      </Head>
      <Subject item={item} page={page} onOpen={onOpen}>
        {[deviceName, ruleText(rule, ruleName), label].filter((part) => part !== '').join(' · ')}
      </Subject>
      {(item.companyName !== null || outletName !== null) && (
        <div className="notice-place">
          {[item.companyName, outletName].filter((part) => part !== null).join(' · ')}
        </div>
      )}
    </>
  )
}

/** An order, an approval, a rota, stock, an engineer or a report, and what happened to it. */
function WorkItem({ item, onOpen }: ItemProps<WorkNotice>) {
  const text = useWorkText()
  const { kind, notice, subjectId, number, title, note, actorName, companyName } = item
  return (
    <>
      <Head item={item} tone={workTones[notice]}>
        {text(item)}
      </Head>
      {kind === 'order' ? (
        <Subject item={item} page={paths.order(subjectId)} onOpen={onOpen}>
          #{number} {title}
        </Subject>
      ) : kind === 'rota' ? (
        <Link
          to={paths.rota(subjectId)}
          search={item.notice.startsWith('handover') ? { tab: 'handovers' } : {}}
          onClick={() => void onOpen()}
        >
          {title}
        </Link>
      ) : kind === 'part' ? (
        <Link
          to={paths.partStock}
          search={{ short: 'yes', warehouseId: subjectId }}
          onClick={() => void onOpen()}
        >
          {title}
        </Link>
      ) : kind === 'assignment' ? (
        <Link to={paths.sharedOrder(subjectId)} onClick={() => void onOpen()}>
          #{number} {title}
        </Link>
      ) : kind === 'report' ? (
        <Link to={paths.serviceReport(subjectId)} onClick={() => void onOpen()}>
          {title}
        </Link>
      ) : kind === 'engineer' ? (
        <Link to={paths.engineer(subjectId)} onClick={() => void onOpen()}>
          {title}
        </Link>
      ) : (
        <Link to={paths.approval(subjectId)} onClick={() => void onOpen()}>
          {title}
        </Link>
      )}
      <div className="notice-place">
        {[companyName, actorName, note].filter((part) => part !== null && part !== '').join(' · ')}
      </div>
    </>
  )
}

function useWorkText(): (item: WorkNotice) => string {
  const { t } = useTranslation()
  return (item) => {
    if (item.kind === 'order') return t(`notices.work.order.${item.notice}`, { percent: item.percent ?? 0 })
    if (item.kind === 'approval') return t(`notices.work.approval.${item.notice}`)
    if (item.kind === 'part') return t(`notices.work.part.${item.notice}`)
    if (item.kind === 'assignment') return t(`notices.work.assignment.${item.notice}`)
    if (item.kind === 'report') return t(`notices.work.report.${item.notice}`)
    if (item.kind === 'engineer') return t(`notices.work.engineer.${item.notice}`)
    return t(`notices.work.rota.${item.notice}`)
  }
}

function Head({ item, tone, children }: { item: OwnNotice; tone: StatusTone; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="notice-head">
      <StatusTag tone={tone}>{children}</StatusTag>
      <span className="notice-time">
        {item.readAt === null && <span className="visually-hidden">{t('notices.unread')} </span>}
        <RelativeTime at={item.sentAt} />
      </span>
    </div>
  )
}

/** The link to what it is about, in its company. */
function Subject({
  item,
  page,
  onOpen,
  children,
}: ItemProps<OwnNotice> & { page: string; children: ReactNode }) {
  const elsewhere = useElsewhere(item, page)
  return (
    <Link
      to={page}
      onClick={(event) => {
        const read = onOpen()
        if (elsewhere === null) return
        event.preventDefault()
        void Promise.resolve(read).then(elsewhere)
      }}
    >
      {children}
    </Link>
  )
}

/** Opens the page in its company; null: it is in sight where the user is. */
function useElsewhere({ companyId, companyName }: OwnNotice, page: string): (() => void) | null {
  const { several, companyId: here } = useCompanyScope()
  if (several || companyId === here) return null
  if (companyName === null) return () => actIn(null, page)
  return () => actIn({ companyId, name: companyName }, page)
}
