import { configuredTypes } from '@netward/contract/configuration-values'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { StarButton } from '../../../ui/star-button.tsx'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useApi, useRefreshReads } from '../../../lib/use-api.ts'
import { useLiveEvents } from '../../../lib/use-live-events.ts'
import { useThrottled } from '../../../lib/use-throttled.ts'
import { PresenceTag, TagList } from '../../../ui/device-tags.tsx'
import { AskAssistant } from '../../../ui/ask-assistant.tsx'
import { DetailPage, type DetailTab, type Fact } from '../../../ui/detail-page.tsx'
import { CopyText } from '../../../ui/copy-text.tsx'
import { useMonitoringParts } from '../../../ui/monitoring-parts.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { RowLink } from '../../../ui/row-link.tsx'
import { NoPermissionState } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { equipmentEvents, type EquipmentDetail as Device } from '../equipment.ts'
import { DeviceActs } from './device-acts.tsx'
import { DuplicateBanner } from './duplicate-banner.tsx'
import { FactsTab } from './facts-tab.tsx'
import { InterfaceTable } from './interface-table.tsx'
import { PollingState } from './polling-state.tsx'
import { ReplacedBanner } from './replaced-banner.tsx'
import { usePollNow } from './use-poll-now.ts'
import '../../../ui/devices.css'

const dash = '—'
const rereadMs = 60_000

export function EquipmentDetail() {
  const { deviceId = '' }: { deviceId?: string } = useParams({ strict: false })
  const mayView = useMay('DMS_SERVER_DEVICE_VIEW')
  // Another device is another page: no state is kept.
  return mayView ? <Detail key={deviceId} deviceId={deviceId} /> : <NoPermissionState />
}

function Detail({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const read = useApi('GET /monitor/api/v1/device/:deviceId', { deviceId }, { refetchInterval: rereadMs })
  const device = read.data
  useLiveDevice(deviceId)
  const poll = usePollNow(deviceId)
  const tabs = useTabs(device)
  const identity = useIdentity(device)
  // A smart CPE has a page of its own, whatever link led here.
  if (device?.type === 'smart_cpe') void navigate({ to: paths.smartCpe(deviceId), replace: true })
  return (
    <DetailPage
      stale={device?.presence === 'offline'}
      title={device?.name ?? t('shell.titles.equipmentDetail')}
      path={paths.equipment(deviceId)}
      back={paths.deviceList}
      loading={device === undefined}
      error={device === undefined ? read.error : null}
      onRetry={() => void read.refetch()}
      tabs={tabs}
      identity={identity}
      {...(device !== undefined && {
        status: (
          <>
            {device.state === 'claimed' ? (
              <PresenceTag presence={device.presence} />
            ) : (
              <StatusTag tone="off">{t('equipment.replaced')}</StatusTag>
            )}
            <span className="quiet">{t(`equipment.types.${device.type}`)}</span>
            <StarButton kind="device" id={device.id} />
          </>
        ),
        subtitle: (
          <>
            <PollingState device={device} />
            <DuplicateBanner device={device} />
            <ReplacedBanner device={device} />
          </>
        ),
        ...(device.state === 'claimed' && {
          actions: (
            <>
              <AskAssistant
                recipe="check_device"
                subject={{ kind: 'device', id: device.id }}
                name={device.name}
              />
              <DeviceActs device={device} poll={poll} />
            </>
          ),
        }),
      })}
    />
  )
}

/** Refetches what an event reports as changed. */
function useLiveDevice(deviceId: string): void {
  const reread = useRefreshReads()
  const all = useThrottled(
    () =>
      void reread(
        'GET /monitor/api/v1/device/:deviceId',
        'POST /monitor/api/v1/device/:deviceId/interfaces',
        'GET /api/v1/device/:deviceId/timeline',
      ),
    1_500,
  )
  useLiveEvents(equipmentEvents, (event) => {
    if (event === null || event.subjectId === deviceId) all()
  })
}

function useIdentity(device: Device | undefined): readonly Fact[] {
  const { t } = useTranslation()
  const mayOutlets = useMay('DMS_SERVER_OUTLET_VIEW')
  if (device === undefined) return []
  const { outletId, outletName, ipAddress, brand, modelName } = device
  const model = [brand, modelName].filter((part) => part !== '').join(' ')
  return [
    { label: t('equipment.modelName'), value: model || dash },
    { label: t('equipment.ipAddress'), value: ipAddress === null ? dash : <CopyText text={ipAddress} /> },
    {
      label: t('equipment.outlet'),
      value:
        outletId === null ? (
          dash
        ) : mayOutlets ? (
          <RowLink to={paths.outlet(outletId)}>{outletName}</RowLink>
        ) : (
          outletName
        ),
    },
    { label: t('equipment.lastSeenAt'), value: <RelativeTime at={device.lastSeenAt} /> },
    ...(device.tags.length === 0
      ? []
      : [{ label: t('equipment.tags'), value: <TagList tags={device.tags} all /> }]),
  ]
}

/** Parts by what the driver of the device can do, and by what the device has. */
function useTabs(device: Device | undefined): readonly DetailTab[] {
  const { t } = useTranslation()
  const { DeviceComponents, DeviceConfiguration, DeviceSyslog, TimelineTab } = useMonitoringParts()
  const maySyslog = useMay('DMS_SERVER_DEVICE_SYSLOG')
  const mayConfigurations = useMay('DMS_SERVER_DEVICE_CONFIG_VIEW')
  if (device === undefined) return []
  const { id, driver } = device
  const facts = {
    key: 'facts',
    label: t('monitoring.detail.facts'),
    content: <FactsTab device={device} />,
  }
  const syslog = maySyslog
    ? [{ key: 'syslog', label: t('syslog.tab'), content: <DeviceSyslog deviceId={id} /> }]
    : []
  const events = {
    key: 'events',
    label: t('monitoring.detail.events'),
    content: <TimelineTab deviceId={id} />,
  }
  const isConfigured = configuredTypes.some((type) => type === device.type)
  const configuration =
    mayConfigurations && isConfigured
      ? [
          {
            key: 'configuration',
            label: t('configurations.tab'),
            content: <DeviceConfiguration deviceId={id} />,
          },
        ]
      : []
  if (driver === 'none') return [facts, ...configuration, ...syslog, events]
  const overview = {
    key: 'overview',
    label: t('monitoring.detail.overview'),
    content: <Overview device={device} />,
  }
  if (driver !== 'snmp') return [overview, ...configuration, ...syslog, events, facts]
  return [
    overview,
    {
      key: 'interfaces',
      label:
        device.interfaces === 0
          ? t('monitoring.detail.interfaces')
          : t('monitoring.detail.interfacesCount', { count: device.interfaces }),
      content: <InterfaceTable deviceId={id} />,
    },
    {
      key: 'components',
      label: t('monitoring.components.tab'),
      content: <DeviceComponents deviceId={id} />,
    },
    ...configuration,
    ...syslog,
    events,
    facts,
  ]
}

function Overview({ device: { id } }: { device: Device }) {
  const { DeviceStanding, DeviceAlarms, SubjectOrders, DeviceAdvisories, DevicePulse, DeviceCharts } =
    useMonitoringParts()
  return (
    <>
      <DeviceStanding deviceId={id} kind="equipment" />
      <DeviceAlarms deviceId={id} />
      <SubjectOrders deviceId={id} />
      <DeviceAdvisories deviceId={id} />
      <DevicePulse deviceId={id} kind="equipment" />
      <DeviceCharts deviceId={id} kind="equipment" />
    </>
  )
}
