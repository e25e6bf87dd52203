import type { MetricName } from '@netward/contract/metric-catalogue'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMetricText } from '../../lib/metric-format.ts'
import { useApi } from '../../lib/use-api.ts'
import { useNow } from '../../lib/use-now.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { hasCourse, type MetricSeries } from './chart-series.ts'
import { type Tile, tilesOf } from './pulse-tiles.ts'
import { type DeviceKind, useLatest } from './use-latest.ts'
import './metrics.css'

const dayMs = 86_400_000
/** Half an hour a step. */
const trendPoints = 48
/** A trend moves little in five minutes. */
const trendStepMs = 300_000
/** A flat line tells nothing. */
const withoutTrend: ReadonlySet<MetricName> = new Set(['device_uptime', 'ups_on_battery'])

/** How a device does: its figures now, each with its last day. Traffic and clients stand above, in its strip. */
export function DevicePulse({ deviceId, kind }: { deviceId: string; kind: DeviceKind }) {
  const { t } = useTranslation()
  const read = useLatest(deviceId, kind)
  const tiles = useMemo(() => tilesOf(read.data ?? []), [read.data])
  const trends = useTrends(
    deviceId,
    tiles.map(({ metric }) => metric).filter((metric) => !withoutTrend.has(metric)),
  )
  // The charts below say so, and why.
  if (tiles.length === 0) return null
  return (
    <section className="pulse" aria-label={t('monitoring.pulse')} aria-busy={read.data === undefined}>
      {tiles.map((tile) => (
        <PulseTile key={tile.key} tile={tile} trend={trendOf(tile, trends)} />
      ))}
    </section>
  )
}

function useTrends(deviceId: string, metrics: readonly MetricName[]) {
  const now = useNow(trendStepMs)
  return useApi(
    'POST /monitor/api/v1/metrics/range',
    {
      deviceId,
      metrics: [...metrics],
      from: new Date(now - dayMs).toISOString(),
      to: new Date(now).toISOString(),
      points: trendPoints,
    },
    { enabled: metrics.length > 0, keepPrevious: true },
  ).data?.series
}

function trendOf({ metric, instance }: Tile, series: readonly MetricSeries[] | undefined) {
  return (series ?? []).find((one) => one.metric === metric && one.instance === instance)?.values ?? null
}

function PulseTile({ tile, trend }: { tile: Tile; trend: readonly (number | null)[] | null }) {
  const { t } = useTranslation()
  const metricText = useMetricText()
  const { metric, value, label, level } = tile
  const share = metric.endsWith('_usage') || metric === 'supply_level'
  return (
    <div className={`pulse-tile pulse-${level}`}>
      <span title={label}>{t(`metrics.names.${metric}`)}</span>
      <strong>
        {metricText(metric, value)}
        {label !== '' && <small title={label}>{label}</small>}
        {level !== 'normal' && <span className="visually-hidden">{t(`monitoring.levels.${level}`)}</span>}
      </strong>
      {trend !== null && hasCourse(trend) && !withoutTrend.has(metric) && (
        <Sparkline values={trend} width={170} height={28} {...(share && { max: 100 })} />
      )}
    </div>
  )
}
