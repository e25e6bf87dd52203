import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { StarButton } from '../../../ui/star-button.tsx'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useApi, useRefreshReads } from '../../../lib/use-api.ts'
import { useLiveEvents } from '../../../lib/use-live-events.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { AskAssistant } from '../../../ui/ask-assistant.tsx'
import { DetailPage, type DetailTab, type Fact } from '../../../ui/detail-page.tsx'
import { RowLink } from '../../../ui/row-link.tsx'
import { NoPermissionState } from '../../../ui/states.tsx'
import type { DeviceDetail } from '../../../lib/device-row.ts'
import { GuardTag, PresenceTag, TagList } from '../../../ui/device-tags.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { useThrottled } from '../../../lib/use-throttled.ts'
import { ForOrder } from '../../../ui/for-order.tsx'
import { useDeviceParts } from '../../../ui/device-parts.ts'
import { BackupsTab } from './backups-tab.tsx'
import { CommandsTab } from './commands-tab.tsx'
import { ConfigurationTab } from './configuration-tab.tsx'
import { ConnectOutcome } from './connect-outcome.tsx'
import { DeviceActions } from './device-actions.tsx'
import { ExchangesTab } from './exchanges-tab.tsx'
import { GuardBanner } from './guard-banner.tsx'
import { PresenceBanner } from './presence-banner.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { ParametersTab } from './parameters-tab.tsx'
import { ReplacementBanner } from './replacement-banner.tsx'
import { ResetBanner } from './reset-banner.tsx'
import { TimelineTab } from './timeline-tab.tsx'
import { useConnectNow } from './use-connect-now.ts'
import '../../../ui/devices.css'
import { SerialNumber } from '../../../ui/serial-number.tsx'
import './detail.css'

const dash = '—'
/** Periodic Informs send no live event: the last Inform is refetched at this interval. */
const rereadMs = 30_000

export function SmartCpeDetail() {
  const { deviceId = '' }: { deviceId?: string } = useParams({ strict: false })
  const mayView = useMay('DMS_SERVER_DEVICE_VIEW')
  // Another device is another page: no state is kept.
  return mayView ? <Detail key={deviceId} deviceId={deviceId} /> : <NoPermissionState />
}

function Detail({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const read = useApi('GET /api/v1/device/:deviceId', { deviceId }, { refetchInterval: rereadMs })
  const device = read.data
  useLiveDevice(deviceId)
  const connection = useConnectNow(deviceId)
  const { CheckBanner } = useDeviceParts()
  const tabs = useTabs(device)
  const identity = useIdentity(device)
  return (
    <DetailPage
      stale={device?.presence === 'offline'}
      title={device?.name ?? t('shell.titles.smartCpeDetail')}
      path={paths.smartCpe(deviceId)}
      back={paths.smartCpeList}
      loading={device === undefined}
      error={device === undefined ? read.error : null}
      onRetry={() => void read.refetch()}
      tabs={tabs}
      identity={identity}
      {...(device !== undefined && {
        status: (
          <>
            {device.state === 'claimed' && <PresenceTag presence={device.presence} />}
            <GuardTag guard={device.guard} />
            <StarButton kind="device" id={device.id} />
          </>
        ),
        subtitle: (
          <>
            <ForOrder deviceId={device.id} />
            <ConnectOutcome state={connection.state} device={device} />
            <PresenceBanner device={device} />
            <GuardBanner device={device} />
            <ResetBanner device={device} />
            <ReplacementBanner device={device} />
            <CheckBanner deviceId={device.id} />
          </>
        ),
        actions: (
          <>
            <AskAssistant
              recipe="check_device"
              subject={{ kind: 'gateway', id: device.id }}
              name={device.name}
            />
            <DeviceActions device={device} connection={connection} />
          </>
        ),
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
        'GET /api/v1/device/:deviceId',
        'GET /api/v1/device/:deviceId/commands',
        'POST /api/v1/device/:deviceId/diagnostics/lists',
        'GET /api/v1/device/:deviceId/diagnostics/series',
        'GET /api/v1/device/:deviceId/checks',
        'GET /api/v1/device/:deviceId/checks/:checkId',
        'GET /api/v1/device/:deviceId/timeline',
        'GET /api/v1/device/:deviceId/parameters',
        'GET /api/v1/device/:deviceId/configuration',
        'GET /api/v1/device/:deviceId/exchanges',
        'GET /ota/api/v2/ota/device/:deviceId/backups',
        'GET /api/v1/device/:deviceId/settings',
        'GET /api/v1/device/:deviceId/settings/lists/:list',
      ),
    1_500,
  )
  useLiveEvents(
    ['device.presence', 'device.changed', 'device.released', 'command.changed', 'diagnostic.changed'],
    (event) => {
      if (event === null || event.subjectId === deviceId) all()
    },
  )
}

function useIdentity(device: DeviceDetail | undefined): readonly Fact[] {
  const { t } = useTranslation()
  const mayOutlets = useMay('DMS_SERVER_OUTLET_VIEW')
  if (device === undefined) return []
  return [
    { label: t('devices.serialNumber'), value: <SerialNumber serial={device.serialNumber} /> },
    {
      label: t('devices.outlet'),
      value:
        device.outletId === null ? (
          dash
        ) : mayOutlets ? (
          <RowLink to={paths.outlet(device.outletId)}>{device.outletName}</RowLink>
        ) : (
          device.outletName
        ),
    },
    { label: t('devices.modelName'), value: device.modelName || dash },
    {
      label: t('devices.ipAddress'),
      value: device.ipAddress === null ? dash : <CopyText text={device.ipAddress} />,
    },
    { label: t('devices.lastInformAt'), value: <LastInform device={device} /> },
    ...(device.tags.length === 0
      ? []
      : [{ label: t('devices.tags'), value: <TagList tags={device.tags} all /> }]),
  ]
}

/** For a gateway that has left the company, the timeline shows its last events. */
function LastInform({ device: { state, lastInformAt } }: { device: DeviceDetail }) {
  return state !== 'claimed' && lastInformAt === null ? dash : <RelativeTime at={lastInformAt} />
}

function useTabs(device: DeviceDetail | undefined): readonly DetailTab[] {
  const { t } = useTranslation()
  const mayExchanges = useMay('DMS_SERVER_DEVICE_EXCHANGE_VIEW')
  const mayUpgrades = useMay('DMS_SERVER_DEVICE_OTA_VIEW')
  const { DiagnosticsTab, SettingsTab } = useDeviceParts()
  if (device === undefined) return []
  return [
    { key: 'overview', label: t('devices.tab.overview'), content: <OverviewTab device={device} /> },
    { key: 'settings', label: t('gatewaySettings.tab'), content: <SettingsTab device={device} /> },
    { key: 'parameters', label: t('devices.tab.parameters'), content: <ParametersTab device={device} /> },
    {
      key: 'configuration',
      label: t('provisioning.device.tab'),
      content: <ConfigurationTab device={device} />,
    },
    { key: 'commands', label: t('devices.tab.commands'), content: <CommandsTab device={device} /> },
    { key: 'diagnostics', label: t('diagnostics.tab'), content: <DiagnosticsTab device={device} /> },
    ...(mayUpgrades
      ? [{ key: 'backups', label: t('ota.backupsTitle'), content: <BackupsTab device={device} /> }]
      : []),
    { key: 'timeline', label: t('devices.tab.timeline'), content: <TimelineTab deviceId={device.id} /> },
    ...(mayExchanges
      ? [
          {
            key: 'exchanges',
            label: t('devices.tab.exchanges'),
            content: <ExchangesTab deviceId={device.id} />,
          },
        ]
      : []),
  ]
}
