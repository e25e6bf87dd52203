import {
  DisconnectOutlined,
  InboxOutlined,
  LockOutlined,
  SearchOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText, isHandledElsewhere } from '../lib/api-errors.ts'
import { State } from './state.tsx'
import { StoppedState, stopIn } from './stopped-state.tsx'

/** Empty state. With `onClear`, filters are the cause. */
export function EmptyState(props: {
  title?: string
  hint?: ReactNode
  action?: ReactNode
  onClear?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  if (props.onClear !== undefined) {
    return (
      <State
        icon={<SearchOutlined />}
        title={t('common.emptyFilteredTitle')}
        hint={t('common.emptyFilteredHint')}
        action={<Button onClick={props.onClear}>{t('common.clearFilters')}</Button>}
      />
    )
  }
  return (
    <State
      icon={<InboxOutlined />}
      title={props.title ?? t('common.emptyTitle')}
      hint={props.hint}
      action={props.action}
    />
  )
}

export function NoPermissionState() {
  const { t } = useTranslation()
  return (
    <State
      icon={<LockOutlined />}
      title={t('common.noPermissionTitle')}
      hint={t('common.noPermissionHint')}
    />
  )
}

/** The error in words, with the request id for an administrator, and a retry button. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation()
  if (isHandledElsewhere(error)) return null
  if (error instanceof ApiError && error.code === 'permission.denied') return <NoPermissionState />
  if (error instanceof ApiError && error.code.startsWith('acting.'))
    return <State icon={<LockOutlined />} title={errorText(error)} hint={t('acting.closedHint')} />
  const stop = stopIn(error)
  if (stop !== null) return <StoppedState stop={stop} />
  const requestId = error instanceof ApiError ? error.requestId : null
  const failed = error instanceof ApiError ? error.failed : []
  const offline = error instanceof ApiError && error.code === 'network'
  return (
    <State
      alert
      icon={offline ? <DisconnectOutlined /> : <WarningOutlined />}
      title={t('common.errorTitle')}
      hint={
        <>
          <p>{failed.length > 0 ? t('common.failedItems') : t('common.errorOccurred')}</p>
          {failed.length > 0 ? (
            failed.map((item) => (
              <p key={`${item.ip} ${item.reason}`}>
                {t('common.failedItem', { ip: item.ip, reason: item.reason })}
              </p>
            ))
          ) : (
            <p>{errorText(error)}</p>
          )}
          {requestId !== null && (
            <p className="mono state-request">{t('common.requestId', { id: requestId })}</p>
          )}
        </>
      }
      action={onRetry === undefined ? undefined : <Button onClick={onRetry}>{t('common.retry')}</Button>}
    />
  )
}

/** Skeleton of a loading page. */
export function LoadingState({ rows = 6 }: { rows?: number }) {
  const { t } = useTranslation()
  return (
    <output className="state-loading" aria-label={t('common.loading')}>
      {/* Its lines are an empty list to a screen reader. */}
      <div aria-hidden="true">
        <Skeleton active title={false} paragraph={{ rows: rows + 1 }} />
      </div>
    </output>
  )
}

/** Shown while data loads or when loading fails. */
export function PendingState({
  read,
  rows,
}: {
  read: { readonly error: unknown; readonly refetch: () => unknown }
  rows?: number
}) {
  return read.error === null ? (
    <LoadingState {...(rows !== undefined && { rows })} />
  ) : (
    <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  )
}
