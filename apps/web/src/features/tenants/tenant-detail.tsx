import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi, useRefreshReads } from '../../lib/use-api.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'
import { useThrottled } from '../../lib/use-throttled.ts'
import { DetailPage, type DetailTab, type Fact } from '../../ui/detail-page.tsx'
import { type MoreItem, MoreMenu } from '../../ui/more-menu.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { WhyButton } from '../../ui/why-button.tsx'
import { AllotmentsTab } from './allotments-tab.tsx'
import { ChildrenTab } from './children-tab.tsx'
import { DeletionBanner, DeletionTab } from './deletion-panel.tsx'
import { InviteAdministratorDrawer } from './invite-administrator-drawer.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { tenantEndpoint, type TenantDetail as Detailed, timelineEndpoint } from './tenant.ts'
import { TenantEnd, TenantHealth, TenantPackage, TenantStatus } from './tenant-tags.tsx'
import { TimelineTab } from './timeline-tab.tsx'
import { useTenantExtras } from './use-tenant-extras.tsx'
import { useTenantMoves } from './use-tenant-moves.tsx'
import './tenants.css'

export function TenantDetail() {
  const { companyId = '' }: { companyId?: string } = useParams({ strict: false })
  const mayView = useMay('DMS_SERVER_ORGANIZATION_MANAGE_TENANT')
  // Another tenant is another page: no state is kept.
  return mayView ? <Detail key={companyId} companyId={companyId} /> : <NoPermissionState />
}

function Detail({ companyId }: { companyId: string }) {
  const { t } = useTranslation()
  const read = useApi(tenantEndpoint, { companyId })
  const tenant = read.data
  const refresh = useRefreshReads()
  const reread = useThrottled(() => void refresh(tenantEndpoint, timelineEndpoint), 1_500)
  useLiveEvents(['company.changed', 'invitation.changed', 'member.changed'], (event) => {
    if (event === null || event.companyId === companyId || event.subjectId === companyId) reread()
  })
  return (
    <DetailPage
      title={tenant?.name ?? t('tenants.title')}
      path={paths.tenant(companyId)}
      back={paths.tenants}
      loading={tenant === undefined}
      error={tenant === undefined ? read.error : null}
      onRetry={() => void read.refetch()}
      tabs={useTabs(tenant)}
      facts={useFacts(tenant)}
      {...(tenant !== undefined && {
        status: <TenantStatus tenant={tenant} />,
        subtitle: tenant.deletion !== null && <DeletionBanner deletion={tenant.deletion} />,
        actions: <Actions tenant={tenant} />,
      })}
    />
  )
}

function Actions({ tenant }: { tenant: Detailed }) {
  const { t } = useTranslation()
  const { itemsOf, start, drawers } = useTenantMoves()
  const extras = useTenantExtras()
  const [inviting, setInviting] = useState(false)
  const mayEdit = useMay('DMS_SERVER_ORGANIZATION_MANAGE_TENANT_EDIT')
  const offered: readonly MoreItem[] = [
    ...extras
      .itemsOf(tenant)
      .map(({ key, label, why, start: begin }) => ({ key, label, why, start: () => begin(tenant) })),
    ...itemsOf(tenant).map(({ key, ...item }) => ({ key, ...item, start: () => start(key, tenant) })),
  ]
  const among = (keys: readonly string[]) => keys.flatMap((key) => offered.filter((one) => one.key === key))
  return (
    <>
      {among(['actIn', 'edit']).map(({ key, label, why = null, start: begin }) => (
        <WhyButton key={key} reason={why} onClick={begin}>
          {label}
        </WhyButton>
      ))}
      {mayEdit && <Button onClick={() => setInviting(true)}>{t('tenants.inviteAdministrator')}</Button>}
      <MoreMenu
        groups={[
          { title: t('tenants.actionGroups.organisation'), items: among(['createBelow', 'moveTo']) },
          {
            title: t('tenants.actionGroups.contract'),
            items: among(['convert', 'extend', 'thaw', 'reactivate', 'cancelDeletion']),
          },
          {
            title: t('tenants.actionGroups.highRisk'),
            items: among(['freeze', 'deactivate', 'delete']),
          },
        ]}
      />
      {drawers}
      {extras.drawers}
      <InviteAdministratorDrawer tenant={tenant} open={inviting} onClose={() => setInviting(false)} />
    </>
  )
}

function useFacts(tenant: Detailed | undefined): readonly Fact[] {
  const { t } = useTranslation()
  const format = useFormat()
  if (tenant === undefined) return []
  const { kind, standing, delivery, reason, stateAuthor } = tenant
  return [
    {
      label: t('tenants.kind'),
      value: `${t(`tenants.kinds.${kind}`)} · ${t(`tenants.standings.${standing}`)} · ${t(`tenants.deliveries.${delivery}`)}`,
    },
    { label: t('tenants.parent'), value: tenant.parentName },
    { label: t('tenants.package'), value: <TenantPackage tenant={tenant} /> },
    { label: t('tenants.expiresAt'), value: <TenantEnd tenant={tenant} /> },
    { label: t('tenants.health'), value: <TenantHealth tenant={tenant} /> },
    ...(tenant.status === 'active' && reason === ''
      ? []
      : [
          {
            label: t('tenants.detail.stateReason'),
            value: `${reason === '' ? '—' : reason} (${[
              t('tenants.detail.since', { date: format.date(tenant.stateChangedAt) }),
              ...(stateAuthor === null
                ? []
                : [t(`common.levelsNamed.${stateAuthor.level}`, { name: stateAuthor.name })]),
            ].join(' · ')})`,
          },
        ]),
  ]
}

function useTabs(tenant: Detailed | undefined): readonly DetailTab[] {
  const { t } = useTranslation()
  const mayPackages = useMay('DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE')
  if (tenant === undefined) return []
  return [
    { key: 'overview', label: t('tenants.detail.overview'), content: <OverviewTab tenant={tenant} /> },
    ...(tenant.kind === 'middleman'
      ? [
          { key: 'children', label: t('tenants.detail.children'), content: <ChildrenTab tenant={tenant} /> },
          ...(mayPackages
            ? [
                {
                  key: 'packages',
                  label: t('licences.allotment.title'),
                  content: <AllotmentsTab tenant={tenant} />,
                },
              ]
            : []),
        ]
      : []),
    {
      key: 'timeline',
      label: t('tenants.detail.timeline'),
      content: <TimelineTab companyId={tenant.id} />,
    },
    ...(tenant.deletion === null
      ? []
      : [
          {
            key: 'deletion',
            label: t('tenants.detail.deletion'),
            content: <DeletionTab tenant={tenant} deletion={tenant.deletion} />,
          },
        ]),
  ]
}
