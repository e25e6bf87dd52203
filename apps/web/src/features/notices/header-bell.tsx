import { BellOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { CountBadge } from '../../ui/count-badge.tsx'
import { unreadNotices } from './notice.ts'
import './notice-bell.css'

/** Downloaded when it is first opened: no page needs drawers to be shown. */
const NoticeDrawer = lazy(async () => ({
  default: (await import('./notice-drawer.tsx')).NoticeDrawer,
}))

const rereadMs = 120_000

/** How many notices the user has not read; opens the list of them. */
export function HeaderBell() {
  const { t } = useTranslation()
  const [shown, setShown] = useState({ open: false, ever: false })
  const unread =
    useApi(unreadNotices, {}, { keepPrevious: true, refetchInterval: rereadMs }).data?.unread ?? 0
  useLiveReads(unreadNotices, ['notice.changed'])
  const text = unread === 0 ? t('notices.bell') : t('notices.bellUnread', { count: unread })
  return (
    <>
      <Tooltip title={shown.open ? undefined : text}>
        <Button
          type="text"
          className="notice-bell"
          aria-label={text}
          aria-haspopup="dialog"
          icon={
            <CountBadge count={unread} most={99} color="var(--bad)">
              <BellOutlined aria-hidden="true" />
            </CountBadge>
          }
          onClick={() => setShown({ open: true, ever: true })}
        />
      </Tooltip>
      {shown.ever && (
        <Suspense>
          <NoticeDrawer
            open={shown.open}
            unread={unread}
            onClose={() => setShown({ open: false, ever: true })}
          />
        </Suspense>
      )}
    </>
  )
}
