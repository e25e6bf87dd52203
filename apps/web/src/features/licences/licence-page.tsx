import { useLocation, useNavigate } from '@tanstack/react-router'
import { Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { parseSearch } from '../../lib/search.ts'
import { NoPermissionState } from '../../ui/states.tsx'
import { ByFilesNotice } from './by-files.tsx'
import { FilesPanel } from './files-panel.tsx'
import { LicenceList } from './licence-list.tsx'
import { UsagePanel } from './usage-panel.tsx'
import './licences.css'

const tabs = ['licences', 'usage', 'files'] as const

/**
 * Licences of the current company and of those below it, its usage, and files for installations elsewhere.
 */
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
        // The list has its own filters and page: only the tab stays in the address.
        onChange={(tab) => void navigate({ to: pathname, search: { tab } })}
      />
      <ByFilesNotice />
      {active === 'licences' ? <LicenceList /> : active === 'usage' ? <UsagePanel /> : <FilesPanel />}
    </div>
  )
}
