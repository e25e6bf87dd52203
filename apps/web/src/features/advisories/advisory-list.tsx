import { ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { advisorySeverities, advisoryStates } from '@netward/contract/advisory-values'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { advisoryList, type AdvisoryRow, advisorySummary } from './advisory.ts'
import { AdvisoryActs } from './advisory-acts.tsx'
import { AdvisoryDrawer } from './advisory-drawer.tsx'
import { AdvisoryImport } from './advisory-import.tsx'
import { AdvisoryOverview } from './advisory-overview.tsx'
import { useAdvisoryColumns } from './use-advisory-columns.tsx'
import './advisories.css'

export function AdvisoryList() {
  return useMay('DMS_SERVER_DEVICE_VIEW') ? <List /> : <NoPermissionState />
}

/** Advisories of vendors, and how many devices in sight each affects. */
function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const columns = useAdvisoryColumns(several)
  const fields = useFields()
  const [editing, setEditing] = useState<AdvisoryRow | 'new' | null>(null)
  const [importing, setImporting] = useState(false)
  useLiveReads(advisoryList, ['advisory.changed'])
  useLiveReads(advisorySummary, ['advisory.changed'])
  const rowActions = useCallback(
    (row: AdvisoryRow) => <AdvisoryActs advisory={row} onEdit={() => setEditing(row)} />,
    [],
  )
  const buttons = (
    <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
      <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
        {t('advisories.import')}
      </Button>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
        {t('advisories.add')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="advisories"
        title={t('shell.titles.advisories')}
        endpoint={advisoryList}
        columns={columns}
        fields={fields}
        defaultSort="-affected"
        rowKey={({ id }) => id}
        rowName={({ code }) => code}
        rowActions={rowActions}
        actionsWidth={130}
        actions={buttons}
        exportCsv={{
          endpoint: 'POST /monitor/api/v1/advisory/export',
          label: t('shell.titles.advisories'),
        }}
        summary={<AdvisoryOverview />}
        empty={<EmptyState title={t('advisories.none')} hint={t('advisories.noneHint')} action={buttons} />}
      />
      <AdvisoryDrawer
        advisory={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
      <AdvisoryImport open={importing} onClose={() => setImporting(false)} />
    </>
  )
}

function useFields(): readonly SearchField[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('advisories.searchLabel'),
        placeholder: t('advisories.search'),
      },
      {
        kind: 'multi',
        name: 'severity',
        label: t('advisories.severity'),
        options: advisorySeverities.map((value) => ({ value, label: t(`advisories.severities.${value}`) })),
      },
      {
        kind: 'select',
        name: 'state',
        label: t('advisories.state'),
        options: advisoryStates.map((value) => ({ value, label: t(`advisories.states.${value}`) })),
      },
    ],
    [t],
  )
}
