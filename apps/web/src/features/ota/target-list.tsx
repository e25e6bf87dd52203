import { mayRollBack, rollbackStates, targetStates } from '@netward/contract/states/campaign'
import { useParams } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { CampaignPreparing } from './campaign-preparing.tsx'
import {
  campaignEndpoint,
  isPreparing,
  rollbackTones,
  type Target,
  targetFaultText,
  targetList,
  targetTones,
  worsenedText,
} from './ota.ts'
import { TargetAct } from './target-act.tsx'
import './ota.css'

export function TargetList() {
  const { campaignId = '' }: { campaignId?: string } = useParams({ strict: false })
  const mayView = useMay('DMS_SERVER_DEVICE_OTA_VIEW')
  return mayView ? <List key={campaignId} campaignId={campaignId} /> : <NoPermissionState />
}

/** The gateways of a campaign, each with its state. */
function List({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation()
  const campaign = useApi(campaignEndpoint, { campaignId }).data
  const columns = useColumns()
  const rings = campaign?.rings.length ?? 0
  const fields = useMemo<SearchField[]>(
    () => [
      {
        kind: 'text',
        name: 'search',
        label: t('ota.targetSearchLabel'),
        placeholder: t('ota.targetSearch'),
      },
      {
        kind: 'multi',
        name: 'state',
        label: t('ota.stateLabel'),
        options: targetStates.map((value) => ({ value, label: t(`ota.targetStates.${value}`) })),
      },
      {
        kind: 'select',
        name: 'ring',
        label: t('ota.ring'),
        options: Array.from({ length: rings }, (_, index) => ({
          value: String(index),
          label: t('ota.ringNumber', { number: index + 1 }),
        })),
      },
      {
        kind: 'multi',
        name: 'rollback',
        label: t('ota.rollback'),
        options: rollbackStates.map((value) => ({ value, label: t(`ota.rollbacks.${value}`) })),
      },
      {
        kind: 'select',
        name: 'lines',
        label: t('ota.line'),
        options: [{ value: 'worse', label: t('ota.lineWorse') }],
      },
    ],
    [t, rings],
  )
  const fixed = useMemo(() => ({ campaignId }), [campaignId])
  const name = campaign?.name ?? ''
  const rowActions = useCallback((row: Target) => <TargetAct campaign={campaign} target={row} />, [campaign])
  useLiveReads(targetList, ['campaign.changed'])
  useLiveReads(campaignEndpoint, ['campaign.changed'])
  return (
    <ListPage
      name="campaignTargets"
      title={t('ota.exportLabel', { name })}
      endpoint={targetList}
      fixedInput={fixed}
      columns={columns}
      fields={fields}
      defaultSort="name"
      rowKey={({ deviceId }) => deviceId}
      rowName={(row) => row.name}
      exportCsv={{ endpoint: 'POST /ota/api/v2/ota/export', label: t('ota.exportLabel', { name }) }}
      {...(campaign !== undefined && mayRollBack(campaign.state) && { rowActions })}
      {...(campaign !== undefined &&
        isPreparing(campaign.state) && {
          summary: <CampaignPreparing campaign={campaign} />,
          empty: <EmptyState title={t(`ota.campaignStates.${campaign.state}`)} />,
        })}
      actions={<RowLink to={paths.upgrade(campaignId)}>{t('ota.campaignDetail')}</RowLink>}
    />
  )
}

function useColumns(): readonly ListColumn<Target>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('devices.name'),
        width: 160,
        sortable: true,
        render: (row) => <RowLink to={paths.smartCpe(row.deviceId)}>{row.name}</RowLink>,
      },
      {
        key: 'state',
        title: t('ota.stateLabel'),
        width: 175,
        phone: 'status',
        render: ({ state, progress, backingUp }) => (
          <StatusTag tone={targetTones[state]}>
            {t(`ota.targetStates.${state}`)}
            {state === 'downloading' && ` ${progress}%`}
            {backingUp && ` · ${t('ota.backingUp')}`}
          </StatusTag>
        ),
      },
      {
        key: 'fault',
        title: t('ota.fault'),
        width: 206,
        phone: 'value',
        render: ({ faultCode, rollbackFault, dueAt }) => {
          const code = faultCode ?? rollbackFault
          if (code !== null) return <span title={targetFaultText(t, code)}>{targetFaultText(t, code)}</span>
          return dueAt === null ? '—' : t('ota.notBefore', { time: format.dateTime(dueAt) })
        },
      },
      {
        key: 'line',
        title: t('ota.line'),
        width: 230,
        phone: 'value',
        render: ({ worsened }) =>
          worsened === null ? (
            '—'
          ) : (
            <span title={worsenedText(t, worsened)}>{worsenedText(t, worsened)}</span>
          ),
      },
      {
        key: 'rollback',
        title: t('ota.rollback'),
        width: 158,
        render: ({ rollback }) =>
          rollback === null ? (
            '—'
          ) : (
            <StatusTag tone={rollbackTones[rollback]}>{t(`ota.rollbacks.${rollback}`)}</StatusTag>
          ),
      },
      {
        key: 'ring',
        title: t('ota.ring'),
        width: 74,
        render: (row) => t('ota.ringNumber', { number: row.ring + 1 }),
      },
      {
        key: 'serialNumber',
        title: t('devices.serialNumber'),
        width: 150,
        phone: 'value',
        render: (row) => <span className="mono">{row.serialNumber}</span>,
      },
      { key: 'modelName', title: t('devices.modelName'), width: 130, render: (row) => row.modelName },
      { key: 'fromVersion', title: t('ota.fromVersion'), width: 120, render: (row) => row.fromVersion },
      {
        key: 'softwareVersion',
        title: t('ota.nowVersion'),
        width: 120,
        phone: 'value',
        render: (row) => row.softwareVersion,
      },
      { key: 'attempts', title: t('ota.attempts'), width: 90, render: (row) => row.attempts },
      {
        key: 'backup',
        title: t('ota.backup'),
        width: 120,
        hidden: true,
        render: ({ backup }) => (backup === null ? '—' : t(`ota.backupOutcomes.${backup}`)),
      },
      {
        key: 'changedAt',
        title: t('ota.changedAt'),
        width: 170,
        sortable: true,
        render: (row) => format.dateTime(row.changedAt),
      },
    ],
    [t, format],
  )
}
