import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { alarmList } from './alarm.ts'
import { AlarmStates } from './alarm-states.tsx'
import { DeviceMaintenance } from './maintenance-note.tsx'
import { SeverityTag } from '../../ui/severity-tag.tsx'
import { useRuleName } from '../../lib/use-rule-name.ts'
import './alarms.css'

/** Alarms that a device has now, and work announced on it; nothing where there are none. */
export function DeviceAlarms({ deviceId }: { deviceId: string }) {
  return useMay('DMS_SERVER_ALARM') ? (
    <>
      <DeviceMaintenance deviceId={deviceId} />
      <Alarms deviceId={deviceId} />
    </>
  ) : null
}

function Alarms({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const ruleName = useRuleName()
  const alarms = useApi(
    alarmList,
    { deviceId, suppressed: 'all', sort: '-severity', pageSize: 20 },
    { keepPrevious: true },
  ).data
  useLiveReads(alarmList, ['alarm.changed'])
  if (alarms === undefined || alarms.items.length === 0) return null
  return (
    <ul className="alarm-device" aria-label={t('alarms.ofDevice')}>
      {alarms.items.map((alarm) => (
        <li key={alarm.id}>
          <SeverityTag severity={alarm.severity} />{' '}
          <RowLink to={paths.alarm(alarm.id)}>{ruleName(alarm.rule, alarm.ruleName)}</RowLink>{' '}
          {alarm.label !== '' && <span>{alarm.label} </span>}
          <span className="quiet">
            <RelativeTime at={alarm.raisedAt} />
          </span>{' '}
          <AlarmStates alarm={alarm} />
        </li>
      ))}
    </ul>
  )
}
