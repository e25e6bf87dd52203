import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import type { MetricName } from '@netward/contract/metric-catalogue'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMetricText } from '../../lib/metric-format.ts'
import { useApi } from '../../lib/use-api.ts'
import { useNow } from '../../lib/use-now.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { hasCourse, type MetricSeries } from './chart-series.ts'
import { type Tile, tilesOf } from './pulse-tiles.ts'
import { type Busy, type DeviceKind, useBusiest, useLatest } from './use-latest.ts'
import './metrics.css'

const dayMs = 86_400_000
/** Half an hour a step. */
const trendPoints = 48
/** A trend moves little in five minutes. */
const trendStepMs = 300_000
/** A flat line tells nothing. */
const withoutTrend: ReadonlySet<MetricName> = new Set(['device_uptime', 'ups_on_battery'])

/** How a device does: its figures now, each with its last day. */
export function DevicePulse({ deviceId, kind }: { deviceId: string; kind: DeviceKind }) {
  const { t } = useTranslation()
  const read = useLatest(deviceId, kind)
  const [busiest] = useBusiest(deviceId, kind, read.data) ?? []
  const tiles = useMemo(() => tilesOf(read.data ?? []), [read.data])
  const trends = useTrends(
    deviceId,
    tiles.map(({ metric }) => metric).filter((metric) => !withoutTrend.has(metric)),
  )
  // The charts below say so, and why.
  if (tiles.length === 0 && busiest === undefined) return null
  const throughput = busiest !== undefined && <Throughput deviceId={deviceId} busiest={busiest} />
  // A printer or a UPS is not there for its traffic.
  const forItself = tiles.some(({ metric }) => metric === 'supply_level' || metric === 'ups_charge')
  return (
    <section className="pulse" aria-label={t('monitoring.pulse')} aria-busy={read.data === undefined}>
      {!forItself && throughput}
      {tiles.map((tile) => (
        <PulseTile key={tile.key} tile={tile} trend={trendOf(tile, trends)} />
      ))}
      {forItself && throughput}
    </section>
  )
}

function useTrends(deviceId: string, metrics: readonly MetricName[], instances?: readonly string[]) {
  const now = useNow(trendStepMs)
  return useApi(
    'POST /monitor/api/v1/metrics/range',
    {
      deviceId,
      metrics: [...metrics],
      ...(instances !== undefined && { instances: [...instances] }),
      from: new Date(now - dayMs).toISOString(),
      to: new Date(now).toISOString(),
      points: trendPoints,
    },
    { enabled: metrics.length > 0, keepPrevious: true },
  ).data?.series
}

/** Of several instances the sum; a step that one of them missed is a gap. */
function trendOf({ metric, instances }: Tile, series: readonly MetricSeries[] | undefined) {
  const own = (series ?? []).filter((one) => one.metric === metric && instances.includes(one.instance))
  const [first, ...others] = own.map(({ values }) => values)
  if (first === undefined) return null
  return first.map((value, step) =>
    others.reduce((sum, values) => {
      const more = values[step] ?? null
      return sum === null || more === null ? null : sum + more
    }, value),
  )
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

const octets = ['interface_in_octets', 'interface_out_octets'] as const
const octet = 8

function Throughput({ deviceId, busiest }: { deviceId: string; busiest: Busy }) {
  const { t } = useTranslation()
  const metricText = useMetricText()
  const trend = useTrends(deviceId, octets, [busiest.instance])
  const rate = (bits: number | null) => metricText('interface_in_octets', bits === null ? null : bits / octet)
  const both = trend?.[0]?.values.map((value, step) => {
    const other = trend[1]?.values[step] ?? 0
    return value === null ? null : value + other
  })
  return (
    <div className="pulse-tile">
      <span title={busiest.label}>{t('monitoring.throughput', { name: busiest.label })}</span>
      <strong className="pulse-pair">
        <span title={t('metrics.names.interface_in_octets')}>
          <ArrowDownOutlined aria-hidden="true" />
          <span className="visually-hidden">{t('metrics.names.interface_in_octets')}</span>{' '}
          {rate(busiest.inRate)}
        </span>
        <span title={t('metrics.names.interface_out_octets')}>
          <ArrowUpOutlined aria-hidden="true" />
          <span className="visually-hidden">{t('metrics.names.interface_out_octets')}</span>{' '}
          {rate(busiest.outRate)}
        </span>
      </strong>
      {both !== undefined && hasCourse(both) && <Sparkline values={both} width={170} height={28} />}
    </div>
  )
}
