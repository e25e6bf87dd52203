import type { MetricName } from '@netward/contract/metric-catalogue'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { chartGroups, type ChartSpec, isOfInterface } from './chart-groups.ts'
import { MetricChart } from './metric-chart.tsx'
import { RangeBar } from '../../ui/range/range-bar.tsx'
import { type Busy, type DeviceKind, type Latest, useBusiest, useLatest } from './use-latest.ts'
import { SeriesLimitNote } from '../../ui/series-limit-note.tsx'
import './metrics.css'

/** More curves than that are chosen by the reader. */
const instancesAtMost = 6

/** The charts of all that a device measures, by group. */
export function DeviceCharts({ deviceId, kind }: { deviceId: string; kind: DeviceKind }) {
  const { t } = useTranslation()
  const read = useLatest(deviceId, kind)
  const busiest = useBusiest(deviceId, kind, read.data)
  const groups = useMemo(
    () => (read.data === undefined || busiest === undefined ? [] : groupsOf(read.data, busiest, kind)),
    [read.data, busiest, kind],
  )
  if (read.data === undefined || busiest === undefined)
    return <PendingState read={{ error: read.error, refetch: read.refetch }} />
  if (groups.length === 0)
    return (
      <>
        <SeriesLimitNote />
        <EmptyState
          title={t('monitoring.noValues')}
          hint={t(kind === 'gateway' ? 'monitoring.noValuesGateway' : 'monitoring.noValuesHint')}
        />
      </>
    )
  return (
    <div className="metric-charts">
      <SeriesLimitNote />
      <RangeBar />
      {groups.map(({ key, title, charts }) => (
        <section key={key} className="metric-group">
          <h2>{t(title)}</h2>
          <div className="metric-grid">
            {charts.map(({ spec, limits, ...chart }) => (
              <MetricChart
                key={spec.key}
                spec={spec}
                of={{ deviceId }}
                {...chart}
                limits={limits.map(({ label, value }) => ({
                  label: t('monitoring.chart.limitOf', { name: label }),
                  value,
                }))}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

interface PlannedChart {
  readonly spec: ChartSpec
  readonly instances: readonly string[] | undefined
  readonly offered: readonly { instance: string; label: string }[]
  readonly limits: readonly { label: string; value: number }[]
}

/** What is charted: the groups that have values, with the instances that matter most. */
export function groupsOf(latest: readonly Latest[], busiest: readonly Busy[], kind: DeviceKind) {
  const measured = new Set(latest.map(({ metric }) => metric))
  // The interfaces of a switch are known from their table.
  const counted = (metric: MetricName) =>
    kind === 'equipment' && busiest.length > 0 && metric.startsWith('interface_')
  const has = (spec: ChartSpec): boolean =>
    spec.metrics.some((metric) => measured.has(metric) || counted(metric))
  return chartGroups
    .map(({ charts, ...group }) => ({
      ...group,
      charts: charts.filter(has).map((spec) => planned(spec, latest, busiest)),
    }))
    .filter(({ charts }) => charts.length > 0)
}

function planned(spec: ChartSpec, latest: readonly Latest[], busiest: readonly Busy[]): PlannedChart {
  if (spec.metrics.every(isOfInterface))
    return { spec, instances: busiest.map(({ instance }) => instance), offered: busiest, limits: [] }
  const own = latest.filter(({ metric }) => spec.metrics.includes(metric))
  const worstFirst = own.toSorted(
    (a, b) => (spec.lowest === true ? -1 : 1) * ((b.value ?? 0) - (a.value ?? 0)),
  )
  const offered = new Map(worstFirst.map(({ instance, label }) => [instance, label || instance]))
  const names = [...offered.keys()]
  const shown = names.slice(0, instancesAtMost)
  return {
    spec,
    // All of them need no list of names.
    instances: names.length > instancesAtMost ? shown : undefined,
    offered: Array.from(offered, ([instance, label]) => ({ instance, label })),
    limits: limitsOf(worstFirst.filter(({ instance }) => shown.includes(instance))),
  }
}

const limitsAtMost = 2

/** The limits of the parts themselves: few, since sensors of one kind share theirs. */
function limitsOf(shown: readonly Latest[]): PlannedChart['limits'] {
  const values = new Map<number, string>()
  for (const { low, high, label, instance } of shown)
    for (const limit of [high, low])
      if (limit !== null) values.set(limit, values.get(limit) ?? (label || instance))
  return Array.from(values, ([value, label]) => ({ value, label })).slice(0, limitsAtMost)
}
