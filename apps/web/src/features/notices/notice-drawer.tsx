import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { NoticePanel } from './notice-panel.tsx'
import './notices.css'

/** The user's notices beside the page. */
export function NoticeDrawer(props: { open: boolean; unread: number; onClose: () => void }) {
  const { t } = useTranslation()
  const { open, unread, onClose } = props
  return (
    <Drawer title={t('notices.bell')} open={open} onClose={onClose} size={420} destroyOnHidden>
      <NoticePanel unread={unread} onLeave={onClose} />
    </Drawer>
  )
}
