import { diagnosticKinds, diagnosticRanges } from '@netward/contract/diagnostic-values'
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { dayIn, startOfDay } from '../../lib/wall-clock.ts'
import { Chart } from '../../ui/chart.tsx'
import { Panel } from '../../ui/detail-page.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import type { DiagnosticKind } from './diagnostic-run.ts'
import { useUnits } from './use-units.ts'

type Range = (typeof diagnosticRanges)[number]

/** One kind of diagnostic to one target over a time range. */
export function OverTime({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<DiagnosticKind>('ping')
  const [range, setRange] = useState<Range>('7d')
  const [target, setTarget] = useState<string | null>(null)
  const [line, setLine] = useState<string | null>(null)
  const read = useApi(
    'GET /api/v1/device/:deviceId/diagnostics/series',
    {
      deviceId,
      kind,
      range,
      ...(target === null ? {} : { target }),
      ...(line === null ? {} : { interface: line }),
    },
    { keepPrevious: true },
  )
  const series = read.data
  return (
    <Panel title={t('diagnostics.history')}>
      <div className="diagnostic-choices">
        <Select
          aria-label={t('diagnostics.kind')}
          value={kind}
          onChange={(chosen) => {
            setKind(chosen)
            setTarget(null)
            setLine(null)
          }}
          options={diagnosticKinds.map((value) => ({ value, label: t(`diagnostics.kinds.${value}`) }))}
        />
        <Select
          aria-label={t('diagnostics.target')}
          className="diagnostic-choice-target"
          value={series?.target ?? null}
          onChange={(chosen) => {
            setTarget(chosen)
            setLine(null)
          }}
          options={(series?.targets ?? []).map((value) => ({ value, label: value }))}
        />
        {series !== undefined && series.interfaces.some(({ path }) => path !== '') && (
          <Select
            aria-label={t('diagnostics.interface')}
            value={series.interface}
            onChange={setLine}
            options={series.interfaces.map(({ path, label }) => ({
              value: path,
              label: label || t('diagnostics.routed'),
            }))}
          />
        )}
        <Segmented
          aria-label={t('diagnostics.rangeLabel')}
          value={range}
          onChange={setRange}
          options={diagnosticRanges.map((value) => ({ value, label: t(`diagnostics.ranges.${value}`) }))}
        />
      </div>
      {read.error !== null && series === undefined ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : series === undefined ? (
        <LoadingState />
      ) : series.points.length === 0 ? (
        <EmptyState title={t('diagnostics.historyNone')} />
      ) : (
        <Curves
          kind={kind}
          points={series.points}
          {...(!read.isPlaceholderData && spanOf(range, read.dataUpdatedAt, series.points))}
        />
      )}
    </Panel>
  )
}

interface Point {
  at: string
  value: number | null
  second: number | null
}

const hours: Record<Exclude<Range, 'today'>, number> = {
  '12h': 12,
  '24h': 24,
  '3d': 72,
  '7d': 168,
  '30d': 720,
  '90d': 2160,
}

/** The whole range, even with few points: their age is visible at once. */
function spanOf(range: Range, readAt: number, points: readonly Point[]) {
  const to = Math.max(readAt, ...points.map(({ at }) => Date.parse(at)))
  return { from: range === 'today' ? Date.parse(startOfDay(dayIn(0))) : to - hours[range] * 3_600_000, to }
}

/** Minimum upper bound of the loss axis in percent, so that zero loss looks like zero. */
const leastLoss = 5

/** The width of "1000 Mbit/s". */
const axisWidth = 88

const seconds = { ping: 'loss', traceroute: 'jumpHop' } as const

function Curves(props: { kind: DiagnosticKind; points: readonly Point[]; from?: number; to?: number }) {
  const { kind, points, ...span } = props
  const { t } = useTranslation()
  const units = useUnits()
  const count = (value: number) => String(Math.round(value * 10) / 10)
  const first = {
    ping: { name: t('diagnostics.average'), format: units.ms },
    traceroute: { name: t('diagnostics.hopCount'), format: count },
    name_lookup: { name: t('diagnostics.lookupTime'), format: units.ms },
    download: { name: t('diagnostics.rate'), format: units.mbit },
    upload: { name: t('diagnostics.rate'), format: units.mbit },
  }[kind]
  const second = kind === 'ping' || kind === 'traceroute' ? seconds[kind] : null
  const curve = (value: 'value' | 'second') =>
    points.map((point) => [Date.parse(point.at), point[value]] as const)
  return (
    <>
      <Chart
        title={first.name}
        series={[{ name: first.name, points: curve('value') }]}
        {...span}
        min={0}
        height={200}
        axisWidth={axisWidth}
        format={first.format}
      />
      {second !== null && (
        <Chart
          title={t(`diagnostics.${second}`)}
          series={[
            {
              name: t(`diagnostics.${second}`),
              points: curve('second'),
              kind: kind === 'ping' ? 'bar' : 'line',
            },
          ]}
          {...span}
          min={0}
          {...(kind === 'ping' && { max: Math.max(leastLoss, ...points.map((point) => point.second ?? 0)) })}
          height={140}
          axisWidth={axisWidth}
          format={kind === 'ping' ? units.percent : count}
        />
      )}
    </>
  )
}
