import { PlusOutlined } from '@ant-design/icons'
import { useLocation } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { CampaignProgress } from './campaign-progress.tsx'
import { type Programme, programmeList } from './ota.ts'
import { ProgrammeDrawer } from './programme-drawer.tsx'
import { plannedIn } from './planned.ts'
import './ota.css'

export function ProgrammeList() {
  const mayView = useMay('DMS_SERVER_DEVICE_OTA_VIEW')
  const { several } = useCompanyScope()
  return mayView && several ? <List /> : <NoPermissionState />
}

/** Plans of an MSP or the platform for many tenants. */
function List() {
  const { t } = useTranslation()
  const { searchStr } = useLocation()
  const [planned, setPlanned] = useState(() => plannedIn(searchStr))
  const [creating, setCreating] = useState(planned.firmwareId !== undefined)
  const columns = useColumns()
  const fields = useMemo<SearchField[]>(
    () => [
      {
        kind: 'text',
        name: 'search',
        label: t('ota.programmeSearchLabel'),
        placeholder: t('ota.programmeSearch'),
      },
    ],
    [t],
  )
  useLiveReads(programmeList, ['campaign.changed'])
  const createButton = (
    <Permission codes={['DMS_SERVER_DEVICE_OTA_CAMPAIGN']}>
      <Button
        type="primary"
        icon={<PlusOutlined />}
        onClick={() => {
          setPlanned({})
          setCreating(true)
        }}
      >
        {t('ota.programmeNew')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="programmes"
        title={t('ota.programmesTitle')}
        endpoint={programmeList}
        columns={columns}
        fields={fields}
        defaultSort="-createdAt"
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        actions={
          <>
            <RowLink to={paths.upgrades}>{t('ota.campaignsTitle')}</RowLink>
            {createButton}
          </>
        }
        empty={
          <EmptyState
            title={t('ota.programmeNone')}
            hint={t('ota.programmeNoneHint')}
            action={createButton}
          />
        }
      />
      <ProgrammeDrawer planned={planned} open={creating} onClose={() => setCreating(false)} />
    </>
  )
}

function useColumns(): readonly ListColumn<Programme>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('ota.programmeName'),
        width: 160,
        render: (row) => <RowLink to={paths.programme(row.id)}>{row.name}</RowLink>,
      },
      { key: 'version', title: t('ota.version'), width: 136, phone: 'value', render: (row) => row.version },
      {
        key: 'tenants',
        title: t('ota.programmeTenants'),
        width: 250,
        phone: 'value',
        render: ({ ended, tenants, refused }) => (
          <span className="ota-progress">
            {t('ota.programmeTenantCount', { ended, tenants: tenants - refused })}
            {refused > 0 && <em>{t('ota.programmeRefusedShort', { count: refused })}</em>}
          </span>
        ),
      },
      {
        key: 'progress',
        title: t('ota.progress'),
        width: 205,
        phone: 'value',
        render: (row) => <CampaignProgress of={row} />,
      },
      { key: 'createdBy', title: t('ota.createdBy'), width: 100, render: (row) => row.createdByName },
      {
        key: 'createdAt',
        title: t('ota.createdAt'),
        width: 163,
        sortable: true,
        render: (row) => format.dateTime(row.createdAt),
      },
    ],
    [t, format],
  )
}
