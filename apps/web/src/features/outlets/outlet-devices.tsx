import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { Presence } from './line-parts.tsx'
import type { OutletDetail } from './outlet.ts'
import '../../ui/plain-table.css'

const shownAtMost = 50

/** The first devices of an outlet; the filtered list has all. */
export function OutletDevices({ outlet }: { outlet: OutletDetail }) {
  const { t } = useTranslation()
  const mayClaim = useMay('DMS_SERVER_DEVICE_CLAIM')
  const read = useApi('POST /api/v1/device/lists', {
    outletId: outlet.id,
    pageSize: shownAtMost,
    sort: 'name',
  })
  return (
    <Panel
      title={t('outlets.tabs.devices')}
      actions={
        <RowLink to={`${paths.smartCpeList}?outletId=${outlet.id}`}>{t('shell.titles.smartCpe')}</RowLink>
      }
    >
      {read.error !== null && read.data === undefined ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data === undefined ? (
        <LoadingState />
      ) : read.data.items.length === 0 ? (
        <EmptyState
          title={t('outlets.noDevices')}
          hint={t('outlets.noDevicesHint')}
          {...(mayClaim && {
            action: <RowLink to={paths.unknownGateways}>{t('shell.titles.unknownGateways')}</RowLink>,
          })}
        />
      ) : (
        <div className="plain-table-frame">
          <table className="plain-table">
            <thead>
              <tr>
                <th>{t('devices.name')}</th>
                <th>{t('devices.presenceLabel')}</th>
                <th>{t('devices.serialNumber')}</th>
                <th>{t('devices.modelName')}</th>
                <th>{t('devices.ipAddress')}</th>
                <th>{t('devices.lastInformAt')}</th>
              </tr>
            </thead>
            <tbody>
              {read.data.items.map((device) => (
                <tr key={device.id}>
                  <td data-label={t('devices.name')}>
                    <RowLink to={paths.smartCpe(device.id)}>{device.name}</RowLink>
                  </td>
                  <td data-label={t('devices.presenceLabel')}>
                    <Presence presence={device.presence} />
                  </td>
                  <td data-label={t('devices.serialNumber')}>
                    <span className="mono">{device.serialNumber}</span>
                  </td>
                  <td data-label={t('devices.modelName')}>{device.modelName}</td>
                  <td data-label={t('devices.ipAddress')}>
                    <span className="mono">{device.ipAddress ?? '—'}</span>
                  </td>
                  <td data-label={t('devices.lastInformAt')}>
                    <RelativeTime at={device.lastInformAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}
