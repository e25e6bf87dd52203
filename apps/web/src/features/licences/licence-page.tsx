import { useLocation, useNavigate } from '@tanstack/react-router'
import { Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { parseSearch } from '../../lib/search.ts'
import { NoPermissionState } from '../../ui/states.tsx'
import { FilesPanel } from './files-panel.tsx'
import { LicenceList } from './licence-list.tsx'
import { UsagePanel } from './usage-panel.tsx'
import './licences.css'

const tabs = ['licences', 'usage', 'files'] as const

/** Licences of the company acted in and of those below it, what it uses, and files for installations elsewhere. */
export function LicencePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  const wanted = parseSearch(searchStr)['tab']
  const active = tabs.find((tab) => tab === wanted) ?? 'licences'
  if (!useMay('DMS_SERVER_ORGANIZATION_MANAGE_LICENSE')) return <NoPermissionState />
  return (
    <div className="licences">
      <Tabs
        className="licences-tabs"
        activeKey={active}
        items={tabs.map((tab) => ({ key: tab, label: t(`licences.tabs.${tab}`) }))}
        // The list has filters and a page of its own: only the tab stays in the address.
        onChange={(tab) => void navigate({ to: pathname, search: { tab } })}
      />
      {active === 'licences' ? <LicenceList /> : active === 'usage' ? <UsagePanel /> : <FilesPanel />}
    </div>
  )
}
