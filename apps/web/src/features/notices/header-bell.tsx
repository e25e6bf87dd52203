import { BellOutlined } from '@ant-design/icons'
import { Badge, Button, Drawer, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { unreadNotices } from './notice.ts'
import { NoticePanel } from './notice-panel.tsx'
import './notices.css'

const rereadMs = 120_000

/** How many notices the user has not read; opens the list of them. */
export function HeaderBell() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const unread =
    useApi(unreadNotices, {}, { keepPrevious: true, refetchInterval: rereadMs }).data?.unread ?? 0
  useLiveReads(unreadNotices, ['notice.changed'])
  const text = unread === 0 ? t('notices.bell') : t('notices.bellUnread', { count: unread })
  return (
    <>
      <Tooltip title={open ? undefined : text}>
        <Button
          type="text"
          className="notice-bell"
          aria-label={text}
          aria-haspopup="dialog"
          icon={
            <Badge count={unread} overflowCount={99} size="small" color="var(--bad)">
              <BellOutlined aria-hidden="true" />
            </Badge>
          }
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      <Drawer
        title={t('notices.bell')}
        open={open}
        onClose={() => setOpen(false)}
        size={420}
        destroyOnHidden
        className="notice-drawer"
      >
        <NoticePanel unread={unread} onLeave={() => setOpen(false)} />
      </Drawer>
    </>
  )
}
