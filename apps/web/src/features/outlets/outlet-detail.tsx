import { useNavigate, useParams } from '@tanstack/react-router'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StarButton } from '../../ui/star-button.tsx'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi, useRefreshReads } from '../../lib/use-api.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'
import { useProductStop } from '../../lib/use-product-stop.ts'
import { useThrottled } from '../../lib/use-throttled.ts'
import { AskAssistant } from '../../ui/ask-assistant.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { DetailPage, type DetailTab, type Fact } from '../../ui/detail-page.tsx'
import { useMonitoringParts } from '../../ui/monitoring-parts.ts'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { HealthTag } from './health-tag.tsx'
import { OutletDevices } from './outlet-devices.tsx'
import { OutletDrawer } from './outlet-drawer.tsx'
import { OutletLines } from './outlet-lines.tsx'
import { OutletOverview } from './outlet-overview.tsx'
import { OutletPeople } from './outlet-people.tsx'
import { OutletTemplates } from './outlet-templates.tsx'
import { OutletTimeline } from './outlet-timeline.tsx'
import {
  afterChange,
  type OutletDetail as Outlet,
  outletEvents,
  outletList,
  outletsWith,
  regionText,
} from './outlet.ts'

const dash = '—'
const topologyProducts = ['monitoring'] as const

export function OutletDetail() {
  const { outletId = '' }: { outletId?: string } = useParams({ strict: false })
  const mayView = useMay('DMS_SERVER_OUTLET_VIEW')
  return mayView ? <Detail key={outletId} outletId={outletId} /> : <NoPermissionState />
}

function Detail({ outletId }: { outletId: string }) {
  const { t } = useTranslation()
  const read = useApi('GET /api/v1/outlet/:outletId', { outletId })
  const outlet = read.data
  useLiveOutlet()
  const tabs = useTabs(outlet)
  const identity = useIdentity(outlet)
  return (
    <DetailPage
      title={outlet?.name ?? t('shell.titles.outletDetail')}
      path={paths.outlet(outletId)}
      back={paths.outlets}
      loading={outlet === undefined}
      error={outlet === undefined ? read.error : null}
      onRetry={() => void read.refetch()}
      tabs={tabs}
      identity={identity}
      {...(outlet !== undefined && {
        status: (
          <>
            <HealthTag outlet={outlet} />
            <StarButton kind="outlet" id={outlet.id} />
          </>
        ),
        actions: <Actions outlet={outlet} />,
      })}
    />
  )
}

/** Refetches what an event may have changed. */
function useLiveOutlet(): void {
  const reread = useRefreshReads()
  const all = useThrottled(() => void reread(...afterChange, 'POST /api/v1/device/lists'), 1_500)
  useLiveEvents(outletEvents, all)
}

function useIdentity(outlet: Outlet | undefined): readonly Fact[] {
  const { t } = useTranslation()
  if (outlet === undefined) return []
  return [
    { label: t('outlets.code'), value: outlet.code || dash },
    {
      label: t('outlets.region'),
      value:
        outlet.region === '' ? (
          dash
        ) : (
          <RowLink to={outletsWith({ region: outlet.region })}>{regionText(outlet.region)}</RowLink>
        ),
    },
    { label: t('outlets.department'), value: outlet.departmentName ?? dash },
  ]
}

function useTabs(outlet: Outlet | undefined): readonly DetailTab[] {
  const { t } = useTranslation()
  const mayDevices = useMay('DMS_SERVER_DEVICE_VIEW')
  const { OutletTopology } = useMonitoringParts()
  const hasTopology = useProductStop(topologyProducts) === null
  const mayTemplates = useMay('DMS_SERVER_DEVICE_TEMPLATE_VIEW')
  if (outlet === undefined) return []
  return [
    { key: 'overview', label: t('outlets.tabs.overview'), content: <OutletOverview outlet={outlet} /> },
    ...(mayDevices
      ? [{ key: 'devices', label: t('outlets.tabs.devices'), content: <OutletDevices outlet={outlet} /> }]
      : []),
    ...(mayDevices && hasTopology
      ? [
          {
            key: 'topology',
            label: t('topology.title'),
            content: <OutletTopology outletId={outlet.id} />,
          },
        ]
      : []),
    ...(mayTemplates
      ? [
          {
            key: 'templates',
            label: t('provisioning.applying.tab'),
            content: <OutletTemplates outlet={outlet} />,
          },
        ]
      : []),
    { key: 'lines', label: t('outlets.tabs.lines'), content: <OutletLines outlet={outlet} /> },
    // Without a department the outlet has no members.
    ...(outlet.departmentId === null
      ? []
      : [{ key: 'people', label: t('outlets.tabs.people'), content: <OutletPeople outletId={outlet.id} /> }]),
    { key: 'timeline', label: t('outlets.tabs.timeline'), content: <OutletTimeline outletId={outlet.id} /> },
  ]
}

function Actions({ outlet }: { outlet: Outlet }) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const remove = useRemove(outlet)
  const blocked = outlet.devices > 0
  const reason = t('outlets.removeDevices', { count: outlet.devices })
  return (
    <>
      <AskAssistant recipe="check_outlet" subject={{ kind: 'outlet', id: outlet.id }} name={outlet.name} />
      <Permission codes={['DMS_SERVER_DEVICE_CLAIM']}>
        <Button href={`#${paths.scanLabelInto(outlet.id)}`}>{t('shell.titles.scanLabel')}</Button>
      </Permission>
      <Permission codes={['DMS_SERVER_OUTLET_EDIT']}>
        <Button onClick={() => setEditing(true)}>{t('outlets.edit')}</Button>
        <OutletDrawer outlet={outlet} open={editing} onClose={() => setEditing(false)} />
      </Permission>
      <Permission codes={['DMS_SERVER_OUTLET_DELETE']}>
        {blocked ? (
          <Tooltip title={reason}>
            {/* It stays in the order of focus, so that the keyboard finds the reason too. */}
            <Button aria-disabled className="outlet-act-off" onClick={() => notify.info(reason)}>
              {t('outlets.remove')}
            </Button>
          </Tooltip>
        ) : (
          <Button danger onClick={remove}>
            {t('outlets.remove')}
          </Button>
        )}
      </Permission>
    </>
  )
}

function useRemove(outlet: Outlet): () => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const remove = useAct('DELETE /api/v1/outlet/:outletId', { refresh: [outletList] })
  return () => {
    void confirm({
      title: t('outlets.removeTitle', { name: outlet.name }),
      text:
        outlet.lines > 0 ? t('outlets.removeText', { count: outlet.lines }) : t('outlets.removeTextAlone'),
      action: t('outlets.remove'),
      act: async () => {
        await remove.mutateAsync({ outletId: outlet.id })
        notify.success(t('outlets.removed'))
        void navigate({ to: paths.outlets })
      },
    })
  }
}
