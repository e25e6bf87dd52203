import { useTranslation } from 'react-i18next'
import { devicePath, paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useProductStop } from '../../lib/use-product-stop.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { PresenceTag } from '../../ui/device-tags.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { AlarmDetail } from './alarm.ts'
import { pathTo } from './path-to.ts'

/** From the internet line to the device that the alarm is about, with the state of each; nothing where no topology says so. */
export function AlarmPath({ alarm }: { alarm: AlarmDetail }) {
  const may = useMay('DMS_SERVER_DEVICE_VIEW')
  const stop = useProductStop(['monitoring'])
  const { outletId, deviceId, lineId } = alarm
  const node = deviceId === null ? (lineId === null ? null : `l${lineId}`) : `d${deviceId}`
  return may && stop === null && outletId !== null && node !== null ? (
    <Path outletId={outletId} node={node} />
  ) : null
}

function Path({ outletId, node }: { outletId: string; node: string }) {
  const { t } = useTranslation()
  const topology = useApi('GET /monitor/api/v1/topology/outlet/:outletId', { outletId }).data
  const way = topology === undefined ? [] : pathTo(topology, node)
  if (way.length < 2) return null
  return (
    <Panel title={t('alarms.path')}>
      <ol className="alarm-path">
        {way.map(({ key, name, deviceId, lineId, type, presence }) => (
          <li key={key} aria-current={key === node}>
            {deviceId !== null ? (
              <RowLink to={devicePath(deviceId, type)}>{name}</RowLink>
            ) : lineId !== null ? (
              <RowLink to={paths.line(lineId)}>{name}</RowLink>
            ) : (
              <span>{name === '' ? t('alarms.pathSwitch') : name}</span>
            )}
            {presence !== null && <PresenceTag presence={presence} />}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
