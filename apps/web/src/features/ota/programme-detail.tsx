import { campaignStates } from '@netward/contract/states/campaign'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api-client.ts'
import { notify } from '../../lib/notify.ts'
import { usePageName } from '../../lib/page-names.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { ErrorState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { CampaignProgress } from './campaign-progress.tsx'
import {
  campaignTones,
  type Programme,
  programmeEndpoint,
  programmeList,
  type ProgrammeTenant,
  programmeTenants,
} from './ota.ts'
import { useProgrammeTenants } from './use-programme-tenants.ts'
import './ota.css'

export function ProgrammeDetail() {
  const { programmeId = '' }: { programmeId?: string } = useParams({ strict: false })
  const mayView = useMay('DMS_SERVER_DEVICE_OTA_VIEW')
  return mayView ? <Detail key={programmeId} programmeId={programmeId} /> : <NoPermissionState />
}

/** Progress of a programme, in total and per tenant. */
function Detail({ programmeId }: { programmeId: string }) {
  const { t } = useTranslation()
  const read = useApi(programmeEndpoint, { programmeId })
  const programme = read.data
  usePageName(paths.programme(programmeId), programme?.name)
  const columns = useColumns()
  const fields = useMemo<SearchField[]>(
    () => [
      {
        kind: 'text',
        name: 'search',
        label: t('ota.programmeTenant'),
        placeholder: t('ota.programmeTenantSearch'),
      },
      {
        kind: 'multi',
        name: 'state',
        label: t('ota.campaignState'),
        options: campaignStates.map((value) => ({ value, label: t(`ota.campaignStates.${value}`) })),
      },
    ],
    [t],
  )
  const fixed = useMemo(() => ({ programmeId }), [programmeId])
  useLiveReads(programmeEndpoint, ['campaign.changed'])
  useLiveReads(programmeTenants, ['campaign.changed'])
  if (read.error !== null && programme === undefined)
    return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  return (
    <ListPage
      name="programmeTenants"
      title={programme?.name ?? t('ota.programmeDetail')}
      endpoint={programmeTenants}
      fixedInput={fixed}
      columns={columns}
      fields={fields}
      defaultSort="name"
      rowKey={({ companyId }) => companyId}
      rowName={({ companyName }) => companyName}
      summary={programme !== undefined && <Summary programme={programme} />}
      actions={programme !== undefined && <Acts programme={programme} />}
    />
  )
}

function Summary({ programme }: { programme: Programme }) {
  const { t } = useTranslation()
  const { version, tenants, ended, refused } = programme
  return (
    <div className="ota-head">
      <RowLink to={paths.programmes}>{t('ota.programmesTitle')}</RowLink>
      <span>{version}</span>
      <span>{t('ota.programmeTenantCount', { ended, tenants: tenants - refused })}</span>
      <CampaignProgress of={programme} />
      {refused > 0 && <em className="ota-problem-text">{t('ota.programmeRefused', { count: refused })}</em>}
    </div>
  )
}

/** All its tenants, page by page: an action applies to each. */
async function tenantsOf(programmeId: string): Promise<ProgrammeTenant[]> {
  const found: ProgrammeTenant[] = []
  for (let page = 1; ; page++) {
    const { items } = await api(programmeTenants, { programmeId, page, pageSize: 200 })
    found.push(...items)
    if (items.length < 200) return found
  }
}

function Acts({ programme }: { programme: Programme }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const { progress, start, move } = useProgrammeTenants()
  const remove = useAct('DELETE /ota/api/v2/ota/programme/:programmeId', { refresh: [programmeList] })
  const { id: programmeId, name, refused, tenants, ended } = programme
  const running = tenants - refused - ended > 0
  const retry = async () => {
    const again = (await tenantsOf(programmeId)).filter(({ refusal }) => refusal !== null)
    const sum = await start(
      programmeId,
      again.map(({ companyId }) => companyId),
    )
    notify.success(t('ota.programmeStarted', { count: sum.started }))
  }
  const moveAll = (wanted: 'pause' | 'resume' | 'cancel') =>
    confirm({
      title: t(`ota.programmeMoveTitle.${wanted}`),
      ...(wanted === 'cancel' && { text: t('ota.programmeCancelText') }),
      action: t(`ota.programmeMoves.${wanted}`),
      danger: wanted === 'cancel',
      ...(wanted === 'cancel' && { dismiss: t('ota.cancelNot') }),
      act: async () => {
        const open = (await tenantsOf(programmeId)).filter(({ campaignId }) => campaignId !== null)
        const ids = open.map(({ companyId }) => companyId)
        notify.success(t('ota.programmeMoveDone', { count: await move(programmeId, ids, wanted) }))
      },
    })
  const gone = () =>
    confirm({
      title: t('ota.programmeDeleteTitle', { name }),
      text: t('ota.programmeDeleteText'),
      action: t('ota.programmeDelete'),
      act: async () => {
        await remove.mutateAsync({ programmeId })
        notify.success(t('ota.programmeDeleted'))
        void navigate({ to: paths.programmes })
      },
    })
  return (
    <Permission codes={['DMS_SERVER_DEVICE_OTA_CAMPAIGN']}>
      {progress !== null && <span className="ota-hint">{t('ota.programmeProgress', progress)}</span>}
      {refused > 0 && (
        <Button loading={progress !== null} onClick={() => void retry()}>
          {t('ota.programmeRetry')}
        </Button>
      )}
      {running &&
        (['pause', 'resume', 'cancel'] as const).map((wanted) => (
          <Button key={wanted} danger={wanted === 'cancel'} onClick={() => void moveAll(wanted)}>
            {t(`ota.programmeMoves.${wanted}`)}
          </Button>
        ))}
      {!running && <Button onClick={() => void gone()}>{t('ota.programmeDelete')}</Button>}
    </Permission>
  )
}

function useColumns(): readonly ListColumn<ProgrammeTenant>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('ota.programmeTenant'),
        width: 260,
        sortable: true,
        render: ({ companyName, campaignId }) =>
          campaignId === null ? companyName : <RowLink to={paths.upgrade(campaignId)}>{companyName}</RowLink>,
      },
      {
        key: 'state',
        title: t('ota.campaignState'),
        width: 320,
        phone: 'status',
        render: ({ state, reason }) =>
          state !== null ? (
            <StatusTag tone={campaignTones[state]}>{t(`ota.campaignStates.${state}`)}</StatusTag>
          ) : (
            <StatusTag tone={reason === null ? 'off' : 'bad'}>
              {reason === null ? t('ota.programmeMovedAway') : t('ota.programmeRefusal', { reason })}
            </StatusTag>
          ),
      },
      {
        key: 'progress',
        title: t('ota.progress'),
        width: 300,
        phone: 'value',
        render: (row) => (row.campaignId === null ? '—' : <CampaignProgress of={row} />),
      },
    ],
    [t],
  )
}
