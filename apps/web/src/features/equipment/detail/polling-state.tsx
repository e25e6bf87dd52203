import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useMetricText } from '../../../lib/metric-format.ts'
import { paths } from '../../../lib/paths.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Permission } from '../../../ui/permission.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { RowLink } from '../../../ui/row-link.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { type EquipmentDetail, pollingTones } from '../equipment.ts'
import './detail.css'

/** How the device is polled, in a sentence; where that fails, what to do about it. */
export function PollingState({ device }: { device: EquipmentDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const metricText = useMetricText()
  const { polling } = device
  if (polling === null || device.driver === 'none')
    return <p className="device-plain">{t('monitoring.polling.none')}</p>
  const { state, since, lastPollAt, lastPollMs, lastPollValues } = polling
  return (
    <>
      <p className="polling-sentence">
        <StatusTag tone={pollingTones[state]}>{t(`monitoring.polling.states.${state}`)}</StatusTag>
        {since !== null && (
          <span title={format.zoned(since)}>
            {t('monitoring.polling.since', { time: format.dateTime(since).slice(0, 16) })}
          </span>
        )}
        {state === 'ok' && <UpTime deviceId={device.id} />}
        {polling.credentialName !== null && (
          <span>{t('monitoring.polling.via', { name: polling.credentialName })}</span>
        )}
        {lastPollAt !== null && (
          <span>
            {t('monitoring.polling.lastPoll')} <RelativeTime at={lastPollAt} />
            {lastPollMs !== null &&
              lastPollValues !== null &&
              ` · ${t('monitoring.polling.took', {
                values: format.number(lastPollValues),
                time: metricText('snmp_response_time', lastPollMs),
              })}`}
          </span>
        )}
        {polling.slow && (
          <span title={t('monitoring.polling.slowHint')}>
            <StatusTag tone="warn">{t('monitoring.polling.slow')}</StatusTag>
          </span>
        )}
      </p>
      {state !== 'ok' && (
        <div
          className={`device-remark polling-remark ${state === 'waiting' ? '' : pollingTones[state] === 'bad' ? 'device-remark-bad' : 'device-remark-warn'}`}
          {...(state !== 'waiting' && { role: 'alert' })}
        >
          <span>{t(`monitoring.polling.what.${state}`)}</span>
          {(state === 'auth_failed' || state === 'no_credential' || state === 'snmp_silent') && (
            <Permission codes={['DMS_SERVER_DEVICE_CREDENTIAL']}>
              <RowLink to={paths.snmpCredentials}>{t('monitoring.polling.credentials')}</RowLink>
            </Permission>
          )}
        </div>
      )}
    </>
  )
}

function UpTime({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const metricText = useMetricText()
  const [latest] =
    useApi('POST /monitor/api/v1/metrics/latest', { deviceId, metrics: ['device_uptime'] }).data ?? []
  if (latest === undefined || latest.value === null) return null
  return <span>{t('monitoring.polling.up', { time: metricText('device_uptime', latest.value) })}</span>
}
