import { PlusOutlined } from '@ant-design/icons'
import { campaignStates } from '@netward/contract/states/campaign'
import { useLocation } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { parseSearch } from '../../lib/search.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ApprovalSetting } from './approval-setting.tsx'
import { CampaignDrawer } from './campaign-drawer.tsx'
import { CampaignProgress } from './campaign-progress.tsx'
import { type Campaign, campaignList, campaignTones } from './ota.ts'
import { plannedIn } from './planned.ts'
import './ota.css'

export function CampaignList() {
  const mayView = useMay('DMS_SERVER_DEVICE_OTA_VIEW')
  return mayView ? <List /> : <NoPermissionState />
}

/** Upgrade campaigns. With gateways in its address it opens with a new one for them. */
function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const mayCreate = useMay('DMS_SERVER_DEVICE_OTA_CAMPAIGN')
  const { searchStr } = useLocation()
  const [deviceIds, setDeviceIds] = useState(() => devicesIn(searchStr))
  const [planned, setPlanned] = useState(() => plannedIn(searchStr))
  const [creating, setCreating] = useState(mayCreate && deviceIds.length > 0)
  const columns = useColumns(several)
  const fields = useMemo<SearchField[]>(
    () => [
      {
        kind: 'text',
        name: 'search',
        label: t('ota.campaignSearchLabel'),
        placeholder: t('ota.campaignSearch'),
      },
      {
        kind: 'multi',
        name: 'state',
        label: t('ota.campaignState'),
        options: campaignStates.map((value) => ({ value, label: t(`ota.campaignStates.${value}`) })),
      },
      {
        kind: 'select',
        name: 'rollback',
        label: t('ota.rollback'),
        options: [{ value: 'asked', label: t('ota.rollbacks.asked') }],
      },
    ],
    [t],
  )
  useLiveReads(campaignList, ['campaign.changed'])
  const createButton = (
    <Permission codes={['DMS_SERVER_DEVICE_OTA_CAMPAIGN']}>
      <Button
        type="primary"
        icon={<PlusOutlined />}
        onClick={() => {
          setDeviceIds([])
          setPlanned({})
          setCreating(true)
        }}
      >
        {t('ota.campaignNew')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="campaigns"
        title={t('ota.campaignsTitle')}
        endpoint={campaignList}
        columns={columns}
        fields={fields}
        defaultSort="-createdAt"
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        exportCsv={{ endpoint: 'POST /ota/api/v2/ota/lists/export', label: t('ota.campaignsTitle') }}
        actions={
          <>
            <ApprovalSetting />
            {several && <RowLink to={paths.programmes}>{t('ota.programmesTitle')}</RowLink>}
            {createButton}
          </>
        }
        empty={
          <EmptyState title={t('ota.campaignNone')} hint={t('ota.campaignNoneHint')} action={createButton} />
        }
      />
      <CampaignDrawer
        deviceIds={deviceIds}
        planned={planned}
        open={creating}
        onClose={() => setCreating(false)}
      />
    </>
  )
}

function devicesIn(searchStr: string): readonly string[] {
  const given = parseSearch(searchStr)['device'] ?? []
  return (typeof given === 'string' ? [given] : given)
    .filter((id) => /^[1-9]\d{0,17}$/.test(id))
    .slice(0, 1000)
}

function useColumns(several: boolean): readonly ListColumn<Campaign>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('ota.campaignName'),
        width: several ? 160 : 158,
        render: (row) => <RowLink to={paths.upgrade(row.id)}>{row.name}</RowLink>,
      },
      {
        key: 'state',
        title: t('ota.campaignState'),
        width: 157,
        phone: 'status',
        render: ({ state }) => (
          <StatusTag tone={campaignTones[state]}>{t(`ota.campaignStates.${state}`)}</StatusTag>
        ),
      },
      { key: 'version', title: t('ota.version'), width: 136, phone: 'value', render: (row) => row.version },
      {
        key: 'progress',
        title: t('ota.progress'),
        width: several ? 270 : 288,
        phone: 'value',
        // A row has one line: a pending decision takes precedence over progress.
        render: (row) =>
          row.rollbackAsked ? (
            <StatusTag tone="warn">{t('ota.rollbackWaits')}</StatusTag>
          ) : (
            <CampaignProgress of={row} />
          ),
      },
      ...(several
        ? [
            {
              key: 'company',
              title: t('ota.company'),
              width: 128,
              phone: 'value' as const,
              render: (row: Campaign) => row.companyName,
            },
          ]
        : []),
      {
        key: 'createdBy',
        title: t('ota.createdBy'),
        width: several ? 110 : 100,
        // No room beside the companies.
        hidden: several,
        render: (row) => row.createdByName,
      },
      {
        key: 'createdAt',
        title: t('ota.createdAt'),
        width: 163,
        sortable: true,
        render: (row) => format.dateTime(row.createdAt),
      },
    ],
    [t, format, several],
  )
}
