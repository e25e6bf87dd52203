import { useLocation, useNavigate } from '@tanstack/react-router'
import { Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { parseSearch } from '../../lib/search.ts'
import { NoPermissionState } from '../../ui/states.tsx'
import { BudgetTab } from './budget-tab.tsx'
import { ConsentTab } from './consent-tab.tsx'
import { ProviderTab } from './provider-tab.tsx'
import { StatisticsTab } from './statistics-tab.tsx'
import '../../ui/detail-page.css'
import './assistant.css'

const tabs = ['providers', 'consent', 'budgets', 'statistics'] as const
const screens = {
  providers: ProviderTab,
  consent: ConsentTab,
  budgets: BudgetTab,
  statistics: StatisticsTab,
}

/** Access of the company acted in to language models, and what they cost. */
export function AiManagement() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  const wanted = parseSearch(searchStr)['tab']
  const active = tabs.find((tab) => tab === wanted) ?? 'providers'
  if (!useMay('DMS_SERVER_SYSTEM_AI_SETTING')) return <NoPermissionState />
  const Shown = screens[active]
  return (
    <div className="assistant">
      <header>
        <h1>{t('shell.titles.aiManagement')}</h1>
        <p className="quiet">{t('assistant.hint')}</p>
      </header>
      <Tabs
        className="detail-tabs"
        activeKey={active}
        items={tabs.map((tab) => ({ key: tab, label: t(`assistant.tabs.${tab}`) }))}
        onChange={(tab) => void navigate({ to: pathname, search: { tab } })}
      />
      <Shown />
    </div>
  )
}
