import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import type { EndpointOutput } from '@netward/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMetricText } from '../../lib/metric-format.ts'
import { devicePath } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useNow } from '../../lib/use-now.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { LineCharts } from './interface-charts.tsx'
import { RangeBar } from '../../ui/range/range-bar.tsx'
import './metrics.css'

type Outlet = EndpointOutput<'POST /monitor/api/v1/metrics/outlet'>
type Line = EndpointOutput<'POST /api/v1/outlet/line/lists'>['items'][number]

const linesAtMost = 4
const rereadMs = 60_000
const dayMs = 86_400_000
const trendPoints = 48

/** What the lines of an outlet carried in a day, and the worst of its devices. */
export function OutletPulse({ outletId }: { outletId: string }) {
  return useMay('DMS_SERVER_DEVICE_VIEW') ? <Pulse outletId={outletId} /> : null
}

function Pulse({ outletId }: { outletId: string }) {
  const { t } = useTranslation()
  const now = useNow(rereadMs)
  const read = useApi(
    'POST /monitor/api/v1/metrics/outlet',
    {
      outletId,
      from: new Date(now - dayMs).toISOString(),
      to: new Date(now).toISOString(),
      points: trendPoints,
    },
    { keepPrevious: true },
  )
  const outlet = read.data
  if (outlet === undefined)
    return read.error === null ? null : <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  const { devices, lines } = outlet
  // Without a value the strip above says so.
  const carried = lines.filter(({ down, up }) => down !== null || up !== null)
  const several = carried.length > 1
  if (carried.length === 0 && outlet.worst === null) return null
  return (
    <section className="pulse" aria-label={t('monitoring.pulseOutlet')}>
      {carried.length > 0 && (
        <Traffic
          name={several ? t('monitoring.outlet.allLines') : (carried[0]?.name ?? '')}
          down={sumOf(carried.map(({ down }) => down))}
          up={sumOf(carried.map(({ up }) => up))}
          trend={outlet.down}
        />
      )}
      {several &&
        carried
          .slice(0, linesAtMost)
          .map(({ lineId, ...line }) => <Traffic key={lineId} {...line} trend={null} />)}
      {devices.total > 0 && <Worst worst={outlet.worst} />}
    </section>
  )
}

/** Null: nothing of them was measured lately. */
function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

function Worst({ worst }: Pick<Outlet, 'worst'>) {
  const { t } = useTranslation()
  const metricText = useMetricText()
  if (worst === null)
    return (
      <div className="pulse-tile">
        <span>{t('monitoring.outlet.worst')}</span>
        <strong>{t('monitoring.outlet.worstNone')}</strong>
      </div>
    )
  const { deviceId, deviceName, deviceType, metric, value, level } = worst
  return (
    <div className={`pulse-tile pulse-${level}`}>
      <span>{t('monitoring.outlet.worst')}</span>
      <strong>
        {metricText(metric, value)}
        <small>{t(`metrics.names.${metric}`)}</small>
        <span className="visually-hidden">{t(`monitoring.levels.${level}`)}</span>
      </strong>
      <RowLink to={devicePath(deviceId, deviceType)} title={deviceName}>
        {deviceName}
      </RowLink>
    </div>
  )
}

function Traffic({
  name,
  down,
  up,
  trend,
}: {
  name: string
  /** Bytes a second. */
  down: number | null
  up: number | null
  trend: readonly (number | null)[] | null
}) {
  const { t } = useTranslation()
  return (
    <div className="pulse-tile">
      <span title={name}>{t('monitoring.throughput', { name })}</span>
      <strong className="pulse-pair">
        <Rate name={t('monitoring.outlet.down')} rate={down}>
          <ArrowDownOutlined aria-hidden="true" />
        </Rate>
        <Rate name={t('monitoring.outlet.up')} rate={up}>
          <ArrowUpOutlined aria-hidden="true" />
        </Rate>
      </strong>
      {trend !== null && <Sparkline values={trend} width={170} height={28} />}
    </div>
  )
}

function Rate({ name, rate, children }: { name: string; rate: number | null; children: ReactNode }) {
  const metricText = useMetricText()
  return (
    <span title={name}>
      {children} <span className="visually-hidden">{name}</span>
      {metricText('interface_in_octets', rate)}
    </span>
  )
}

/** The charts of each line of an outlet; a line without values has none. */
export function OutletCharts({ outletId }: { outletId: string }) {
  return useMay('DMS_SERVER_DEVICE_VIEW') ? <Charts outletId={outletId} /> : null
}

function Charts({ outletId }: { outletId: string }) {
  const lines = useLines(outletId)
  return (
    <div className="outlet-charts">
      <RangeBar />
      <div className="metric-grid">
        {lines.map((line) => (
          <LineCharts
            key={line.id}
            lineId={line.id}
            downMbps={line.downMbps}
            upMbps={line.upMbps}
            titled={line.name}
          />
        ))}
      </div>
    </div>
  )
}

/** Only lines that a gateway carries are measured. */
function useLines(outletId: string): readonly Line[] {
  const { items = [] } = useApi('POST /api/v1/outlet/line/lists', { outletId, pageSize: 50 }).data ?? {}
  return items.filter(({ deviceId }) => deviceId !== null).slice(0, linesAtMost)
}
