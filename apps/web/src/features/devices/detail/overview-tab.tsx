import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Facts, Panel } from '../../../ui/detail-page.tsx'
import { stateTones, useInterfaceState } from '../../../ui/interface-state.ts'
import { useMonitoringParts } from '../../../ui/monitoring-parts.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import type { DeviceDetail } from '../../../lib/device-row.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { nextInformAt } from '../../../lib/next-inform.ts'
import '../../../ui/plain-table.css'

const dash = '—'

export function OverviewTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { DeviceStanding, DeviceAlarms, SubjectOrders, DeviceAdvisories, DevicePulse, DeviceCharts } =
    useMonitoringParts()
  const copied = (text: string | null) => (text === null || text === '' ? dash : <CopyText text={text} />)
  return (
    <>
      {device.state === 'claimed' && (
        <>
          <DeviceStanding deviceId={device.id} kind="gateway" />
          <DeviceAlarms deviceId={device.id} />
          <SubjectOrders deviceId={device.id} />
          <DeviceAdvisories deviceId={device.id} />
          <DevicePulse deviceId={device.id} kind="gateway" />
          <DeviceCharts deviceId={device.id} kind="gateway" />
        </>
      )}
      <div className="overview-grid">
        <Panel title={t('devices.info.identity')}>
          <Facts
            facts={[
              { label: t('devices.manufacturer'), value: device.manufacturer || dash },
              { label: t('devices.oui'), value: copied(device.oui) },
              { label: t('devices.productClass'), value: device.productClass || dash },
              { label: t('devices.company'), value: device.companyName },
              {
                label: t('devices.info.enrolledBy'),
                value: t(`devices.info.enrolledVia.${device.enrolledBy}`),
              },
              { label: t('devices.claimedAt'), value: format.dateTime(device.claimedAt) },
              { label: t('devices.info.firstInformAt'), value: format.dateTime(device.firstInformAt) },
            ]}
          />
        </Panel>
        <Panel title={t('devices.info.versions')}>
          <Facts
            facts={[
              // Of one that is here it stands in the strip.
              ...(device.state === 'claimed'
                ? []
                : [{ label: t('devices.softwareVersion'), value: copied(device.softwareVersion) }]),
              { label: t('devices.hardwareVersion'), value: device.hardwareVersion || dash },
              { label: t('devices.macAddress'), value: copied(device.macAddress) },
              { label: t('devices.info.lastBootAt'), value: <Moment at={device.lastBootAt} /> },
            ]}
          />
        </Panel>
        {device.state === 'claimed' && (
          <Panel title={t('devices.info.management')}>
            <Facts
              facts={[
                {
                  label: t('devices.info.interval'),
                  value:
                    device.periodicInformInterval === null
                      ? t('common.unknown')
                      : t('devices.info.seconds', { count: device.periodicInformInterval }),
                },
                {
                  label: t('devices.info.dataModelRoot'),
                  value:
                    device.dataModelRoot === null
                      ? t('common.unknown')
                      : device.dataModelRoot === 'Device.'
                        ? 'TR-181 (Device.)'
                        : 'TR-098 (InternetGatewayDevice.)',
                },
                { label: t('devices.info.cwmpVersion'), value: device.cwmpVersion ?? t('common.unknown') },
                {
                  label: t('devices.info.connectionRequestUrl'),
                  value:
                    device.connectionRequestUrl === null && device.udpRequestAddress === null
                      ? t('devices.info.connectionRequestNone')
                      : copied(device.connectionRequestUrl),
                },
                ...(device.udpRequestAddress === null
                  ? []
                  : [
                      {
                        label: t('devices.info.udpAddress'),
                        value: (
                          <>
                            {copied(device.udpRequestAddress)}
                            <div className="device-quiet">{t('devices.info.udpAddressHint')}</div>
                          </>
                        ),
                      },
                    ]),
                { label: t('devices.info.nextInform'), value: <NextInform device={device} /> },
                {
                  label: t('devices.info.credentials'),
                  value: t(`devices.info.credentialState.${device.credentialState}`),
                },
              ]}
            />
          </Panel>
        )}
        <Panel title={t('devices.info.wan')}>
          <WanTable wan={device.wan} />
        </Panel>
        {device.note !== '' && (
          <Panel title={t('devices.info.note')}>
            <p className="device-note">{device.note}</p>
          </Panel>
        )}
      </div>
    </>
  )
}

function NextInform({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const at = nextInformAt(device, useNow(30_000))
  return at === null
    ? t('common.unknown')
    : t('devices.info.nextInformAbout', { time: format.dateTime(at).slice(11, 16) })
}

/** Relative time, with the exact time beside it. */
function Moment({ at }: { at: string | null }) {
  const format = useFormat()
  return (
    <>
      <span className="device-moment">
        <RelativeTime at={at} />
      </span>{' '}
      {at !== null && <span className="device-quiet device-moment">{format.dateTime(at)}</span>}
    </>
  )
}

function WanTable({ wan }: { wan: DeviceDetail['wan'] }) {
  const { t } = useTranslation()
  if (wan.length === 0) return <p className="device-plain device-quiet">{t('devices.info.wanNone')}</p>
  return (
    <div className="plain-table-frame">
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t('devices.info.wanName')}</th>
            <th>{t('devices.info.wanStatus')}</th>
            <th>{t('devices.ipAddress')}</th>
            <th>{t('devices.macAddress')}</th>
          </tr>
        </thead>
        <tbody>
          {wan.map((one, index) => (
            // Two interfaces may report the same name.
            <tr key={index}>
              <td data-label={t('devices.info.wanName')}>{one.name}</td>
              <td data-label={t('devices.info.wanStatus')}>
                <WanStatus wan={one} />
              </td>
              <td data-label={t('devices.ipAddress')}>
                {one.ipAddress === null ? dash : <CopyText text={one.ipAddress} />}
              </td>
              <td data-label={t('devices.macAddress')}>
                {one.macAddress === null ? dash : <span className="mono">{one.macAddress}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function WanStatus({ wan }: { wan: DeviceDetail['wan'][number] }) {
  const textOf = useInterfaceState()
  if (wan.state === null) return <>{dash}</>
  return <StatusTag tone={stateTones[wan.state] ?? 'unknown'}>{textOf(wan)}</StatusTag>
}
