import { useLocation, useNavigate } from '@tanstack/react-router'
import { Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { parseSearch } from '../../lib/search.ts'
import { NoPermissionState } from '../../ui/states.tsx'
import { GrantList } from './grant-list.tsx'
import { GroupList } from './group-list.tsx'
import './acting.css'

const tabs = ['grants', 'groups'] as const

/** Which members act in which customers, and the groups that such grants may name. */
export function StaffGrants() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  const may = useMay('DMS_SERVER_AUTH_MANAGE_STAFF_GRANT')
  const wanted = parseSearch(searchStr)['tab']
  const active = tabs.find((tab) => tab === wanted) ?? 'grants'
  if (!may) return <NoPermissionState />
  return (
    <div className="acting-page">
      <Tabs
        className="acting-tabs"
        activeKey={active}
        items={tabs.map((tab) => ({ key: tab, label: t(`acting.${tab}.tab`) }))}
        // The other list has its own filters and page: only the tab stays in the address.
        onChange={(tab) => void navigate({ to: pathname, search: { tab } })}
      />
      {active === 'grants' ? <GrantList /> : <GroupList />}
    </div>
  )
}
