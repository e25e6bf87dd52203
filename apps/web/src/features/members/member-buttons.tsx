import { DownOutlined, UploadOutlined, UserAddOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Permission } from '../../ui/permission.tsx'
import { CreateMemberDrawer } from './create-member-drawer.tsx'
import { InviteDrawer } from './invite-drawer.tsx'
import { MemberImportDrawer } from './member-import-drawer.tsx'

/** Ways to add members: an invitation, a file import, an account with a first password. */
export function MemberButtons({ departmentId }: { departmentId?: string | undefined }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'invite' | 'create' | 'import' | null>(null)
  const close = () => setOpen(null)
  return (
    <Permission codes={['DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE']}>
      <Button type="primary" icon={<UserAddOutlined aria-hidden="true" />} onClick={() => setOpen('invite')}>
        {t('account.members.invite')}
      </Button>
      <Button icon={<UploadOutlined aria-hidden="true" />} onClick={() => setOpen('import')}>
        {t('account.members.import')}
      </Button>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [{ key: 'create', label: t('account.members.create'), onClick: () => setOpen('create') }],
        }}
      >
        <Button icon={<DownOutlined aria-hidden="true" />} iconPlacement="end">
          {t('account.members.more')}
        </Button>
      </Dropdown>
      <InviteDrawer departmentId={departmentId} open={open === 'invite'} onClose={close} />
      <CreateMemberDrawer departmentId={departmentId} open={open === 'create'} onClose={close} />
      <MemberImportDrawer open={open === 'import'} onClose={close} />
    </Permission>
  )
}
