import { type MetricName, metricOf } from '@netward/contract/metric-catalogue'
import { useTranslation } from 'react-i18next'
import { useMetricText } from '../../lib/metric-format.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { type Latest, useLatest } from './use-latest.ts'
import './components.css'

/** What a device is made of, besides its interfaces. */
const kinds = [
  { key: 'supplies', metrics: ['supply_level'] },
  { key: 'processors', metrics: ['cpu_usage', 'memory_usage'] },
  { key: 'storage', metrics: ['storage_usage'] },
  { key: 'temperature', metrics: ['temperature'] },
  { key: 'fans', metrics: ['fan_speed', 'fan_load'] },
  { key: 'power', metrics: ['power', 'voltage', 'current', 'frequency'] },
  { key: 'optical', metrics: ['optical_power'] },
  { key: 'others', metrics: ['humidity', 'sensor_state'] },
] as const satisfies readonly { key: string; metrics: readonly MetricName[] }[]

/** Sensors, supplies and storages of a device with their values now, against their own limits. */
export function DeviceComponents({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const read = useLatest(deviceId, 'equipment')
  if (read.data === undefined) return <PendingState read={{ error: read.error, refetch: read.refetch }} />
  const values = read.data
  const groups = kinds
    .map(({ key, metrics }) => ({
      key,
      values: values.filter(({ metric }) => metrics.some((one) => one === metric)),
    }))
    .filter((group) => group.values.length > 0)
  if (groups.length === 0)
    return <EmptyState title={t('monitoring.components.none')} hint={t('monitoring.components.noneHint')} />
  return (
    <div className="component-grid">
      {groups.map(({ key, values: own }) => (
        <Panel key={key} title={t(`monitoring.components.${key}`)}>
          <ul className="component-list">
            {own.map((one) => (
              <Component key={`${one.metric} ${one.instance}`} value={one} alone={own.length === 1} />
            ))}
          </ul>
        </Panel>
      ))}
    </div>
  )
}

const stateTones: readonly StatusTone[] = ['unknown', 'ok', 'warn', 'bad', 'off']

function Component({ value: one, alone }: { value: Latest; alone: boolean }) {
  const { t } = useTranslation()
  const metricText = useMetricText()
  const { metric, value, low, high } = one
  const name = one.label || one.instance
  const text = metricText(metric, value)
  const level = levelOf(one)
  const bar = barOf(one)
  return (
    <li>
      <span className="component-name" title={name}>
        {name === '' ? t(`metrics.names.${metric}`) : name}
        {(metric === 'memory_usage' || metric === 'cpu_usage') && name !== '' && (
          <small>{t(`metrics.names.${metric}`)}</small>
        )}
      </span>
      {metric === 'sensor_state' ? (
        <StatusTag tone={stateTones[Math.round(value ?? 0)] ?? 'unknown'}>{text}</StatusTag>
      ) : (
        <strong className={`component-${level}`}>
          {text}
          {level !== 'normal' && <span className="visually-hidden">{t(`monitoring.levels.${level}`)}</span>}
        </strong>
      )}
      {bar !== null && (
        <span className={`component-bar component-bar-${level}`} aria-hidden="true">
          <i style={{ width: `${bar.share * 100}%` }} />
          {bar.mark !== null && <b style={{ left: `${bar.mark * 100}%` }} />}
        </span>
      )}
      <small className="component-limits">
        {low !== null && high !== null
          ? t('monitoring.components.between', {
              low: metricText(metric, low),
              high: metricText(metric, high),
            })
          : high !== null
            ? t('monitoring.components.atMost', { limit: metricText(metric, high) })
            : low !== null
              ? t('monitoring.components.atLeast', { limit: metricText(metric, low) })
              : alone && <RelativeTime at={one.at} />}
      </small>
    </li>
  )
}

/** Alike in the pulse: the maker's limit first, then what the shipped rules use. */
function levelOf({ metric, value, low, high }: Latest): 'normal' | 'warning' | 'critical' {
  if (value === null) return 'normal'
  if ((high !== null && value >= high) || (low !== null && value <= low)) return 'critical'
  if (metric === 'supply_level') return value < 10 ? 'warning' : 'normal'
  return metricOf(metric).unit === '%' && metric.endsWith('_usage') && value >= 90 ? 'warning' : 'normal'
}

/** A share of a whole, or of the way to the limit, which is then marked. */
function barOf({ metric, value, high }: Latest): { share: number; mark: number | null } | null {
  if (value === null) return null
  if (metricOf(metric).unit === '%') return { share: value / 100, mark: high === null ? null : high / 100 }
  if (high === null || high <= 0 || value < 0) return null
  const end = high * 1.15
  return { share: Math.min(1, value / end), mark: high / end }
}
