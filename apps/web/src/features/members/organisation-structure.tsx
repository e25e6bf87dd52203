import { useLocation, useNavigate } from '@tanstack/react-router'
import { Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { parseSearch } from '../../lib/search.ts'
import { InvitationList } from './invitation-list.tsx'
import { MemberList } from './member-list.tsx'
import './members.css'

const tabs = ['members', 'invitations'] as const

/** The people of the company acted in, and those who were invited. */
export function OrganisationStructure() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  const mayInvite = useMay('DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE')
  const shown = tabs.filter((tab) => tab === 'members' || mayInvite)
  const wanted = parseSearch(searchStr)['tab']
  const active = shown.find((tab) => tab === wanted) ?? 'members'
  return (
    <div className="members">
      {shown.length > 1 && (
        <Tabs
          className="members-tabs"
          activeKey={active}
          items={shown.map((tab) => ({ key: tab, label: t(`account.${tab}.tab`) }))}
          // The other list has filters and a page of its own: only the tab stays in the address.
          onChange={(tab) => void navigate({ to: pathname, search: { tab } })}
        />
      )}
      {active === 'members' ? <MemberList /> : <InvitationList />}
    </div>
  )
}
