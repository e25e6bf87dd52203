import { useLocation, useNavigate } from '@tanstack/react-router'
import { Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { parseSearch } from '../../lib/search.ts'
import { useApi } from '../../lib/use-api.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { InvitationList } from './invitation-list.tsx'
import { CredentialList } from './credential-list.tsx'
import { DepartmentPane } from './department-pane.tsx'
import { departmentList, useChosenDepartment } from './departments.ts'
import { MemberList } from './member-list.tsx'
import './members.css'

const tabs = ['members', 'invitations', 'credentials'] as const
const labels = {
  members: 'account.members.tab',
  invitations: 'account.invitations.tab',
  credentials: 'offboarding.tab',
} as const

/** Members of the current company, and pending invitations. */
export function OrganisationStructure() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  const mayInvite = useMay('DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE')
  const mayDisable = useMay('DMS_SERVER_AUTH_MANAGE_MEMBER_DISABLE')
  const may = { members: true, invitations: mayInvite, credentials: mayDisable }
  const shown = tabs.filter((tab) => may[tab])
  const wanted = parseSearch(searchStr)['tab']
  const active = shown.find((tab) => tab === wanted) ?? 'members'
  return (
    <div className="members">
      {shown.length > 1 && (
        <Tabs
          className="members-tabs"
          activeKey={active}
          items={shown.map((tab) => ({ key: tab, label: t(labels[tab]) }))}
          // The other list has its own filters and page: only the tab stays in the address.
          onChange={(tab) => void navigate({ to: pathname, search: { tab } })}
        />
      )}
      {active === 'members' && <Members />}
      {active === 'invitations' && <InvitationList />}
      {active === 'credentials' && <CredentialList />}
    </div>
  )
}

function Members() {
  const { t } = useTranslation()
  const { data, error, refetch } = useApi(departmentList, {}, { keepPrevious: true })
  const { chosen, below, choose, setBelow } = useChosenDepartment(data ?? none)
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingState rows={10} />
  // A data scope without departments: its holder sees no members.
  if (chosen === undefined) return <EmptyState title={t('account.members.none')} />
  return (
    <div className="members-panes">
      <DepartmentPane departments={data} chosen={chosen} below={below} onChoose={choose} onBelow={setBelow} />
      <MemberList department={chosen} below={below} />
    </div>
  )
}

const none: readonly never[] = []
