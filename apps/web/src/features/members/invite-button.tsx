import { UserAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Permission } from '../../ui/permission.tsx'
import { InviteDrawer } from './invite-drawer.tsx'

export function InviteButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Permission codes={['DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE']}>
      <Button type="primary" icon={<UserAddOutlined aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('account.members.invite')}
      </Button>
      <InviteDrawer open={open} onClose={() => setOpen(false)} />
    </Permission>
  )
}
